/** What may become of a match after the venue made it (V44). */
import type { Lifecycle } from '../shared/record/index.ts';

export const SETTLEMENT_STATES = ['PENDING', 'SETTLED', 'CANCELED', 'BUSTED'] as const;

export type SettlementState = (typeof SETTLEMENT_STATES)[number];

export type SettlementTrigger =
  /** Shares and money changed hands: notifySettlement. */
  | 'settle'
  /** They will not: notifySettlement. */
  | 'cancel'
  /** The operator declares the match void: bustTrade. */
  | 'bust';

export const SETTLEMENT_LIFECYCLE: Lifecycle<SettlementState, SettlementTrigger> = {
  states: SETTLEMENT_STATES,
  reason: 'match has another state',
  refusals: { settle: 190, cancel: 190, bust: 190 },
  moves: [
    { from: 'PENDING', trigger: 'settle', to: 'SETTLED' },
    { from: 'PENDING', trigger: 'cancel', to: 'CANCELED' },
    { from: 'PENDING', trigger: 'bust', to: 'BUSTED' },
    { from: 'SETTLED', trigger: 'bust', to: 'BUSTED' },
  ],
};
