export const BUY = 0;
export const SELL = 1;
export type BookSide = typeof BUY | typeof SELL;

export const NONE = 0;
export const ALL_OR_NONE = 1;
/** Minimum quantity: the smallest fill in one execution is `minimum` shares, or what remains when that is less. */
export const MINIMUM = 2;
export type BookContingency = typeof NONE | typeof ALL_OR_NONE | typeof MINIMUM;

/** What becomes of two orders of one owner that cross, instead of a trade (M15). */
export const NO_PREVENTION = 0;
/** The order that joined the book later is cancelled. */
export const CANCEL_NEWEST = 1;
export const CANCEL_OLDEST = 2;
export const CANCEL_BOTH = 3;
export type SelfTradeMode = typeof NO_PREVENTION | typeof CANCEL_NEWEST | typeof CANCEL_OLDEST | typeof CANCEL_BOTH;

/** The owner of an order that nobody claims: it has no other orders. */
export const NOBODY = 0;

/** The largest quantity of one order, in shares. */
export const QUANTITY_MAX = 2 ** 31 - 1;

/** Terms of an order that trades all that remains of it or nothing. */
const ALL = -1;

/** The book of an order, as whoever found the order by its id uses it. */
export interface OrderBook {
  /** How many of its orders have a mode of self-trade prevention (M15). */
  guarded: number;
  cancelOrder(order: Order): void;
  withdraw(order: Order): void;
  settle(begins?: boolean): void;
  replaceOrder(order: Order, price: number, quantity: number, contingency: BookContingency, minimum: number): boolean;
  expectedSteps(side: BookSide, quantity: number): number;
}

/**
 * One live order. The fields that callers know are those of the commands; the rest places the order in its book.
 * The objects are used again after an order has ended (OrderIndex), so nobody may keep one beyond a command.
 */
export class Order {
  orderId = 0;
  /** The book in which the order rests, or takes its place anew; null while it cannot be found by its id. */
  book: OrderBook | null = null;
  /**
   * The price as both sides of a book sort it, lower is better: minus the price of a bid, the price of an offer.
   * A bid and an offer cross when the sum of their ranks is not above zero (M2).
   */
  rank = 0;
  /** The total, of which quantity - remaining is filled. Shares. */
  quantity = 0;
  remaining = 0;
  /** The smallest fill that the terms of the order allow: 0 without contingency, ALL, or the minimum. Shares. */
  terms = 0;
  /** Whether the order shows in the visible top of book. It changes nothing else. */
  disclosed = true;
  /** Whose it is, NOBODY when that does not matter; and what it does about orders of the same owner (M15). */
  owner = 0;
  mode: SelfTradeMode = 0;
  /** When the order joined the book, as a count of joinings: the time of priority and of M5. */
  time = 0;

  /** Where the order rests; null while it does not. */
  level: Level | null = null;
  /** Neighbours in the queue of the level, oldest first. */
  previous: Order | null = null;
  next: Order | null = null;
  /** The hash of the id, and the next order in its bucket of the order index. */
  hash = 0;
  nextInBucket: Order | null = null;
  /** Its place in the contingent index; null for orders without contingency. */
  node: ContingentNode | null = null;

  /** To be called before the order can be found by its id. */
  belongTo(owner: number, mode: SelfTradeMode): void {
    this.owner = owner;
    this.mode = mode;
  }

  // What can be told from other fields has none of its own: there may be millions of orders.

  get contingency(): BookContingency {
    if (this.terms === 0) return NONE;
    return this.terms === ALL ? ALL_OR_NONE : MINIMUM;
  }

  /** Shares; 0 unless the contingency is MINIMUM. */
  get minimum(): number {
    return Math.max(0, this.terms);
  }

  get side(): BookSide {
    return this.rank < 0 ? BUY : SELL;
  }

  /** Whole millionths of a dollar. */
  get price(): number {
    return Math.abs(this.rank);
  }
}

/** The orders at one price, oldest first, and what they add up to. */
export class Level {
  rank = 0;
  quantity = 0;
  orders = 0;
  disclosedQuantity = 0;
  disclosedOrders = 0;
  first: Order | null = null;
  last: Order | null = null;
  better: Level | null = null;
  worse: Level | null = null;
  /** Its place in the window of the index, if there is an index; -1 when it has none there. */
  slot = -1;
}

/** One contingent order in the tree. Keys are copied here, so that a search reads nodes only. */
export class ContingentNode {
  readonly order: Order;
  readonly rank: number;
  readonly time: number;
  /**
   * The heap order of the treap: mixed from the time, so that the shape is balanced yet the same on every run (M11).
   */
  readonly weight: number;
  least: number;
  /** The smallest least fill, and the largest remaining quantity, in this node's subtree. */
  leastBelow: number;
  mostBelow: number;
  /** Whether the order waits to be retried as a hub (M7). */
  queued = false;
  parent: ContingentNode | null = null;
  left: ContingentNode | null = null;
  right: ContingentNode | null = null;

  constructor(order: Order) {
    this.order = order;
    this.rank = order.rank;
    this.time = order.time;
    this.weight = mix(order.time);
    this.least = leastFill(order);
    this.leastBelow = this.least;
    this.mostBelow = order.remaining;
  }
}

/** The finalizer of MurmurHash3: neighbouring times get unrelated weights. */
function mix(time: number): number {
  let mixed = (time | 0) ^ Math.imul((time / 4294967296) | 0, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Order.terms for a contingency. */
export function termsOf(contingency: BookContingency, minimum: number): number {
  if (contingency === NONE) return 0;
  return contingency === ALL_OR_NONE ? ALL : minimum;
}

/** The smallest fill that the order accepts in one execution. */
export function leastFill(order: Order): number {
  const { terms, remaining } = order;
  if (terms === 0) return 1;
  return terms === ALL || terms > remaining ? remaining : terms;
}

/** The price as Order.rank has it. */
export function rankOf(side: BookSide, price: number): number {
  return side === BUY ? -price : price;
}

/** Oldest in the book first, as a sort order. */
export function byTime(a: Order, b: Order): number {
  return a.time - b.time;
}

/** M10: whether an order with these terms keeps its place when it gets those. */
export function keepsPriority(
  order: Pick<Order, 'price' | 'quantity' | 'contingency' | 'minimum'>,
  price: number,
  quantity: number,
  contingency: BookContingency,
  minimum: number,
): boolean {
  if (price !== order.price || quantity > order.quantity || contingency !== order.contingency) return false;
  return contingency !== MINIMUM || minimum === order.minimum;
}

/** Priority (better price, then earlier in the book) as a sort order. */
export function byPriority(a: Order, b: Order): number {
  return a.rank - b.rank || a.time - b.time;
}
