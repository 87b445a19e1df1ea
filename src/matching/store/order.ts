import type { OrderId, Price, Shares } from './ids.ts';

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

/** The terms that a replacement gives an order (M10). Price in millionths of a dollar, quantities in shares. */
export interface ReplacedTerms {
  readonly price: Price;
  readonly quantity: Shares;
  readonly contingency: BookContingency;
  /** Counts where the contingency is MINIMUM. */
  readonly minimum: Shares;
  /** The display quantity (M19); 0: the order shows whole. */
  readonly display: Shares;
}

/** The terms of an order that enters a book. */
export interface EntryTerms extends ReplacedTerms {
  readonly orderId: OrderId;
  readonly side: BookSide;
  /** Shares of the quantity that were filled before: of an order that comes back. */
  readonly filled: Shares;
  /** Whether the order shows in the visible top of book. */
  readonly disclosed: boolean;
  /** Any positive safe integer, or NOBODY. */
  readonly owner: number;
  /** What the order keeps itself from (M15, M18). */
  readonly guards: Guards;
}

/** M10: whether an order with these terms keeps its place when it gets those. */
export function keepsPriority(before: ReplacedTerms, after: ReplacedTerms): boolean {
  if (after.price !== before.price || after.quantity > before.quantity) return false;
  if (after.contingency !== before.contingency || after.display !== before.display) return false;
  return after.contingency !== MINIMUM || after.minimum === before.minimum;
}

/**
 * M19: the displayed shares of an order with a display quantity after a fill by an initiator. Parts that are used up
 * follow each other.
 * @param displayed before the fill, @param remaining after it; all in shares
 */
export function displayedAfter(display: Shares, displayed: Shares, fill: Shares, remaining: Shares): number {
  if (fill < displayed) return displayed - fill;
  return Math.min(display - ((fill - displayed) % display), remaining);
}
