/** What may become of a debit (A10). */

import type { Lifecycle } from '../../shared/lifecycle.ts';
import type { TradeTrigger } from '../../trades/index.ts';

export const FUND_STATUSES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;

export type FundStatus = (typeof FUND_STATUSES)[number];

export type FundTrigger =
  /** It goes to the bank: the batch of the day, the simulation, the operator. */
  | 'submit'
  /** Its money is in escrow. */
  | 'settle'
  /** The bank sends it back, at once or late. */
  | 'return'
  /** requestForVoidACH, or the investment is cancelled. */
  | 'void';

export const FUND_MOVE_LIFECYCLE: Lifecycle<FundStatus, FundTrigger> = {
  states: FUND_STATUSES,
  refusals: { submit: 224, settle: 224, return: 224, void: 224 },
  moves: [
    { from: 'Pending', trigger: 'submit', to: 'Submitted' },
    { from: 'Pending', trigger: 'void', to: 'Voided' },
    { from: 'Submitted', trigger: 'settle', to: 'Settled' },
    { from: 'Submitted', trigger: 'return', to: 'Returned' },
    { from: 'Settled', trigger: 'return', to: 'Returned' },
  ],
};

/** What the bank's fact does to the trade that the debit pays for. */
export const TRADE_TRIGGERS: Readonly<Partial<Record<FundTrigger, TradeTrigger>>> = {
  settle: 'fundsSettled',
  return: 'fundsReturned',
};

/** States that leave no room for another debit of the trade. */
export const LIVE_STATUSES = ['Pending', 'Submitted', 'Settled'] as const satisfies readonly FundStatus[];
