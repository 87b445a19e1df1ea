import type { Lifecycle } from '../../shared/lifecycle.ts';
import type { TradeTrigger } from '../../trades/index.ts';

export const FUND_MOVE_STATUSES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided', 'Declined'] as const;
export type FundMoveStatus = (typeof FUND_MOVE_STATUSES)[number];

/** submit: the batch of the day; settle, return, decline: the bank; void: the client. */
export type FundMoveTrigger = 'submit' | 'settle' | 'return' | 'decline' | 'void';

/** What may become of a deposit (U10). */
export const FUND_MOVE_LIFECYCLE: Lifecycle<FundMoveStatus, FundMoveTrigger> = {
  states: FUND_MOVE_STATUSES,
  refusals: { submit: 224, settle: 224, return: 224, decline: 224, void: 224 },
  moves: [
    { from: 'Pending', trigger: 'submit', to: 'Submitted' },
    { from: 'Pending', trigger: 'void', to: 'Voided' },
    { from: 'Submitted', trigger: 'settle', to: 'Settled' },
    { from: 'Submitted', trigger: 'return', to: 'Returned' },
    { from: 'Submitted', trigger: 'decline', to: 'Declined' },
    { from: 'Settled', trigger: 'return', to: 'Returned' },
  ],
};

/** What the bank's fact does to the trade that the deposit is for. */
export const TRADE_TRIGGERS: Readonly<Partial<Record<FundMoveTrigger, TradeTrigger>>> = {
  settle: 'fundsSettled',
  return: 'fundsReturned',
};
