import { BUY, type HalfBook, type Records, type Ref } from '../store/index.ts';
import type { Allocation } from './allocation.ts';
import { Question } from './question.ts';
import { RetryQueue } from './retry-queue.ts';
import { SupplyTable } from './supply-table.ts';
import type { Work } from './work.ts';

/** From this many initiators of a side on, what they all ask is asked once before each of them is tried. */
const QUESTION_INITIATORS_MIN = 4;
/** The cost of queueing an order, in steps. */
const QUEUE_STEPS = 100;

/** The conditions that one side's contingent orders wait for. */
class Waiting {
  readonly side: HalfBook;
  readonly supplier: HalfBook;
  /**
   * The best rank at which the supplier gained since orders were last queued, or the rank of one that left and
   * may have represented others; Infinity without one.
   */
  gained = Infinity;
  /** The worst rank of an order that was queued since nothing was pending; -Infinity when none was. */
  round = -Infinity;
  /** Whether a search of this side was cut off (M9), so that any change of the supplier may let it succeed. */
  undecided = false;
  /** Whether the supplier has changed since then. */
  recheck = false;
  /** Whether what all in the queue ask was asked since orders were last queued. */
  asked = false;

  constructor(side: HalfBook, supplier: HalfBook) {
    this.side = side;
    this.supplier = supplier;
  }

  /** Call it after a change. */
  note(): void {
    const best = this.side.contingent.best;
    const { changed, changedRank, records } = this.supplier;
    this.gained = Math.min(this.gained, -this.side.index.takeLost());
    if (this.undecided && changed && best !== 0 && records.rank(best) + changedRank <= 0) this.recheck = true;
  }

  /** The worst rank of an order to queue; -Infinity without one. The next call starts again. */
  takeRank(): number {
    const rank = this.recheck ? -this.supplier.bestRank() : -this.gained;
    if (this.recheck) this.undecided = false;
    this.gained = Infinity;
    this.recheck = false;
    this.round = Math.max(this.round, rank);
    return rank;
  }

  /** Nothing is pending any more. */
  endRound(): void {
    this.round = -Infinity;
    this.asked = false;
  }

  forget(): void {
    this.side.index.takeLost();
    this.gained = Infinity;
    this.recheck = false;
    this.endRound();
  }

  get canUseFastPath(): boolean {
    return !this.undecided && !this.recheck && this.gained === Infinity && this.round === -Infinity;
  }

  get state(): SideRetries {
    const { gained, round, asked, undecided, recheck } = this;
    return { gained: finiteOrNull(gained), round: finiteOrNull(round), asked, undecided, recheck };
  }

  restore(state: SideRetries): void {
    Object.assign(this, state);
    this.gained = state.gained ?? Infinity;
    this.round = state.round ?? -Infinity;
  }
}

/** The conditions of a side, as a snapshot keeps them. A rank is null where it does not exist. */
export interface SideRetries {
  readonly gained: number | null;
  readonly round: number | null;
  readonly asked: boolean;
  readonly undecided: boolean;
  readonly recheck: boolean;
}

/**
 * Finds the resting contingent orders to retry as initiators, oldest first (M7), without retrying them all.
 *
 * At rest none of them can execute (M8), and removing liquidity adds no lawful allocation. So only these can be
 * next: an order that became easier to fill (its least fill fell), and the contingent orders of the other side that
 * cross an order which came to rest or became easier to fill. An initiator that has just executed is not among them:
 * had it another lawful allocation, both together would have been lawful before, and greater.
 *
 * A search that M9 cut off knows less than that: until all of a side have been decided again, every change that its
 * orders cross has them all retried.
 *
 * Retries that do not fit the work of a command (M9) stay in the queue and are pending.
 */
export class Retries {
  readonly #allocation: Allocation;
  readonly #records: Records;
  readonly #question = new Question();
  readonly #queue = new RetryQueue();
  readonly #bids: Waiting;
  readonly #offers: Waiting;
  /** The shapes of orders retried in vain since the last execution. */
  readonly #failed = new Set<string>();
  #retriesPending = false;

  constructor(bids: HalfBook, offers: HalfBook, allocation: Allocation) {
    this.#allocation = allocation;
    this.#records = bids.records;
    this.#bids = new Waiting(bids, offers);
    this.#offers = new Waiting(offers, bids);
  }

  /** Whether orders wait that did not fit the work of a command. */
  get arePending(): boolean {
    return this.#retriesPending;
  }

  /** Whether nothing is left of earlier commands that a later one could go on with. */
  get canUseFastPath(): boolean {
    return !this.#retriesPending && this.#queue.size === 0 && this.#bids.canUseFastPath && this.#offers.canUseFastPath;
  }

  /** The order has come to rest, or become easier to fill: the other side has more to choose from. */
  ease(order: Ref): void {
    const rank = this.#records.rank(order);
    const gaining = this.#records.side(order) === BUY ? this.#offers : this.#bids;
    if (gaining.side.index.size > 0 && rank < gaining.gained) gaining.gained = rank;
  }

  /** The order's own least fill fell. */
  loosen(order: Ref): void {
    this.#push(order);
    this.ease(order);
  }

  /** The order was not tried exhaustively (M9). */
  undecided(order: Ref): void {
    this.#waitingOf(order).undecided = true;
  }

  /** The order was retried and did not execute. */
  failed(order: Ref): void {
    this.#failed.add(this.#shapeOf(order));
  }

  /** Whether any contingent order rests, which those in the queue do at the end of a command too. */
  get mayBeNeeded(): boolean {
    return this.#bids.side.index.size > 0 || this.#offers.side.index.size > 0;
  }

