import { ENTRY_STEPS } from '../search/index.ts';
import type { EngineParts, Overlap, PendingWork, SuspendedEntry, UnfinishedWork } from '../shared/index.ts';
import {
  type BookSide,
  byTime,
  type Displayed,
  type EntryQueue,
  type EntryTerms,
  IMMEDIATE_REMAINDER,
  NO_PREVENTION,
  NONE,
  type OrderId,
  POST_ONLY_CROSSED,
  type Records,
  type Ref,
  type ReplacedTerms,
  rankOf,
  termsOf,
} from '../store/index.ts';
import type { BookSides } from './book-sides.ts';
import type { Execution } from './execution.ts';

/** How the orders of a book become live: first as an initiator, then what remains rests or ends (M6). */
export class Joining {
  open = true;
  readonly entering: EntryQueue;
  /** While orders are taken out for an opening: those up to these ranks. */
  #overlap: Overlap | null = null;
  /** The order that enters, has made the matches of its slice and has more to make (M17). */
  suspended: { readonly order: Ref; readonly immediate: boolean } | null = null;
  readonly #parts: EngineParts;
  readonly #records: Records;
  readonly #sides: BookSides;
  readonly #execution: Execution;

  constructor(parts: EngineParts, sides: BookSides, execution: Execution) {
    this.#parts = parts;
    this.#records = parts.records;
    this.#sides = sides;
    this.#execution = execution;
    this.entering = sides.entering;
  }

  get unfinished(): UnfinishedWork | undefined {
    return this.#execution.unfinishedWork;
  }

  get unpublished(): PendingWork['unpublished'] {
    return this.#sides.unpublished;
  }

  get overlap(): Overlap | null {
    return this.#overlap;
  }

  /** Whether an order has made the matches of its slice and has more to make (M17). */
  get isSuspended(): boolean {
    return this.suspended !== null || this.#execution.unfinished !== null;
  }

  /** Whether orders wait to enter, and may. */
  get isOpening(): boolean {
    return this.open && this.#overlap === null && this.entering.size > 0;
  }

  /**
   * Whether plain orders may take the fast path (plain-flow.ts): the book is open, no order has a mode of self-trade
   * prevention or waits to enter, no retry is pending and no search was cut off.
   */
  canUseFastPath(): boolean {
    const { retries, guarded } = this.#sides;
    const isIdle = this.entering.size === 0 && this.#overlap === null && !this.isSuspended;
    return this.open && guarded === 0 && isIdle && (retries === null || retries.canUseFastPath);
  }

  /**
   * Opens the book (M13) or closes it (M12). Returns whether orders are to be moved, one by one, before anything else:
   * those that the other side overlaps out of the book, or those that wait to enter back into it.
   */
  begin(open: boolean): boolean {
    this.open = open;
    this.#overlap = open ? this.#findOverlap() : null;
    if (!open) this.#sides.retries?.clear();
    return open ? this.#overlap !== null : this.entering.size > 0;
  }

  /** All orders of the closed book are to be moved out of it, and then back. */
  takeAllOut(): void {
    this.expectClosed();
    this.#overlap = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  }

  /** Throws unless the book is closed, and no order is on its way into it. */
  expectClosed(): void {
    if (this.open || this.entering.size > 0 || this.isSuspended) throw new Error('the book is not closed');
  }

  /** M18: whether an order would cross the other side if it entered now, and does not wait for others to enter. */
  wouldCross(side: BookSide, rank: number): boolean {
    return this.open && this.entering.size === 0 && this.#overlap === null && this.#crosses(side, rank);
  }

  #crosses(side: BookSide, rank: number): boolean {
    return this.#sides.opposite(side).bestRank() + rank <= 0;
  }

  /** Returns false when no order is left to be moved. */
  moveNext(): boolean {
    if (this.#overlap !== null) return this.#takeOut(this.#overlap);
    const order = this.open ? 0 : this.entering.first;
    if (order === 0) return false;
    // Oldest first: each comes after those that are at its price.
    this.entering.remove(order);
    this.#sides.half(this.#records.side(order)).join(order);
    return true;
  }

  #findOverlap(): Overlap | null {
    const { bids, offers } = this.#sides;
    const [bid, offer] = [bids.bestRank(), offers.bestRank()];
    return bid + offer > 0 ? null : [-offer, -bid];
  }

