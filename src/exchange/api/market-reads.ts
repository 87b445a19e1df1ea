/** Reads of the venue and all its books, of durable state. */
import type { OrderTicket, OrderView, Side } from './orders.ts';
import type { MarketChange } from './securities.ts';
import type { EventSeq, Millionths, OrderId, SecurityId, Shares } from './units.ts';

/** The next opening or close of the default hours. */
interface UsualChange extends MarketChange {
  readonly market: 'open' | 'closed';
}

/** Of securities without separate hours. */
export interface UsualHours {
  readonly market: 'open' | 'closed';
  /** Null when none is known: always open. */
  readonly next: UsualChange | null;
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

/** What a reader of a book sees of each side: down to the price of its last level; null: all levels that there are. */
export interface DepthReach {
  readonly bid: Millionths | null;
  readonly offer: Millionths | null;
}

/** Of a reader of the best `count` levels, which sees these now. */
export function reachOf(bids: readonly DepthLevel[], offers: readonly DepthLevel[], count: number): DepthReach {
  const last = (levels: readonly DepthLevel[]) => (levels.length < count ? null : (levels.at(-1)?.price ?? null));
  return { bid: last(bids), offer: last(offers) };
}

/** The disclosed levels of a book at one moment, best first (S26). */
export interface BookDepth {
  /** As MarketReads.depthSeq, of these levels: the channel depth of the stream resumes after it. */
  readonly seq: EventSeq;
  readonly bids: readonly DepthLevel[];
  readonly offers: readonly DepthLevel[];
  /** Whether the side has no level but a live RFQ that discloses. */
  readonly bidRfq: boolean;
  readonly offerRfq: boolean;
}

export interface MarketReads {
  usualHours(): UsualHours;
  /**
   * The last event that changed what a reader of so much of the book sees (S27); before the first, one that is later
   * than all earlier ones, at every node the same.
   */
  depthSeq(securityId: SecurityId, reach: DepthReach): EventSeq;
  /** The orders that show in the book of a security, with their prices; none of one that is not known. */
  shownOrders(securityId: SecurityId): Iterable<ShownOrder>;
}

/** The visible price of an order; undefined: none. Hidden prices, held and unapproved orders do not show. */
export function shownOf(order: OrderView): ShownOrder | undefined {
  return order.held === null && wouldShow(order) ? disclosedOf(order) : undefined;
}

/**
 * The order as an indication counts it (Q15): one that trades at auctions only is part of it, a post-only order is not.
 * undefined: it does not count.
 */
export function indicatedOf(order: OrderView): ShownOrder | undefined {
  const counts = order.held === null && isDisclosed(order) && order.ticket.optional?.postOnly !== true;
  return counts ? disclosedOf(order) : undefined;
}

function disclosedOf({ orderId, ticket, price, contingency, remaining, displayed }: OrderView): ShownOrder {
  // All else of the order is its reserve, which nobody sees (M19).
  const visible = displayed ?? remaining;
  return { orderId, side: ticket.side, price, remaining: visible, isContingent: contingency !== 'None' };
}

/** Q9: whether an order trades at an auction only: it shows in no book. */
export function isAtAuction({ expiration }: Pick<OrderTicket, 'expiration'>): boolean {
  return expiration === 'Auction';
}

/** Whether an order shows with its price while it is not held. */
export function wouldShow(order: Pick<OrderView, 'ticket' | 'status'>): boolean {
  return isDisclosed(order) && !isAtAuction(order.ticket);
}

function isDisclosed({ ticket, status }: Pick<OrderView, 'ticket' | 'status'>): boolean {
  return (status === 'Live' || status === 'Partially Executed') && ticket.type === 'Limit' && ticket.disclosed;
}
