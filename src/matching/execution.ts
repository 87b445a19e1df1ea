import type { BookSides } from './book-sides.ts';
import type { EngineParts } from './engine-parts.ts';
import { type HalfBook, ownCrossing } from './half-book.ts';
import { type BookListener, type CancelCause, SELF_TRADE } from './listener.ts';
import { leastFill, NONE, type Order } from './order.ts';
import { cancelledOf, isGuarded } from './self-trade.ts';

/** Tries the orders of a book as hubs, and makes the matches (M2 to M6). */
export class Execution {
  readonly #bookId: number;
  readonly #listener: BookListener;
  readonly #parts: EngineParts;
  readonly #sides: BookSides;

  constructor(bookId: number, listener: BookListener, parts: EngineParts, sides: BookSides) {
    this.#bookId = bookId;
    this.#listener = listener;
    this.#parts = parts;
    this.#sides = sides;
  }

  /**
   * What it could not trade remains of the order.
   * @param others whether other orders of the book have a mode of self-trade prevention (M15)
   */
  tryAsHub(hub: Order, others: boolean): void {
    const against = this.#sides.opposite(hub.side);
    const guarded = isGuarded(hub, others);
    if (hub.contingency !== NONE || guarded) {
      this.#tryAllocation(hub, against, guarded);
      return;
    }
    while (hub.remaining > 0) {
      const counter = against.firstCounter(hub.rank, hub.remaining);
      if (counter === null) break;
      this.#match(hub, counter, Math.min(hub.remaining, counter.remaining));
    }
  }

  /** Tells whether the order has traded. One that rests crosses no order that it must not trade with (M15). */
  #tryAllocation(hub: Order, against: HalfBook, guarded: boolean): boolean {
    const { allocation, work } = this.#parts;
    const found = allocation.find(hub, against, guarded);
    work.spend(allocation.steps);
    if (!allocation.exhaustive) this.#sides.contingentRetries().undecided(hub);
    if (!found) return false;
    for (let i = 0; i < allocation.count; i++) this.#match(hub, allocation.counters[i]!, allocation.fills[i]!);
    return true;
  }

  /**
   * M15: settles what an entering order would rest crossed with. Tells whether it has itself ended.
   * @param others as in tryAsHub
   */
  settleOwn(entering: Order, others: boolean): boolean {
    if (!isGuarded(entering, others)) return false;
    for (const resting of ownCrossing(entering, this.#sides.opposite(entering.side))) {
      this.#parts.work.spend(1);
      const ends = cancelledOf(entering, resting);
      if (ends.resting) {
        this.#sides.half(resting.side).leave(resting);
        this.end(resting, SELF_TRADE);
      }
      if (!ends.entering) continue;
      this.end(entering, SELF_TRADE);
      return true;
    }
    return false;
  }

  /** Ends an order that rests nowhere any more. */
  end(order: Order, cause: CancelCause): void {
    const { orderId, remaining, side, price } = order;
    this.#parts.orders.release(order);
    this.#listener.cancelled(this.#bookId, orderId, remaining, cause, side, price);
  }

  #match(hub: Order, counter: Order, quantity: number): void {
    // M5: the order that has been in the book longer gives the price.
    const price = counter.time < hub.time ? counter.price : hub.price;
    this.#fill(hub, quantity);
    this.#fill(counter, quantity);
    this.#listener.matched(
      this.#bookId,
      hub.orderId,
      counter.orderId,
      hub.side,
      price,
      quantity,
      hub.remaining,
      counter.remaining,
    );
    if (counter.remaining === 0) this.#parts.orders.release(counter);
  }

  /** A hub that is being tried for the first time does not rest yet. */
  #fill(order: Order, quantity: number): void {
    if (order.level === null) {
      order.remaining -= quantity;
      return;
    }
    if (order.contingency === NONE) {
      this.#sides.half(order.side).reduce(order, quantity);
      return;
    }
    const least = leastFill(order);
    this.#sides.half(order.side).reduce(order, quantity);
    if (order.remaining > 0 && leastFill(order) < least) this.#sides.contingentRetries().loosen(order);
  }

  /** M10: the order gets a smaller quantity and keeps its place. @param open whether it may trade for it */
  lower(order: Order, quantity: number, open: boolean): void {
    const less = order.quantity - quantity;
    if (less === 0) return;
    const least = leastFill(order);
    order.quantity = quantity;
    if (order.level === null) {
      // It waits to enter.
      order.remaining -= less;
      return;
    }
    this.#sides.half(order.side).reduce(order, less);
    if (open && leastFill(order) < least) this.#sides.contingentRetries().loosen(order);
  }

  /** M7, M9: retries what can be retried. Returns false when the work of the command does not reach. */
  retryContingent(): boolean {
    const { retries } = this.#sides;
    if (retries === null) return true;
    const { work, orders } = this.#parts;
    retries.collect(work);
    for (let hub = retries.next(work); hub !== null; hub = retries.next(work)) {
      work.advanced();
      if (!this.#tryAllocation(hub, this.#sides.opposite(hub.side), false)) {
        retries.failed(hub);
        continue;
      }
      if (hub.remaining === 0) orders.release(hub);
      retries.collectAgain(work);
    }
    return !retries.areDue;
  }
}
