import { BookSides } from './book-sides.ts';
import { type DueWork, dueWorkOf } from './due-work.ts';
import { type DueBook, EngineParts } from './engine-parts.ts';
import { EntryQueue } from './entry-queue.ts';
import { Execution } from './execution.ts';
import { takeOverlap } from './half-book.ts';
import { type BookListener, BY_COMMAND, IMMEDIATE_REMAINDER, RejectReason } from './listener.ts';
import {
  type BookContingency,
  type BookSide,
  BUY,
  byTime,
  keepsPriority,
  NO_PREVENTION,
  NOBODY,
  NONE,
  type Order,
  type OrderBook,
  rankOf,
  SELL,
  type SelfTradeMode,
  termsOf,
} from './order.ts';
import type { OrderIndex } from './order-index.ts';
import { type RestingOrder, restingOrder } from './resting-order.ts';
import type { Retries } from './retries.ts';
import type { Depth, SideTop } from './top-of-book.ts';
import { invalidIds, invalidTerms } from './validation.ts';
import { COSTLY_STEPS, ENTRY_STEPS } from './work.ts';

/**
 * The book of one security: price-time priority, exact contingencies, by the rules M1 to M13. Synchronous and
 * deterministic; everything it does is told to the listener. What does not fit the work of a command (M9) is due:
 * whoever gives commands must call `carryOn` while `isDue`.
 *
 * Prices are positive safe integers (millionths of a dollar), quantities 1 to 2^31 - 1 shares, order ids positive safe
 * integers that the caller chooses.
 */
export class Book implements OrderBook, DueBook {
  readonly bookId: number;
  guarded = 0;
  readonly #listener: BookListener;
  readonly #parts: EngineParts;
  readonly #orders: OrderIndex;
  readonly #sides: BookSides;
  readonly #execution: Execution;
  /** How many orders have joined: the clock of priority. */
  #joined = 0;
  #open = true;

  /** Orders that wait to enter while the market is being opened (M13). */
  readonly #entering = new EntryQueue();
  /** What commands have lately taken, in steps: for guesses, on which nothing else depends. */
  #recentSteps = 0;

