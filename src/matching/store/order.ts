import type { Price, Shares } from './ids.ts';

export const BUY = 0;
export const SELL = 1;
export type BookSide = typeof BUY | typeof SELL;

export const NONE = 0;
export const ALL_OR_NONE = 1;
/** Minimum quantity: the smallest fill in one execution is `minimum` shares, or what remains when that is less. */
export const MINIMUM = 2;
export type BookContingency = typeof NONE | typeof ALL_OR_NONE | typeof MINIMUM;

/** The mode for two orders of one owner that cross, instead of a trade (M15). */
export const NO_PREVENTION = 0;
/** The order that joined the book later is cancelled. */
export const CANCEL_NEWEST = 1;
export const CANCEL_OLDEST = 2;
export const CANCEL_BOTH = 3;
export type SelfTradeMode = typeof NO_PREVENTION | typeof CANCEL_NEWEST | typeof CANCEL_OLDEST | typeof CANCEL_BOTH;

/** Added to the mode: the order is cancelled where it would cross the other side on entering (M18). */
export const POST_ONLY = 4;
/** The guards of an order: a mode of self-trade prevention, with or without POST_ONLY. */
export type Guards = SelfTradeMode | 4 | 5 | 6 | 7;

/** The owner of an order that nobody claims: it has no other orders. */
export const NOBODY = 0;

/** The largest quantity of one order, in shares. */
export const QUANTITY_MAX = 2 ** 31 - 1;

/** The terms of an order (records.ts) with a contingency. */
export function termsOf(contingency: BookContingency, minimum: Shares): number {
  if (contingency === NONE) return 0;
  return contingency === ALL_OR_NONE ? -1 : minimum;
}

/** The price as both sides of a book sort it (records.ts). */
export function rankOf(side: BookSide, price: Price): number {
  return side === BUY ? -price : price;
}

/** The fields that M10 compares. */
interface OrderTerms {
  readonly price: Price;
  readonly quantity: Shares;
  readonly contingency: BookContingency;
  readonly minimum: Shares;
}

/** M10: whether an order with these terms keeps its place when it gets those. */
export function keepsPriority(
  order: OrderTerms,
  price: Price,
  quantity: Shares,
  contingency: BookContingency,
  minimum: Shares,
): boolean {
  if (price !== order.price || quantity > order.quantity || contingency !== order.contingency) return false;
  return contingency !== MINIMUM || minimum === order.minimum;
}
