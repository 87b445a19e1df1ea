import type { AchDeps } from '../accounts/index.ts';
import type { EntryDeps, EntryRail } from './entry-rail.ts';

/** What the work with the bank needs: no call is under way there. */
export type BatchDeps = EntryDeps &
  Pick<AchDeps, 'ach' | 'systemUs'> & {
    /** What goes to the bank, in this order. */
    readonly rails: readonly EntryRail[];
    /** Bank business days after which an entry that did not come back is settled; 0: only the operator says so. */
    readonly settlementDays: number;
    /** Where files stand for the bank to fetch. */
    readonly outgoing: string;
    /** Where files of the bank are put. */
    readonly incoming: string;
  };
