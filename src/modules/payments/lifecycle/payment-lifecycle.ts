/** The states of a payment, the same for every instrument (A10, K6, U10). */
import type { Lifecycle, Move } from '../../shared/record/index.ts';
import type { MoneyEvent } from '../../trades/index.ts';

export const PAYMENT_STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;

export type PaymentState = (typeof PAYMENT_STATES)[number];

export type PaymentTrigger =
  /** It is sent to the bank or the card processor: by the batch of the day, a simulation or the operator. */
  | 'submit'
  /** Its money has arrived. */
  | 'settle'
  /** It was refused, or its money went back, at once or late. */
  | 'return'
  /** It is cancelled before it was sent. */
  | 'void';

const MOVES: readonly Move<PaymentState, PaymentTrigger>[] = [
  { from: 'Pending', trigger: 'submit', to: 'Submitted' },
  { from: 'Pending', trigger: 'void', to: 'Voided' },
  { from: 'Submitted', trigger: 'settle', to: 'Settled' },
  { from: 'Submitted', trigger: 'return', to: 'Returned' },
  { from: 'Settled', trigger: 'return', to: 'Returned' },
];

export const PAYMENT_LIFECYCLE: Lifecycle<PaymentState, PaymentTrigger> = {
  states: PAYMENT_STATES,
  refusals: { submit: 224, settle: 224, return: 224, void: 224 },
  moves: MOVES,
};

/** A deposit into custody can be declined, too: its bank never debits it. */
export const DEPOSIT_LIFECYCLE: Lifecycle<PaymentState | 'Declined', PaymentTrigger | 'decline'> = {
  states: [...PAYMENT_STATES, 'Declined'],
  refusals: { submit: 224, settle: 224, return: 224, decline: 224, void: 224 },
  moves: [...MOVES, { from: 'Submitted', trigger: 'decline', to: 'Declined' }],
};

/** What a step of a payment is to its trade. */
export const MONEY_EVENTS: Readonly<Record<string, MoneyEvent | undefined>> = {
  settle: 'settled',
  return: 'returned',
  // It was under way and never came.
  decline: 'returned',
};

/** What leads to the states that the operator reports. */
export const REPORTED = { Submitted: 'submit', Settled: 'settle', Returned: 'return' } as const satisfies Readonly<
  Record<string, PaymentTrigger>
>;

/** States in which a payment brings money to its trade, or may (T13). */
export const LIVE_STATES = ['Pending', 'Submitted', 'Settled'] as const satisfies readonly PaymentState[];
