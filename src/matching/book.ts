import { Allocation } from './allocation.ts';
import { HalfBook } from './half-book.ts';
import { type BookListener, BY_COMMAND, IMMEDIATE_REMAINDER, RejectReason } from './listener.ts';
import {
  type BookContingency,
  type BookSide,
  BUY,
  leastFill,
  MINIMUM,
  NONE,
  type Order,
  SELL,
  termsOf,
} from './order.ts';
import { OrderIndex } from './order-index.ts';
import { LevelPool } from './price-levels.ts';
import type { RestingOrder } from './resting-order.ts';
import { Retries } from './retries.ts';
import type { Depth, SideTop } from './top-of-book.ts';
import { invalidId, invalidTerms } from './validation.ts';

/**
 * The book of one security: price-time priority, exact contingencies, by the rules M1 to M13. Synchronous and
 * deterministic; everything it does is told to the listener.
 *
 * Prices are positive safe integers (millionths of a dollar), quantities 1 to 2^31 - 1 shares, order ids positive safe
 * integers that the caller chooses.
 */
export class Book {
  readonly bookId: number;
  readonly #listener: BookListener;
  readonly #orders: OrderIndex;
  readonly #allocation: Allocation;
  readonly #bids: HalfBook;
  readonly #offers: HalfBook;
  /** Null until the first contingent order. */
  #retries: Retries | null = null;
  /** How many orders have joined: the clock of priority. */
  #joined = 0;
  #open = true;

