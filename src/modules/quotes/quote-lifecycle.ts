/** The states of a quote (V41). */
import { QUOTE_STATES } from '../ats/index.ts';
import type { Lifecycle } from '../shared/record/index.ts';

export type QuoteState = (typeof QUOTE_STATES)[number];

export type QuoteTrigger =
  /** The client of the order accepts the quote: acceptQuote. */
  | 'accept'
  /** The venue has executed the quote. */
  | 'traded'
  /** The venue has refused the quote, with a reason. */
  | 'notTraded'
  /** The client of the order declines the quote: declineQuote. */
  | 'decline'
  /** The client that quotes cancels the quote: cancelQuote. */
  | 'cancel'
  /** The order has ended. */
  | 'orderEnded';

/** Accepting: the command is under way. A client that accepts twice gets one trade and the same response again. */
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
