import type { Supply } from './contingent-index.ts';
import type { HalfBook } from './half-book.ts';
import { BUY, leastFill, type Order } from './order.ts';
import { RetryQueue } from './retry-queue.ts';

/** What one side's contingent orders wait for. */
class Waiting {
  readonly side: HalfBook;
  readonly supplier: HalfBook;
  /** The best rank at which the supplier gained during this command; Infinity when it did not. */
  gained = Infinity;
  /** Whether a search of this side was cut off (M9), so that any change of the supplier may let it succeed. */
  undecided = false;
  /** Whether that was the case when the supplier changed during this command. */
  recheck = false;

  constructor(side: HalfBook, supplier: HalfBook) {
    this.side = side;
    this.supplier = supplier;
  }

  /** The worst rank of an order to retry; -Infinity when there is none. */
  retryUpTo(): number {
    const best = this.side.contingent.best;
    const { changed, changedRank } = this.supplier;
    if (this.undecided && changed && best !== null && best.rank + changedRank <= 0) this.recheck = true;
    return this.recheck ? -this.supplier.bestRank() : -this.gained;
  }
}

/**
 * Which resting contingent orders to retry as hubs, oldest first (M7), without retrying them all.
 *
 * Between commands none of them can execute (M8), and taking liquidity away adds no lawful allocation. So only these
 * can be next: an order that became easier to fill (its least fill fell), and the contingent orders of the other side
 * that cross an order which came to rest or became easier to fill. A hub that has just executed is not among them: had
 * it another lawful allocation, both together would have been lawful before, and greater.
 *
 * A search that M9 cut off knows less than that: until all of a side have been decided again, every change that its
 * orders cross has them all retried.
 */
export class Retries {
  readonly #queue = new RetryQueue();
  readonly #bids: Waiting;
  readonly #offers: Waiting;
  /** The shapes of orders retried in vain since the last execution. */
  readonly #failed = new Set<string>();

  constructor(bids: HalfBook, offers: HalfBook) {
    this.#bids = new Waiting(bids, offers);
    this.#offers = new Waiting(offers, bids);
  }

  /** The order has come to rest, or become easier to fill: the other side has more to choose from. */
  ease(order: Order): void {
    const gaining = order.side === BUY ? this.#offers : this.#bids;
    if (gaining.side.index.size > 0 && order.rank < gaining.gained) gaining.gained = order.rank;
  }

  /** The order's own least fill fell. */
  loosen(order: Order): void {
    this.#queue.push(order);
    this.ease(order);
  }

  /** The order was not tried exhaustively (M9), or comes from a snapshot, which does not tell. */
  undecided(order: Order): void {
    (order.side === BUY ? this.#bids : this.#offers).undecided = true;
  }

  /** The order was retried and did not execute. */
  failed(order: Order): void {
    this.#failed.add(shapeOf(order));
  }

  /** Whether any contingent order rests, which those in the queue do at the end of a command too. */
  get mayBeNeeded(): boolean {
    return this.#bids.side.index.size > 0 || this.#offers.side.index.size > 0;
  }

  /** To be called before the first `next` of a command, and after each execution. */
  collect(): void {
    if (this.#failed.size > 0) this.#failed.clear();
    this.#collectFrom(this.#bids);
    this.#collectFrom(this.#offers);
  }

  /** The oldest order that may be able to execute; null when there is none, which ends the retries of the command. */
  next(): Order | null {
    for (let order = this.#queue.pop(); order !== null; order = this.#queue.pop()) {
      if (this.#failed.size === 0 || !this.#failed.has(shapeOf(order))) return order;
    }
    this.#bids.gained = this.#offers.gained = Infinity;
    this.#bids.recheck = this.#offers.recheck = false;
    if (this.#failed.size > 0) this.#failed.clear();
    return null;
  }

  /** Queues the orders that the supplier's changes concern and that it could perhaps supply; of equal ones the oldest. */
  #collectFrom(waiting: Waiting): void {
    const rank = waiting.retryUpTo();
    if (rank === -Infinity) return;
    if (waiting.recheck) waiting.undecided = false;
    const { side, supplier } = waiting;
    const best = side.contingent.best;
    if (best === null || best.rank > rank) return;
    const most = supplier.supplyFor(best.rank);
    if (!side.index.someSupplied(most)) return;

    let knownRank = best.rank;
    let known: Supply = most;
    const supplyAt = (hubRank: number): Supply => {
      if (hubRank !== knownRank) {
        knownRank = hubRank;
        known = supplier.supplyFor(hubRank);
      }
      return known;
    };
    const seen = new Set<string>();
    side.index.forEachSupplied(rank, most, supplyAt, (order) => {
      const shape = shapeOf(order);
      if (seen.has(shape)) return;
      seen.add(shape);
      this.#queue.push(order);
    });
  }
}

/** All that an order's success as a hub depends on, besides the book: equal orders fail alike. */
function shapeOf(order: Order): string {
  return `${order.side} ${order.price} ${order.remaining} ${leastFill(order)}`;
}