  /** @param orders, levels and allocation are shared by the books of an engine */
  constructor(
    listener: BookListener,
    bookId = 0,
    orders = new OrderIndex(),
    levels = new LevelPool(),
    allocation = new Allocation(),
  ) {
    this.#bids = new HalfBook(levels);
    this.#offers = new HalfBook(levels);
    this.#listener = listener;
    this.bookId = bookId;
    this.#orders = orders;
    this.#allocation = allocation;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  // ---------------------------------------------------------------- commands

  /**
   * A new limit order: accepted, tried as a hub, then it rests (M6). Returns false when it was rejected.
   * @param minimum shares, used when the contingency is MINIMUM
   * @param immediate what does not trade at once is cancelled
   * @param disclosed whether the order shows in the visible top of book
   */
  enter(
    orderId: number,
    side: BookSide,
    price: number,
    quantity: number,
    contingency: BookContingency,
    minimum: number,
    immediate: boolean,
    disclosed: boolean,
  ): boolean {
    const reason = invalidId(orderId) || invalidTerms(side, price, quantity, contingency, minimum);
    if (reason !== 0) return this.#reject(orderId, reason);
    const order = this.#create(orderId, side, price, quantity, contingency, minimum, disclosed);
    if (order === null) return this.#reject(orderId, RejectReason.DUPLICATE_ID);
    this.#listener.accepted(this.bookId, orderId, side, price, quantity, contingency, order.minimum);
    this.#join(order, immediate);
    this.#settle();
    return true;
  }

  /** Returns false when the order is not in this book. */
  cancel(orderId: number): boolean {
    const order = this.#find(orderId);
    if (order === null) return this.#reject(orderId, RejectReason.UNKNOWN_ORDER);
    this.cancelOrder(order);
    return true;
  }

  /**
   * M10. Less at the same price and with the same contingency, or no change at all, keeps the priority.
   * @param quantity the new total, in shares; must exceed what is filled
   */
  replace(orderId: number, price: number, quantity: number, contingency: BookContingency, minimum: number): boolean {
    const order = this.#find(orderId);
    if (order === null) return this.#reject(orderId, RejectReason.UNKNOWN_ORDER);
    return this.replaceOrder(order, price, quantity, contingency, minimum);
  }

  /** M12: from now on orders rest without trading. */
  closeMarket(): void {
    this.#open = false;
  }

  /** M13: the resting orders that the other side overlaps enter one by one, oldest first. */
  openMarket(): void {
    if (this.#open) return;
    this.#open = true;
    for (const order of this.#takeOverlap()) {
      this.#tryAsHub(order);
      if (order.remaining === 0) this.#orders.release(order);
      else this.#rest(order);
      this.#retryContingent();
    }
    this.#publishTops();
  }

  /**
   * Puts an order of a snapshot back, without matching or events; oldest first. Throws on an impossible order.
   * @param quantity the total, @param remaining what of it was not filled, in shares
   */
  restore(
    orderId: number,
    side: BookSide,
    price: number,
    quantity: number,
    remaining: number,
    contingency: BookContingency,
    minimum: number,
    disclosed: boolean,
  ): void {
    const reason = invalidId(orderId) || invalidTerms(side, price, quantity, contingency, minimum);
    if (reason !== 0) throw new RangeError(`order ${orderId} cannot be restored: reason ${reason}`);
    if (!Number.isSafeInteger(remaining) || remaining < 1 || remaining > quantity) {
      throw new RangeError(`order ${orderId} cannot be restored: ${remaining} of ${quantity} remaining`);
    }
    const order = this.#create(orderId, side, price, quantity, contingency, minimum, disclosed);
    if (order === null) throw new RangeError(`order ${orderId} cannot be restored: it exists`);
    order.remaining = remaining;
    order.time = ++this.#joined;
    this.#orders.keep(order, this);
    const half = this.#half(side);
    half.join(order);
    half.refreshTop();
    // The snapshot does not tell whether a search was cut off; to retry too often changes nothing.
    if (contingency !== NONE) this.#contingentRetries().undecided(order);
  }

  // ---------------------------------------------------------------- views

  /** The visible top of a side. The object is the book's own and changes with later commands. */
  topOfBook(side: BookSide): SideTop {
    return this.#half(side).top;
  }

  depthAt(side: BookSide, price: number): Depth {
    return this.#half(side).depthAt(rankOf(side, price));
  }

  /** What remains of an order, in shares; 0 when it is not in this book. */
  remainingOf(orderId: number): number {
    return this.#find(orderId)?.remaining ?? 0;
  }

  /** Copies of all resting orders, in the order in which they joined: what `restore` wants. */
  resting(): RestingOrder[] {
    const orders: Order[] = [];
    this.#bids.collect(Infinity, orders);
    this.#offers.collect(Infinity, orders);
    return orders.sort(byTime).map(copyOf);
  }

  /** Nodes of the contingent indexes looked at so far: a measure of work that does not depend on the machine. */
  get contingentVisits(): number {
    return this.#bids.index.visits + this.#offers.index.visits;
  }

  // ---------------------------------------------------------------- for the engine, which has found the order already

  cancelOrder(order: Order): void {
    const { orderId, remaining } = order;
    this.#half(order.side).leave(order);
    this.#orders.release(order);
    this.#listener.cancelled(this.bookId, orderId, remaining, BY_COMMAND);
    this.#settle();
  }

  replaceOrder(order: Order, price: number, quantity: number, contingency: BookContingency, minimum: number): boolean {
    const { orderId } = order;
    const reason = invalidTerms(order.side, price, quantity, contingency, minimum);
    if (reason !== 0) return this.#reject(orderId, reason);
    const filled = order.quantity - order.remaining;
    if (quantity <= filled) return this.#reject(orderId, RejectReason.QUANTITY_NOT_ABOVE_FILLED);

    const kept = keepsPriority(order, price, quantity, contingency, minimum);
    if (kept) this.#lower(order, quantity);
    else this.#retract(order, price, quantity, contingency, minimum);
    const { remaining, minimum: newMinimum } = order;
    this.#listener.replaced(this.bookId, orderId, price, quantity, remaining, contingency, newMinimum, kept);
    if (!kept) this.#join(order, false);
    this.#settle();
    return true;
  }

  // ---------------------------------------------------------------- M6: an order becomes live

  #create(
    orderId: number,
    side: BookSide,
    price: number,
    quantity: number,
    contingency: BookContingency,
    minimum: number,
    disclosed: boolean,
  ): Order | null {
    const order = this.#orders.create(orderId);
    if (order === null) return null;
    order.rank = rankOf(side, price);
    order.quantity = quantity;
    order.remaining = quantity;
    order.terms = termsOf(contingency, minimum);
    order.disclosed = disclosed;
    return order;
  }

  /** Takes an order into the book at this moment: first as a hub, then what remains rests or, if immediate, ends. */
  #join(order: Order, immediate: boolean): void {
    order.time = ++this.#joined;
    if (this.#open) this.#tryAsHub(order);
    if (order.remaining === 0) this.#orders.release(order);
    else if (!immediate) this.#rest(order);
    else {
      const { orderId, remaining } = order;
      this.#orders.release(order);
      this.#listener.cancelled(this.bookId, orderId, remaining, IMMEDIATE_REMAINDER);
    }
  }

  #rest(order: Order): void {
    this.#orders.keep(order, this);
    this.#half(order.side).join(order);
    const retries = order.contingency === NONE ? this.#retries : this.#contingentRetries();
    if (this.#open) retries?.ease(order);
  }

  #tryAsHub(hub: Order): boolean {
    const against = this.#opposite(hub.side);
    if (hub.contingency !== NONE) return this.#tryContingent(hub, against);
    while (hub.remaining > 0) {
      const counter = against.firstCounter(hub.rank, hub.remaining);
      if (counter === null) break;
      this.#match(hub, counter, Math.min(hub.remaining, counter.remaining));
    }
    return true;
  }

