import type { AchDeps } from '../accounts/index.ts';
import type { DebitDeps, DebitRail } from './debit-rail.ts';

/** What the work with the bank needs: no call is under way there. */
export type BatchDeps = DebitDeps &
  Pick<AchDeps, 'ach'> & {
    /** What goes to the bank, in this order. */
    readonly debits: readonly DebitRail[];
    /** Bank business days after which a debit that did not come back is settled; 0: only the operator says so. */
    readonly settlementDays: number;
    /** Where files of debits stand for the bank to fetch. */
    readonly outgoing: string;
    /** Where files of the bank are put. */
    readonly incoming: string;
  };