  /** Remembers what a command changed, for when the retries that are pending go on. */
  note(): void {
    this.#bids.note();
    this.#offers.note();
  }

  /** Queues what changes concern: to be called before the first `next` of a command. */
  collect(work: Work): void {
    this.note();
    this.#collectFrom(this.#bids, this.#bids.takeRank(), work);
    this.#collectFrom(this.#offers, this.#offers.takeRank(), work);
  }

  /**
   * The same after an execution. Those that were queued before may have represented others that are equal, or may have
   * failed for want of what the execution made possible: so they are all tried again.
   */
  collectAgain(work: Work): void {
    this.#failed.clear();
    this.note();
    this.#bids.takeRank();
    this.#offers.takeRank();
    this.#collectFrom(this.#bids, this.#bids.round, work);
    this.#collectFrom(this.#offers, this.#offers.round, work);
  }

  /**
   * The oldest order that may be able to execute; 0 without one, or when the work does not reach (arePending).
   */
  next(work: Work): Ref {
    this.#retriesPending = false;
    for (let order = this.#queue.peek(); order !== 0; order = this.#queue.peek()) {
      const waiting = this.#waitingOf(order);
      if (this.#failed.has(this.#shapeOf(order))) this.#queue.drop();
      else if (this.#shouldAsk(waiting)) this.#retriesPending = !this.#ask(waiting, work);
      else if (work.affords(this.#allocation.cost(order, waiting.supplier))) {
        this.#queue.drop();
        return order;
      } else this.#retriesPending = true;
      if (this.#retriesPending) break;
    }
    // A set is made again when it is cleared, even an empty one.
    if (this.#failed.size > 0) this.#failed.clear();
    if (this.#retriesPending) return 0;
    this.#bids.endRound();
    this.#offers.endRound();
    return 0;
  }

  /** The market closes. Pending work is dropped, because all orders enter again when the market opens (M13). */
  clear(): void {
    this.#queue.filter(() => false);
    this.#bids.forget();
    this.#offers.forget();
    this.#retriesPending = false;
  }

  // ---------------------------------------------------------------- for snapshots

  /** Those that wait to be retried, oldest first. */
  get queued(): Ref[] {
    return this.#queue.toArray();
  }

  /** The shapes of those that were retried in vain, while another of them is being searched for. */
  get failedShapes(): readonly string[] {
    return [...this.#failed];
  }

  get sides(): readonly [SideRetries, SideRetries] {
    return [this.#bids.state, this.#offers.state];
  }

  restore(
    queued: readonly Ref[],
    [bids, offers]: readonly [SideRetries, SideRetries],
    pending: boolean,
    failed: readonly string[],
  ): void {
    for (const order of queued) this.#push(order);
    for (const shape of failed) this.#failed.add(shape);
    this.#bids.restore(bids);
    this.#offers.restore(offers);
    this.#retriesPending = pending;
  }

  // ---------------------------------------------------------------- inside

  #waitingOf(order: Ref): Waiting {
    return this.#records.side(order) === BUY ? this.#bids : this.#offers;
  }

  #push(order: Ref): void {
    this.#queue.push(this.#waitingOf(order).side.index.nodeOf(order));
  }

  #shouldAsk(waiting: Waiting): boolean {
    return !waiting.asked && this.#queue.size >= QUESTION_INITIATORS_MIN;
  }

  /**
   * Takes those of a side out of the queue that cannot execute, when they are many. Returns false when the work does
   * not reach.
   */
  #ask(waiting: Waiting, work: Work): boolean {
    const isAsked = (order: Ref) =>
      this.#waitingOf(order) === waiting && this.#records.remaining(order) <= this.#allocation.limits.bitQuantity;
    const initiators = this.#queue
      .toArray()
      .filter(isAsked)
      .sort((a, b) => this.#records.byPriority(b, a));
    if (initiators.length >= QUESTION_INITIATORS_MIN) {
      if (!work.affords(this.#question.cost(initiators, waiting.supplier))) return false;
      const hopeless = new Set<Ref>();
      work.spend(this.#question.ask(initiators, waiting.supplier, (initiator) => hopeless.add(initiator)));
      if (hopeless.size > 0) this.#queue.filter((order) => !hopeless.has(order));
    }
    waiting.asked = true;
    return true;
  }

  /**
   * Queues the orders that the supplier's changes concern and that it could perhaps supply; of equal ones the oldest.
   */
  #collectFrom(waiting: Waiting, rank: number, work: Work): void {
    if (rank === -Infinity) return;
    waiting.asked = false;
    const { side, supplier } = waiting;
    const best = side.contingent.best;
    if (best === 0 || this.#records.rank(best) > rank) return;
    // Most changes give too little for any of them.
    const { least } = side.index;
    if (supplier.supply(this.#records.rank(best), least) < least) return;
    const supplies = new SupplyTable(supplier, this.#records.rank(best));
    if (!side.index.someSupplied(supplies.most)) return;

    const seen = new Set<string>();
    side.index.forEachSupplied(rank, supplies, (order) => {
      const shape = this.#shapeOf(order);
      if (seen.has(shape)) return;
      seen.add(shape);
      this.#push(order);
      work.spend(QUEUE_STEPS);
    });
  }

  /** All that an order's success as an initiator depends on, besides the book: equal orders fail alike. */
  #shapeOf(order: Ref): string {
    const records = this.#records;
    return `${records.rank(order)} ${records.remaining(order)} ${records.leastFill(order)}`;
  }
}

function finiteOrNull(rank: number): number | null {
  return Number.isFinite(rank) ? rank : null;
}