  #takeOut(overlap: Overlap): boolean {
    const { bids, offers } = this.#sides;
    const worstBid = overlap[0];
    const worstOffer = overlap[1];
    const order = bids.firstUpTo(worstBid) || offers.firstUpTo(worstOffer);
    if (order !== 0) {
      this.#sides.half(this.#records.side(order)).leave(order);
      this.entering.add(order);
      return true;
    }
    this.#overlap = null;
    // A snapshot of 0.1.0 does not say what changed before.
    bids.changeAt(-worstOffer);
    offers.changeAt(-worstBid);
    return false;
  }

  /** The record of a new order, which is not found by its id yet. */
  create(terms: EntryTerms): Ref {
    const records = this.#records;
    const order = records.take();
    records.setRank(order, rankOf(terms.side, terms.price));
    records.setOrderId(order, terms.orderId);
    records.setOwner(order, terms.owner);
    records.setQuantity(order, terms.quantity);
    records.setRemaining(order, terms.quantity - terms.filled);
    records.setTerms(order, termsOf(terms.contingency, terms.minimum));
    records.setFlags(order, (terms.disclosed ? 1 : 0) + 2 * terms.guards);
    records.setLevel(order, 0);
    if (terms.display !== 0) records.setDisplay(order, terms.display);
    return order;
  }

  /**
   * Takes an order into the book at this moment: first as an initiator, then what remains rests or, if immediate, ends.
   */
  join(order: Ref, immediate: boolean): void {
    this.#records.join(order, this.#sides.nextTime());
    const entersLater = this.entering.size > 0;
    if (!this.open || entersLater) {
      if (immediate) this.#execution.end(order, IMMEDIATE_REMAINDER);
      else if (entersLater) this.#enterLater(order);
      else this.rest(order);
    } else this.#tryAndRest(order, immediate);
  }

  /** Goes on with the order that is suspended while it enters (M17). */
  resume(): void {
    if (this.suspended === null) return;
    const { order, immediate } = this.suspended;
    const isTried = this.#execution.unfinished !== null;
    if (this.#execution.finish() === 'unfinished') return;
    this.suspended = null;
    if (isTried) this.#restOrEnd(order, immediate);
    else this.#tryAndRest(order, immediate);
  }

  #tryAndRest(order: Ref, immediate: boolean): void {
    const records = this.#records;
    if (records.isPostOnly(order) && this.#crosses(records.side(order), records.rank(order))) {
      this.#execution.end(order, POST_ONLY_CROSSED);
    } else if (this.#execution.tryAsInitiator(order)) this.#restOrEnd(order, immediate);
    else this.suspend(order, immediate);
  }

  #restOrEnd(order: Ref, immediate: boolean): void {
    if (this.#records.remaining(order) === 0) this.#execution.release(order);
    else if (immediate) this.#execution.end(order, IMMEDIATE_REMAINDER);
    else this.rest(order);
  }

  /** The rest of an order that was tried on the fast path. */
  take({ immediate, ...terms }: SuspendedEntry): void {
    const plain = { contingency: NONE, minimum: 0, guards: NO_PREVENTION, display: 0 } as const;
    const order = this.create({ ...terms, ...plain });
    this.#records.join(order, this.#sides.nextTime());
    this.suspend(order, immediate);
  }

  /** The order is in no half of the book, and is found by its id. */
  suspend(order: Ref, immediate: boolean): void {
    this.#execution.keep(order);
    this.suspended = { order, immediate };
  }

  /** The market is being opened (M13): the order enters after those that wait for it. */
  #enterLater(order: Ref): void {
    this.#execution.keep(order);
    this.entering.add(order);
  }

  rest(order: Ref): void {
    const outcome = this.open ? this.#execution.settleOwn(order) : 'rests';
    if (outcome === 'suspended') this.suspend(order, false);
    if (outcome !== 'rests') return;
    this.#execution.keep(order);
    this.#sides.half(this.#records.side(order)).join(order);
    const retries = this.#records.isPlain(order) ? this.#sides.retries : this.#sides.contingentRetries();
    if (this.open) retries?.ease(order);
  }

  /**
   * M7, M9, M13: retries what can be retried, then lets the next order enter, and so on. Returns false when the work
   * does not reach.
   */
  enterAndRetry(): boolean {
    const { work, allocation } = this.#parts;
    for (;;) {
      if (!this.#execution.retryContingent()) return false;
      const order = this.entering.first;
      if (order === 0) return true;
      const against = this.#sides.opposite(this.#records.side(order));
      const search = this.#records.isPlain(order) ? 0 : allocation.cost(order, against);
      if (!work.affords(ENTRY_STEPS + search)) return false;
      work.advanced();
      work.spend(ENTRY_STEPS);
      this.entering.remove(order);
      this.#tryAndRest(order, false);
      if (this.isSuspended) return false;
    }
  }

  /** M10: the terms of an order that has left its place. */
  change(order: Ref, { price, quantity, contingency, minimum, display }: ReplacedTerms): void {
    const records = this.#records;
    records.setRemaining(order, records.remaining(order) + quantity - records.quantity(order));
    records.setQuantity(order, quantity);
    records.setRank(order, rankOf(records.side(order), price));
    if (records.further(order) !== 0) this.#sides.parted--;
    records.dropFurther(order);
    records.setTerms(order, termsOf(contingency, minimum));
    if (display === 0) return;
    records.setDisplay(order, display);
    this.#sides.parted++;
  }

  /** An order of a snapshot takes its place, without matching or events. */
  restore(order: Ref, shown: Displayed | undefined): void {
    this.#records.join(order, this.#sides.nextTime());
    if (shown !== undefined) this.#records.restoreDisplayed(order, shown.displayed, shown.joined);
    this.#execution.keep(order);
    const half = this.#sides.half(this.#records.side(order));
    half.join(order);
    half.refreshTop();
    if (!this.#records.isPlain(order)) this.#sides.contingentRetries();
  }

  /** All orders in the book or on their way into it, as they joined one after another. */
  all(): Ref[] {
    const orders = this.entering.toArray();
    if (this.suspended !== null) orders.push(this.suspended.order);
    this.#sides.collect(orders);
    return byTime(this.#records, orders);
  }

  /** Takes the orders out of the book that wait to enter or are suspended; then the other pending work. */
  restorePendingWork(pending: PendingWork, find: (orderId: OrderId) => Ref): void {
    const { entering, overlap = null, suspended, unfinished, queued, sides, retriesPending, failed = [] } = pending;
    this.#overlap = overlap;
    const takeOut = (orderId: OrderId) => {
      const order = find(orderId);
      this.#sides.half(this.#records.side(order)).leave(order);
      return order;
    };
    for (const orderId of entering) this.entering.add(takeOut(orderId));
    if (suspended !== undefined) this.suspended = { order: takeOut(suspended[0]), immediate: suspended[1] };
    if (unfinished !== undefined) this.#execution.restore(unfinished, find);
    this.#sides.contingentRetries().restore(queued.map(find), sides, retriesPending, failed);
  }
}
