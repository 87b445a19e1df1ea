import Type from 'typebox';
import type { QuoteRow } from '../../database/schema/index.ts';
import {
  type Markets,
  type Orders,
  priceText,
  type ReasonWord,
  type RiskReads,
  reasonCodeOrNull,
  type Side,
  sharesText,
} from '../../exchange/api/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { type AccountBook, type OrderHistory, QUOTE_STATES, quoteSchema, sideText } from '../ats/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import type { Lifecycle } from '../shared/record/index.ts';
import { timestamp, timestampOrNull } from '../shared/values/index.ts';
import type { VenueNotices } from '../shared/venue-notices.ts';

type QuoteReads = Pick<RiskReads, 'refusalOfQuote' | 'massCancels' | 'endOfQuote'>;

/** The services that the methods of this module use. */
export interface QuoteDeps extends ModuleDeps {
  readonly exchange: Orders & Markets & { readonly risk: QuoteReads };
  readonly history: OrderHistory;
  readonly accounts: AccountBook;
  readonly notices: VenueNotices;
}

/** A quote as its two clients see it. */

export const shownQuoteSchema = namedObject('Quote', quoteSchema);

export const quoteDetailsSchema = Type.Object({ quoteDetails: shownQuoteSchema });

const ENDS: Partial<Record<QuoteState, ReasonWord>> = {
  Declined: 'quote declined',
  Cancelled: 'quote cancelled',
  Ended: 'order ended',
};

export function quoteFields(row: QuoteRow) {
  return {
    quoteId: String(row.quote_id),
    orderId: String(row.order_id),
    securityId: String(row.security_id),
    memberId: row.member_id,
    action: sideText(row.side as Side),
    price: priceText(row.price),
    quantity: sharesText(row.quantity),
    quoteStatus: row.status as QuoteState,
    matchId: row.match_id === null ? null : String(row.match_id),
    reason: row.reason,
    reasonCode: reasonCodeOrNull(ENDS[row.status as QuoteState] ?? null),
    createdDate: timestamp(row.created_at),
    updatedDate: timestampOrNull(row.updated_at),
  };
}

export function ownQuoteFields(row: QuoteRow) {
  return { ...quoteFields(row), accountId: row.account_id, token: row.token };
}

/** The states of a quote (V41). */

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
