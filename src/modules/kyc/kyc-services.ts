import type { IdentityProvider, WatchListFolders } from '../../providers/identity/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** The services that the methods of this module use. */
export interface KycServices extends ModuleServices {
  /** Ends every call within a time limit. */
  readonly identity: IdentityProvider;
  readonly watchLists: WatchListFolders;
}

export const GROUP = 'KYC and AML';