  constructor(listener: BookListener, bookId = 0, parts = new EngineParts()) {
    this.bookId = bookId;
    this.#listener = listener;
    this.#parts = parts;
    this.#orders = parts.orders;
    this.#sides = new BookSides(parts.levels, parts.allocation);
    this.#execution = new Execution(bookId, listener, parts, this.#sides);
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Whether retries or openings did not fit the work of the commands so far (M9). */
  get isDue(): boolean {
    return this.#entering.size > 0 || this.#sides.retries?.areDue === true;
  }

  // ---------------------------------------------------------------- commands

  /**
   * A new limit order: accepted, tried as a hub, then it rests (M6). Returns false when it was rejected.
   * @param minimum shares, used when the contingency is MINIMUM
   * @param immediate what does not trade at once is cancelled
   * @param disclosed whether the order shows in the visible top of book
   * @param filled shares of the quantity that were filled before: of an order that comes back
   * @param owner any positive safe integer, or NOBODY; mode: what it does about its owner's other orders (M15)
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
    filled = 0,
    owner = NOBODY,
    mode: SelfTradeMode = NO_PREVENTION,
  ): boolean {
    const reason = invalidIds(orderId, owner, mode) || invalidTerms(side, price, quantity, contingency, minimum);
    if (reason !== 0) return this.#reject(orderId, reason);
    if (filled >= quantity) return this.#reject(orderId, RejectReason.QUANTITY_NOT_ABOVE_FILLED);
    const order = this.#orders.create(orderId, rankOf(side, price), quantity, termsOf(contingency, minimum), disclosed);
    if (order === null) return this.#reject(orderId, RejectReason.DUPLICATE_ID);
    order.remaining = quantity - filled;
    order.belongTo(owner, mode);
    this.#listener.accepted(this.bookId, orderId, side, price, quantity, contingency, order.minimum);
    this.#join(order, immediate);
    this.settle();
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
    this.#sides.retries?.clear();
    for (let order = this.#entering.first; order !== null; order = this.#entering.first) {
      this.#entering.remove(order);
      this.#sides.half(order.side).join(order);
    }
    this.#parts.due.delete(this);
    this.#publishTops();
  }

  /** M13: the resting orders that the other side overlaps enter one by one, oldest first. */
  openMarket(): void {
    if (this.beginOpening()) this.carryOn();
  }

  /** The first half of openMarket; tells whether there is anything to carry on with. */
  beginOpening(): boolean {
    if (this.#open) return false;
    this.#open = true;
    for (const order of takeOverlap(this.#sides.bids, this.#sides.offers)) this.#entering.add(order);
    if (this.#entering.size === 0) return false;
    this.#parts.due.add(this);
    return true;
  }

  /** A command that only carries on with what is due (M9): it always gets somewhere, where anything is. */
  carryOn(): void {
    const { work, limits } = this.#parts;
    work.begin(limits.continueSteps, true);
    this.carryOnWithin();
  }

  /** The same within the work that is left of a command. */
  carryOnWithin(): void {
    if (!this.isDue) return;
    const { work, due } = this.#parts;
    const isDone = this.#enterAndRetry();
    this.#publishTops();
    due.delete(this);
    work.takeSpent();
    if (isDone) work.advanced();
    else due.add(this);
  }

  /**
   * Puts an order of a snapshot back, without matching or events; oldest first, `restoreDue` after the last. Throws on
   * an impossible order.
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
    owner = NOBODY,
    mode: SelfTradeMode = NO_PREVENTION,
  ): void {
    const reason = invalidIds(orderId, owner, mode) || invalidTerms(side, price, quantity, contingency, minimum);
    if (reason !== 0) throw new RangeError(`order ${orderId} cannot be restored: reason ${reason}`);
    if (!Number.isSafeInteger(remaining) || remaining < 1 || remaining > quantity) {
      throw new RangeError(`order ${orderId} cannot be restored: ${remaining} of ${quantity} remaining`);
    }
    const order = this.#orders.create(orderId, rankOf(side, price), quantity, termsOf(contingency, minimum), disclosed);
    if (order === null) throw new RangeError(`order ${orderId} cannot be restored: it exists`);
    order.remaining = remaining;
    order.belongTo(owner, mode);
    order.time = ++this.#joined;
    this.#orders.keep(order, this);
    const half = this.#sides.half(side);
    half.join(order);
    half.refreshTop();
    if (contingency !== NONE) this.#sides.contingentRetries();
  }

  /** Puts back what was due in the book of a snapshot. Throws when it names an order that is not there. */
  restoreDue(due: DueWork): void {
    for (const order of due.entering.map((id) => this.#known(id))) {
      this.#sides.half(order.side).leave(order);
      this.#entering.add(order);
    }
    this.#sides.contingentRetries().restore(
      due.queued.map((id) => this.#known(id)),
      due.sides,
      due.retriesDue,
    );
    this.#sides.bids.refreshTop();
    this.#sides.offers.refreshTop();
    if (this.isDue) this.#parts.due.add(this);
  }

  // ---------------------------------------------------------------- views

  /** The visible top of a side. The object is the book's own and changes with later commands. */
  topOfBook(side: BookSide): SideTop {
    return this.#sides.half(side).top;
  }

  depthAt(side: BookSide, price: number): Depth {
    return this.#sides.half(side).depthAt(rankOf(side, price));
  }

  /** What remains of an order, in shares; 0 when it is not in this book. */
  remainingOf(orderId: number): number {
    return this.#find(orderId)?.remaining ?? 0;
  }

  /** What is due, for `restoreDue`; null when the orders tell all. */
  dueWork(): DueWork | null {
    return dueWorkOf(this.#sides.retries, this.#entering);
  }

  /** Copies of all orders in the book or on their way into it, as they joined one after another: for `restore`. */
  resting(): RestingOrder[] {
    const orders: Order[] = [...this.#entering];
    this.#sides.collect(orders);
    return orders.sort(byTime).map(restingOrder);
  }

  /**
   * The search work that the next command may take, in steps: a guess, and 0 when it is not worth a thought.
   * @param quantity of a contingent order; 0 for other commands
   */
  expectedSteps(side: BookSide, quantity: number): number {
    const search = quantity === 0 ? 0 : this.#parts.allocation.costOf(quantity, this.#sides.opposite(side));
    const steps = search + this.#recentSteps;
    return steps >= COSTLY_STEPS ? steps : 0;
  }

  /** Nodes of the contingent indexes looked at so far: a measure of work that does not depend on the machine. */
  get contingentVisits(): number {
    return this.#sides.bids.index.visits + this.#sides.offers.index.visits;
  }

  // ---------------------------------------------------------------- for the engine, which has found the order already

  cancelOrder(order: Order): void {
    this.withdraw(order);
    this.settle();
  }

  /** Takes an order out; `settle` must follow before the command ends. */
  withdraw(order: Order): void {
    this.#leave(order);
    this.#execution.end(order, BY_COMMAND);
  }

  replaceOrder(order: Order, price: number, quantity: number, contingency: BookContingency, minimum: number): boolean {
    const { orderId } = order;
    const reason = invalidTerms(order.side, price, quantity, contingency, minimum);
    if (reason !== 0) return this.#reject(orderId, reason);
    const filled = order.quantity - order.remaining;
    if (quantity <= filled) return this.#reject(orderId, RejectReason.QUANTITY_NOT_ABOVE_FILLED);

    const kept = keepsPriority(order, price, quantity, contingency, minimum);
    if (kept) this.#execution.lower(order, quantity, this.#open);
    else this.#retract(order, price, quantity, contingency, minimum);
    const { remaining, minimum: newMinimum } = order;
    this.#listener.replaced(this.bookId, orderId, price, quantity, remaining, contingency, newMinimum, kept);
    if (!kept) this.#join(order, false);
    this.settle();
    return true;
  }

  // ---------------------------------------------------------------- M6: an order becomes live

  /** Takes an order into the book at this moment: first as a hub, then what remains rests or, if immediate, ends. */
  #join(order: Order, immediate: boolean): void {
    order.time = ++this.#joined;
    const entersLater = this.#entering.size > 0;
    if (this.#open && !entersLater) this.#execution.tryAsHub(order, this.guarded > 0);
    if (order.remaining === 0) this.#orders.release(order);
    else if (!immediate) {
      if (entersLater) this.#enterLater(order);
      else this.#rest(order);
    } else this.#execution.end(order, IMMEDIATE_REMAINDER);
  }

  /** The market is being opened (M13): the order enters behind those that wait for it. */
  #enterLater(order: Order): void {
    this.#orders.keep(order, this);
    this.#entering.add(order);
  }

  #rest(order: Order): void {
    if (this.#open && this.#execution.settleOwn(order, this.guarded > 0)) return;
    this.#orders.keep(order, this);
    this.#sides.half(order.side).join(order);
    const retries = order.contingency === NONE ? this.#sides.retries : this.#sides.contingentRetries();
    if (this.#open) retries?.ease(order);
  }

  /** M10. */
  #retract(order: Order, price: number, quantity: number, contingency: BookContingency, minimum: number): void {
    this.#leave(order);
    order.remaining += quantity - order.quantity;
    order.quantity = quantity;
    order.rank = rankOf(order.side, price);
    order.terms = termsOf(contingency, minimum);
  }

  // ---------------------------------------------------------------- M7, M9, M13: retries, and orders that enter

  /**
   * Retries what can be retried, then lets the next order enter, and so on. Returns false when the work does not reach.
   */
  #enterAndRetry(): boolean {
    const { work, allocation } = this.#parts;
    for (;;) {
      if (!this.#execution.retryContingent()) return false;
      const order = this.#entering.first;
      if (order === null) return true;
      const search = order.contingency === NONE ? 0 : allocation.cost(order, this.#sides.opposite(order.side));
      if (!work.affords(ENTRY_STEPS + search)) return false;
      work.advanced();
      work.spend(ENTRY_STEPS);
      this.#entering.remove(order);
      this.#execution.tryAsHub(order, this.guarded > 0);
      if (order.remaining === 0) this.#orders.release(order);
      else this.#rest(order);
    }
  }

  // ---------------------------------------------------------------- the rest

  /** Ends a command: retries and publishes what it changed. @param begins whether its search work begins with that */
  settle(begins = true): void {
    if (begins) this.#parts.work.begin(this.#parts.limits.commandSteps, false);
    if (this.#open && this.#sides.retries?.mayBeNeeded) this.#retry(this.#sides.retries);
    this.#publishTops();
  }

  #retry(retries: Retries): void {
    const { work, due, busy } = this.#parts;
    if (this.isDue) retries.note();
    else if (!this.#execution.retryContingent()) due.add(this);
    this.#recentSteps = Math.max(work.takeSpent(), this.#recentSteps >>> 1);
    if (this.#recentSteps >= COSTLY_STEPS) busy.add(this);
    else busy.delete(this);
  }

  #publishTops(): void {
    if (this.#sides.bids.refreshTop()) this.#listener.topOfBookChanged(this.bookId, BUY);
    if (this.#sides.offers.refreshTop()) this.#listener.topOfBookChanged(this.bookId, SELL);
  }

  /** A live order leaves, whether it rests or waits to enter. */
  #leave(order: Order): void {
    if (order.level === null) this.#entering.remove(order);
    else this.#sides.half(order.side).leave(order);
  }

  #known(orderId: number): Order {
    const order = this.#find(orderId);
    if (order === null) throw new RangeError(`order ${orderId} is not in the book`);
    return order;
  }

  #find(orderId: number): Order | null {
    const order = this.#orders.get(orderId);
    return order !== null && order.book === this ? order : null;
  }

  #reject(orderId: number, reason: RejectReason): false {
    this.#listener.rejected(this.bookId, orderId, reason);
    return false;
  }
}
