/** What 0.1.0 left outside the register, which the leader imports once (F18). Since IMPORTS_SINCE. */
import type { ReportedSettlement } from './notices.ts';
import type { SecurityId } from './units.ts';

/** Canceled settlements of one command: each is taken back from two holders, whose entries are replayed. */
export const IMPORTED_MAX = 20;

/** Matches whose settlement was canceled while positions did not follow that. One that is known to be void stays so. */
interface ImportSettlementsCommand {
  readonly type: 'importSettlements';
  readonly securityId: SecurityId;
  /** At most IMPORTED_MAX, all Canceled and of the security. */
  readonly settlements: readonly ReportedSettlement[];
}

/** All that could be imported of the security is in the register: nothing is imported any more. */
interface ImportEndCommand {
  readonly type: 'importEnd';
  readonly securityId: SecurityId;
}

export type ImportCommand = ImportSettlementsCommand | ImportEndCommand;