  #tryContingent(hub: Order, against: HalfBook): boolean {
    const allocation = this.#allocation;
    const found = allocation.find(hub, against);
    if (!allocation.exhaustive) this.#contingentRetries().undecided(hub);
    if (!found) return false;
    for (let i = 0; i < allocation.count; i++) this.#match(hub, allocation.counters[i]!, allocation.fills[i]!);
    return true;
  }

  // ---------------------------------------------------------------- matches

  #match(hub: Order, counter: Order, quantity: number): void {
    // M5: the order that has been in the book longer gives the price.
    const price = counter.time < hub.time ? counter.price : hub.price;
    this.#fill(hub, quantity);
    this.#fill(counter, quantity);
    this.#listener.matched(
      this.bookId,
      hub.orderId,
      counter.orderId,
      hub.side,
      price,
      quantity,
      hub.remaining,
      counter.remaining,
    );
    if (counter.remaining === 0) this.#orders.release(counter);
  }

  /** A hub that is being tried for the first time does not rest yet. */
  #fill(order: Order, quantity: number): void {
    if (order.level === null) {
      order.remaining -= quantity;
      return;
    }
    if (order.contingency === NONE) {
      this.#half(order.side).reduce(order, quantity);
      return;
    }
    const least = leastFill(order);
    this.#half(order.side).reduce(order, quantity);
    if (order.remaining > 0 && leastFill(order) < least) this.#contingentRetries().loosen(order);
  }

  // ---------------------------------------------------------------- M10: replacing

  #lower(order: Order, quantity: number): void {
    const less = order.quantity - quantity;
    if (less === 0) return;
    const least = leastFill(order);
    order.quantity = quantity;
    this.#half(order.side).reduce(order, less);
    if (this.#open && leastFill(order) < least) this.#contingentRetries().loosen(order);
  }

  #retract(order: Order, price: number, quantity: number, contingency: BookContingency, minimum: number): void {
    this.#half(order.side).leave(order);
    order.remaining += quantity - order.quantity;
    order.quantity = quantity;
    order.rank = rankOf(order.side, price);
    order.terms = termsOf(contingency, minimum);
  }

  // ---------------------------------------------------------------- M7: retries

  #retryContingent(): void {
    const retries = this.#retries;
    if (retries === null) return;
    retries.collect();
    for (let hub = retries.next(); hub !== null; hub = retries.next()) {
      if (!this.#tryContingent(hub, this.#opposite(hub.side))) {
        retries.failed(hub);
        continue;
      }
      if (hub.remaining === 0) this.#orders.release(hub);
      retries.collect();
    }
  }

  /** To be called for contingent orders only: a book without them needs none. */
  #contingentRetries(): Retries {
    this.#retries ??= new Retries(this.#bids, this.#offers);
    return this.#retries;
  }

  // ---------------------------------------------------------------- the rest

  /** Ends a command: retries what it made possible and publishes what it changed. */
  #settle(): void {
    if (this.#open && this.#retries?.mayBeNeeded) this.#retryContingent();
    this.#publishTops();
  }

  #publishTops(): void {
    if (this.#bids.refreshTop()) this.#listener.topOfBookChanged(this.bookId, BUY);
    if (this.#offers.refreshTop()) this.#listener.topOfBookChanged(this.bookId, SELL);
  }

  /** Takes all orders at prices where the two sides overlap out of the book; returns them, oldest first. */
  #takeOverlap(): Order[] {
    const orders: Order[] = [];
    const bestBid = this.#bids.bestRank();
    const bestOffer = this.#offers.bestRank();
    this.#bids.collect(-bestOffer, orders);
    this.#offers.collect(-bestBid, orders);
    for (const order of orders) this.#half(order.side).leave(order);
    return orders.sort(byTime);
  }

  #find(orderId: number): Order | null {
    const order = this.#orders.get(orderId);
    return order !== null && order.book === this ? order : null;
  }

  #half(side: BookSide): HalfBook {
    return side === BUY ? this.#bids : this.#offers;
  }

  #opposite(side: BookSide): HalfBook {
    return side === BUY ? this.#offers : this.#bids;
  }

  #reject(orderId: number, reason: RejectReason): false {
    this.#listener.rejected(this.bookId, orderId, reason);
    return false;
  }
}

function rankOf(side: BookSide, price: number): number {
  return side === BUY ? -price : price;
}

function keepsPriority(
  order: Order,
  price: number,
  quantity: number,
  contingency: BookContingency,
  minimum: number,
): boolean {
  if (price !== order.price || quantity > order.quantity || contingency !== order.contingency) return false;
  return contingency !== MINIMUM || minimum === order.minimum;
}

function byTime(a: Order, b: Order): number {
  return a.time - b.time;
}

function copyOf(order: Order): RestingOrder {
  const { orderId, side, price, quantity, remaining, contingency, minimum, disclosed } = order;
  return { orderId, side, price, quantity, remaining, contingency, minimum, disclosed };
}
