/** An auction among the orders of a book (Q6): the slow auction, and what its matches do to the orders. */
import {
  type AuctionOutcome,
  type AuctionTerms,
  POST_ONLY,
  type RestingOrder,
  SELF_TRADE,
  type SelfTradeMode,
} from '../../src/matching/index.ts';
import { slowAuction, tradesAt } from './auction-model.ts';
import type { BookEvent } from './book-model.ts';

const BUY = 0;

/** An order with what it displays (M19). */
export interface LeftOrder extends Omit<RestingOrder, 'shown'> {
  readonly displayed: number;
}

export interface ModelAuction {
  readonly outcome: AuctionOutcome;
  /** Cancels and matches, as a listener gets them. */
  readonly events: readonly BookEvent[];
  /** What rests afterwards, in the order of its priority by time. */
  readonly orders: readonly LeftOrder[];
  /** Orders that are left out for their contingency. */
  readonly leftOut: number;
}

export function leftOf({ shown, ...order }: RestingOrder): LeftOrder {
  return { ...order, displayed: shown?.displayed ?? order.remaining };
}

/** @param resting all orders of the book, oldest first */
export function slowBookAuction(bookId: number, resting: readonly RestingOrder[], terms: AuctionTerms): ModelAuction {
  const before = resting.map(leftOf);
  const part = before.filter(({ guards }) => guards < POST_ONLY).map(auctionOrder);
  const { price, volume, matches, cancelled, leftOut } = slowAuction(part, terms.reference);
  const inside = part.filter(({ orderId }) => ![...cancelled, ...leftOut].includes(orderId));
  const surplus = price === null ? 0 : tradesAt(inside, price).surplus;
  const isOutside = price !== null && (price < (terms.low ?? 0) || price > (terms.high ?? Infinity));
  const outcome = { price, volume, surplus, isOutside };
  if (isOutside || price === null) {
    const ended = isOutside ? [] : cancelled;
    return { outcome, ...afterwards(bookId, before, ended, [], 0), leftOut: leftOut.length };
  }
  return { outcome, ...afterwards(bookId, before, cancelled, matches, price), leftOut: leftOut.length };
}

function auctionOrder({ orderId, side, price, remaining, contingency, minimum, owner, guards }: LeftOrder) {
  return { orderId, side, price, quantity: remaining, contingency, minimum, owner, mode: guards as SelfTradeMode };
}

function afterwards(
  bookId: number,
  before: readonly LeftOrder[],
  cancelled: readonly number[],
  matches: readonly (readonly [buy: number, sell: number, quantity: number])[],
  price: number,
): Pick<ModelAuction, 'events' | 'orders'> {
  let orders = before;
  const events: BookEvent[] = [];
  const find = (id: number) => orders.find(({ orderId }) => orderId === id)!;
  for (const id of cancelled) {
    const { remaining, side, price: limit } = find(id);
    events.push(['cancelled', bookId, id, remaining, SELF_TRADE, side, limit]);
    orders = orders.filter(({ orderId }) => orderId !== id);
  }
  for (const [buy, sell, quantity] of matches) {
    const isBuyLater = orders.indexOf(find(buy)) > orders.indexOf(find(sell));
    const [initiator, contra] = isBuyLater ? [buy, sell] : [sell, buy];
    orders = orders.map((order) => ([buy, sell].includes(order.orderId) ? filled(order, quantity) : order));
    const [one, other] = [find(initiator), find(contra)];
    const matched = [bookId, initiator, contra, isBuyLater ? BUY : 1, price, quantity, one.remaining, other.remaining];
    const isShown = other.display > 0 && other.remaining > 0;
    events.push(['matched', ...matched, ...(isShown ? [other.displayed] : [])]);
    orders = orders.filter(({ remaining }) => remaining > 0);
  }
  return { events, orders };
}

/** The reserve gives its shares first. */
function filled(order: LeftOrder, quantity: number): LeftOrder {
  const remaining = order.remaining - quantity;
  return { ...order, remaining, displayed: Math.min(order.displayed, remaining) };
}
