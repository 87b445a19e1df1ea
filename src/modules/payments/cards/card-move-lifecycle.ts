/** What may become of a payment by card (K6). */
import type { Lifecycle } from '../../shared/lifecycle.ts';

export const CARD_MOVE_STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;

export type CardMoveState = (typeof CARD_MOVE_STATES)[number];

export type CardMoveTrigger =
  /** It is given to the processor: the batch, or the operator. */
  | 'submit'
  /** The processor took the money. */
  | 'settle'
  /** The processor refused it, or the money went back. */
  | 'return'
  /** It is called off before it was given to the processor. */
  | 'void';

export const CARD_MOVE_LIFECYCLE: Lifecycle<CardMoveState, CardMoveTrigger> = {
  states: CARD_MOVE_STATES,
  refusals: { submit: 224, settle: 224, return: 224, void: 224 },
  moves: [
    { from: 'Pending', trigger: 'submit', to: 'Submitted' },
    { from: 'Submitted', trigger: 'settle', to: 'Settled' },
    { from: 'Submitted', trigger: 'return', to: 'Returned' },
    { from: 'Settled', trigger: 'return', to: 'Returned' },
    { from: 'Pending', trigger: 'void', to: 'Voided' },
  ],
};

/** States in which a trade takes no further payment by card (K4). */
export const LIVE_STATES = ['Pending', 'Submitted', 'Settled'] as const satisfies readonly CardMoveState[];
