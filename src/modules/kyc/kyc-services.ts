import type { IdentityProvider, WatchListFolders } from '../../providers/identity/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** What the methods of this module are built from. */
export interface KycServices extends ModuleServices {
  /** Ends every call in time. */
  readonly identity: IdentityProvider;
  readonly watchLists: WatchListFolders;
}

export const GROUP = 'KYC and AML';
