/** Reads of the venue and all its books, of durable state. */
import type { OrderView, Side } from './orders.ts';
import type { MarketChange } from './securities.ts';
import type { EventSeq, Millionths, OrderId, SecurityId, Shares } from './units.ts';

/** Of securities without separate hours. */
export interface UsualHours {
  readonly market: 'open' | 'closed';
  /** Null when none is known: always open. */
  readonly next: MarketChange | null;
}

/** An order that shows in the book with its price. */
export interface ShownOrder {
  readonly orderId: OrderId;
  readonly side: Side;
  readonly price: Millionths;
  readonly remaining: Shares;
  readonly isContingent: boolean;
}

/** The visible orders at one price: shares and orders without a contingency, and separately those with one. */
export interface DepthLevel {
  readonly price: Millionths;
  readonly quantity: Shares;
  readonly orders: number;
  readonly contingentQuantity: Shares;
  readonly contingentOrders: number;
}

/** The disclosed levels of a book at one moment, best first (S26). */
export interface BookDepth {
  /** As MarketReads.depthSeq: the channel depth of the stream resumes after it. */
  readonly seq: EventSeq;
  readonly bids: readonly DepthLevel[];
  readonly offers: readonly DepthLevel[];
  /** Whether the side has no level but a live RFQ that discloses. */
  readonly bidRfq: boolean;
  readonly offerRfq: boolean;
}

export interface MarketReads {
  usualHours(): UsualHours;
  /** Of the last published event of an order of the security that discloses; at first, of the venue. */
  depthSeq(securityId: SecurityId): EventSeq;
  /** The orders that show in the book of a security, with their prices; none of one that is not known. */
  shownOrders(securityId: SecurityId): Iterable<ShownOrder>;
}

/** The visible price of an order; undefined: none. Hidden prices, held and unapproved orders do not show. */
export function shownOf(order: OrderView): ShownOrder | undefined {
  const { orderId, ticket, status, held, price, remaining, contingency } = order;
  const isInBook = (status === 'Live' || status === 'Partially Executed') && held === null;
  if (!isInBook || ticket.type !== 'Limit' || !ticket.disclosed) return undefined;
  return { orderId, side: ticket.side, price, remaining, isContingent: contingency !== 'None' };
}
