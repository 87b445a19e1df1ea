/** What may become of a quote (V41). */
import type { Lifecycle } from '../shared/lifecycle.ts';

export const QUOTE_STATES = ['Open', 'Accepting', 'Accepted', 'Declined', 'Cancelled', 'Ended'] as const;

export type QuoteState = (typeof QUOTE_STATES)[number];

export type QuoteTrigger =
  /** The client of the order takes it: acceptQuote. */
  | 'accept'
  /** The venue has executed it. */
  | 'traded'
  /** The venue has not, and says why. */
  | 'notTraded'
  /** The client of the order does not want it: declineQuote. */
  | 'decline'
  /** The client that quotes takes it back: cancelQuote. */
  | 'cancel'
  /** Its order has ended. */
  | 'orderEnded';

/** Accepting is the moment in which the venue is asked: who accepts twice gets one trade, and the same answer again. */
export const QUOTE_LIFECYCLE: Lifecycle<QuoteState, QuoteTrigger> = {
  states: QUOTE_STATES,
  reason: 'quote has another state',
  refusals: { accept: 190, traded: 190, notTraded: 190, decline: 190, cancel: 190, orderEnded: 190 },
  moves: [
    { from: 'Open', trigger: 'accept', to: 'Accepting' },
    { from: 'Accepting', trigger: 'accept', to: 'Accepting' },
    { from: 'Accepted', trigger: 'accept', to: 'Accepted' },
    { from: 'Accepting', trigger: 'traded', to: 'Accepted' },
    { from: 'Accepting', trigger: 'notTraded', to: 'Open' },
    { from: 'Open', trigger: 'decline', to: 'Declined' },
    { from: 'Open', trigger: 'cancel', to: 'Cancelled' },
    { from: 'Open', trigger: 'orderEnded', to: 'Ended' },
  ],
};
