/**
 * The problem: price-time priority is easy until orders have conditions. An all-or-none order may be unable to trade
 * with the best contra, and able to trade once a third order arrives. So each change of the book may let resting
 * orders trade, and the rules say which one is tried first and with whom (M4, M7).
 *
 * The book keeps two sides. An entering order is the initiator of an execution; what is left of it rests. After that,
 * `settle` tries the resting contingent orders again until none can trade (M8). Orders without conditions take
 * the fast path, with the same results, while the book lets them (fast/plain-flow.ts).
 *
 * What can go wrong: a command that would take too long (it stops after its slice; the rest is pending work that
 * `resume` performs, M9, M17); an order that must not meet its owner's other orders (guards, M15); a book that opens
 * or closes with orders in it (they enter one by one, M13).
 *
 * Never: an order at rest that could execute (M8); a trade at a price worse than a limit, or of less than a least fill
 * (M3); a result that depends on a clock, on chance or on the order of a hash table (M11).
 */

import { PlainFlow } from '../fast/index.ts';
import type { Retries } from '../search/index.ts';
import { EngineParts, type PartBook, type PendingWork, pendingWorkOf, type SuspendedEntry } from '../shared/index.ts';
import {
  type AuctionTerms,
  BOOK,
  type BookContingency,
  type BookId,
  type BookListener,
  type BookSide,
  BY_COMMAND,
  type Depth,
  type EntryTerms,
  type Guards,
  type HalfBook,
  keepsPriority,
  NO_PREVENTION,
  NOBODY,
  type OrderId,
  type Price,
  type Records,
  type Ref,
  RejectReason,
  type ReplacedTerms,
  type RestingOrder,
  rankOf,
  replaceableTerms,
  restingOrders,
  type Shares,
  type ShownLevel,
  type SideTop,
  WORDS,
} from '../store/index.ts';
import { Adjusting } from './adjusting.ts';
import { BookAuction } from './book-auction.ts';
import { checkBook } from './book-checks.ts';
import { BookSides } from './book-sides.ts';
import { Execution } from './execution.ts';
import { Joining } from './joining.ts';
import { RecentSteps } from './recent-steps.ts';
import type { Unfinished } from './unfinished.ts';
import { checkRemaining, invalidDisplay, invalidEntry, invalidTerms } from './validation.ts';

const words = WORDS;
const { CLOSED } = BOOK;

/**
 * The book of one security: price-time priority, exact contingencies, by the rules M1 to M13. Synchronous and
 * deterministic; it reports everything to the listener. What does not fit the work of a command (M9) is pending: the
 * caller must call `resume` while `hasPendingWork`.
 *
 * Prices are positive safe integers (millionths of a dollar), quantities 1 to 2^31 - 1 shares, order ids positive safe
 * integers that the caller chooses.
 */
export class Book implements PartBook {
  readonly bookId: BookId;
  /** The records of its sides. */
  readonly record: Ref = 0;
  readonly adjusting: Adjusting;
  readonly #sides: BookSides;
  readonly #listener: BookListener;
  readonly #flow: PlainFlow;
  readonly #parts: EngineParts;
  readonly #records: Records;
  readonly #execution: Execution;
  readonly #joining: Joining;
  #auction: BookAuction | null = null;
  readonly #recent: RecentSteps;

  /** @param flow the fast path of the books of an engine; a book by itself has its own */
  constructor(listener: BookListener, bookId = 0, parts = new EngineParts(), flow = new PlainFlow(listener, parts)) {
    this.bookId = bookId;
    this.#listener = listener;
    this.#flow = flow;
    this.#parts = parts;
    this.#records = parts.records;
    this.#sides = new BookSides(parts, bookId, parts.books.length);
    this.record = this.#sides.record;
    this.#execution = new Execution(bookId, listener, parts, this.#sides);
    this.#joining = new Joining(parts, this.#sides, this.#execution);
    this.adjusting = new Adjusting(this.#joining, this.#records);
    this.#recent = new RecentSteps(parts);
    parts.books.push(this);
  }

  get isOpen(): boolean {
    return this.#joining.open;
  }

  /** Whether retries or openings did not fit the work of the commands so far (M9), or an auction is to go on (Q6). */
  get hasPendingWork(): boolean {
    return this.#joining.isOpening || this.#sides.retries?.arePending === true || this.isUncrossing;
  }

  /** Whether an auction has begun that `resume` has not ended. Commands of the book throw meanwhile. */
  get isUncrossing(): boolean {
    return this.#auction !== null;
  }

  /** Whether an order has made the matches of its slice and has more to make (M17). */
  get isSuspended(): boolean {
    return this.#joining.isSuspended;
  }

  // ---------------------------------------------------------------- commands

  /**
   * A new limit order: accepted, tried as an initiator, then it rests (M6). Returns false when it was rejected.
   * @param minimum shares, used when the contingency is MINIMUM
   * @param immediate what does not trade at once is cancelled
   * @param disclosed whether the order shows in the visible top of book
   * @param filled shares of the quantity that were filled before: of an order that comes back
   * @param owner any positive safe integer, or NOBODY; guards: what it keeps itself from (M15, M18)
   * @param display the display quantity, in shares; 0: the order shows whole (M19)
   */
  enter(
    orderId: OrderId,
    side: BookSide,
    price: Price,
    quantity: Shares,
    contingency: BookContingency,
    minimum: Shares,
    immediate: boolean,
    disclosed: boolean,
    filled = 0,
    owner = NOBODY,
    guards: Guards = NO_PREVENTION,
    display = 0,
  ): boolean {
    // biome-ignore format: in the order of the parameters
    return this.#flow.enter(this.record,
      orderId, side, price, quantity, contingency, minimum, immediate, disclosed, filled, owner, guards, display);
  }

  enterGeneral(terms: EntryTerms, immediate: boolean): boolean {
    const { orderId, side, price, quantity, contingency, filled } = terms;
    if (!this.isOpen) this.#auction?.refuseCommand();
    const reason = invalidEntry(terms);
    if (reason !== 0) return this.#reject(orderId, reason);
    if (filled >= quantity) return this.#reject(orderId, RejectReason.QUANTITY_NOT_ABOVE_FILLED);
    if (this.#parts.orders.get(orderId) !== 0) return this.#reject(orderId, RejectReason.DUPLICATE_ID);
    const order = this.#joining.create(terms);
    const minimum = this.#records.minimum(order);
    this.#listener.accepted(this.bookId, orderId, side, price, quantity, contingency, minimum);
    this.#parts.work.beginSlice();
    this.#joining.join(order, immediate);
    this.#parts.work.beginCommand();
    this.settle();
    return true;
  }

  /** Returns false when the order is not in this book. */
  cancel(orderId: OrderId): boolean {
    const order = this.#find(orderId);
    if (order === 0) return this.#reject(orderId, RejectReason.UNKNOWN_ORDER);
    this.#flow.cancel(order);
    return true;
  }

  /**
   * M10. Less at the same price and with the same contingency, or no change at all, keeps the priority.
   * @param quantity the new total, in shares; must exceed what is filled
   */
  replace(
    orderId: OrderId,
    price: Price,
    quantity: Shares,
    contingency: BookContingency,
    minimum: Shares,
    display = 0,
  ): boolean {
    const order = this.#find(orderId);
    if (order === 0) return this.#reject(orderId, RejectReason.UNKNOWN_ORDER);
    return this.#flow.replace(order, price, quantity, contingency, minimum, display);
  }

  /** M12: from now on orders rest without trading. */
  closeMarket(): void {
    if (this.beginMarket(false)) while (this.moveNext());
  }

  /** M13: the resting orders that the other side overlaps enter one by one, oldest first. */
  openMarket(): void {
    if (this.isOpen || !this.beginMarket(true)) return;
    while (this.moveNext());
    this.resume();
  }

  /** Opens or closes the book. Returns whether orders are to be moved then, by `moveNext`, before any other command. */
  beginMarket(open: boolean): boolean {
    this.#auction?.refuseCommand();
    const hasMoves = this.#joining.begin(open);
    if (!open) this.#parts.pending.delete(this);
    this.#updateFastPath();
    return hasMoves;
  }

  /**
   * Moves one order: for an opening out of the book, to wait until it enters, for a close back into it. Returns false
   * when none was left; what was taken out is due then.
   */
  moveNext(): boolean {
    if (this.#joining.moveNext()) return true;
    if (this.isOpen) this.#parts.pending.add(this);
    else if (this.#joining.entering.size === 0) this.#sides.publishTops(this.bookId, this.#listener);
    this.#updateFastPath();
    return false;
  }

  /**
   * Begins a call auction of the resting orders but the post-only ones (Q6): `resume` then computes it, reports
   * `uncrossed`, and makes its cancels and matches. Throws unless the book is closed and nothing in it is pending.
   */
  beginAuction(terms: AuctionTerms): void {
    this.#joining.expectClosed();
    this.#auction?.refuseCommand();
    this.#newAuction().begin(terms);
    this.#parts.pending.add(this);
  }

  /** A command that only resumes pending work (M9): it always gets somewhere, where anything is. */
  resume(): void {
    this.#parts.work.beginContinue();
    this.resumeWithin();
  }

  /** The same within the work that is left of a command. */
  resumeWithin(): void {
    if (this.#auction !== null) this.#uncross(this.#auction);
    else if (this.hasPendingWork) this.#enterAndRetry();
  }

  /** The top is published once, at the end (Q6). */
  #uncross(auction: BookAuction): void {
    auction.resume();
    this.#parts.work.takeSpent();
    this.#parts.pending.delete(this);
    if (auction.isDone) this.#auction = null;
    if (this.isUncrossing) this.#parts.pending.add(this);
    else this.#publish();
  }

  #newAuction(): BookAuction {
    this.#auction = new BookAuction(this.bookId, this.#listener, this.#parts, this.#sides, this.#execution);
    return this.#auction;
  }

  #enterAndRetry(): void {
    const { work, pending } = this.#parts;
    const isDone = this.#joining.enterAndRetry();
    work.takeSpent();
    if (isDone) work.advanced();
    pending.delete(this);
    if (this.hasPendingWork) pending.add(this);
    this.#publish();
  }

  /** Takes the rest of an order that has made the matches of its slice on the fast path (plain-flow.ts). */
  suspendEntry(entry: SuspendedEntry): void {
    this.#joining.take(entry);
    this.#publish();
  }

  /** Makes the next matches of the order that is suspended (M17). What they cause follows the last of them. */
  resumeSuspended(): void {
    const { work, pending } = this.#parts;
    work.beginSlice();
    if (this.#execution.unfinished !== null && this.#joining.suspended === null) this.#resumeRetry();
    else {
      this.#joining.resume();
      work.beginCommand();
      this.settle();
      if (!this.hasPendingWork) pending.delete(this);
    }
  }

  /** The same of a resting order: its command goes on with the retries that come after it. */
  #resumeRetry(): void {
    const { initiator, steps } = this.#execution.unfinished as Unfinished;
    this.#parts.work.beginCommand(steps);
    const tried = this.#execution.finish();
    if (tried === 'unfinished') this.#publish();
    else {
      this.#execution.endRetry(initiator, tried);
      this.#enterAndRetry();
    }
  }

  /**
   * Puts an order of a snapshot back, without matching or events; oldest first, `restorePendingWork` after the last.
   * Throws on an impossible order.
   */
  restore(order: RestingOrder): void {
    const { orderId, quantity, remaining, shown } = order;
    const reason = invalidEntry(order);
    if (reason !== 0) throw new RangeError(`order ${orderId} cannot be restored: reason ${reason}`);
    checkRemaining(order);
    if (this.#parts.orders.get(orderId) !== 0) throw new RangeError(`order ${orderId} cannot be restored: it exists`);
    this.#joining.restore(this.#joining.create({ ...order, filled: quantity - remaining }), shown);
    this.#updateFastPath();
  }

  /** Puts back what was pending in the book of a snapshot. Throws when it names an order that is not there. */
  restorePendingWork(pending: PendingWork): void {
    const find = (orderId: OrderId) => this.#known(orderId);
    this.#joining.restorePendingWork(pending, find);
    this.#sides.restoreTops(pending.unpublished);
    if (pending.auction !== undefined) this.#newAuction().restore(pending.auction, find);
    if (this.hasPendingWork) this.#parts.pending.add(this);
    this.#updateFastPath();
  }

  // ---------------------------------------------------------------- views

  /** The visible top of a side. The object is the book's own and changes with later commands. */
  topOfBook(side: BookSide): SideTop {
    return this.#sides.half(side).top;
  }

  /** The best `most` disclosed levels of a side, best first. */
  shown(side: BookSide, most: number): ShownLevel[] {
    return this.#sides.half(side).shown(most);
  }

  depthAt(side: BookSide, price: Price): Depth {
    return this.#sides.half(side).depthAt(rankOf(side, price));
  }

  /** The remaining shares of an order; 0 when it is not in this book. */
  remainingOf(orderId: OrderId): number {
    const order = this.#find(orderId);
    return order === 0 ? 0 : this.#records.remaining(order);
  }

  /** The pending work, for `restorePendingWork`; null without any. */
  pendingWork(): PendingWork | null {
    return pendingWorkOf(this.#records, this.#sides.retries, this.#joining, this.#auction?.pending);
  }

  /** Copies of all orders in the book or on their way into it, as they joined one after another: for `restore`. */
  resting(): RestingOrder[] {
    return restingOrders(this.#records, this.#joining.all());
  }

  /**
   * The search work that the next command may take, in steps: a guess, and 0 when it is negligible.
   * @param quantity of a contingent order; 0 for other commands
   */
  expectedSteps(side: BookSide, quantity: Shares): number {
    const search = quantity === 0 ? 0 : this.#parts.allocation.costOf(quantity, this.#sides.opposite(side));
    return this.#recent.expected(search);
  }

  /** See Engine.wouldCross. */
  wouldCross(side: BookSide, price: Price): boolean {
    return this.#joining.wouldCross(side, rankOf(side, price));
  }

  /** See Engine.expectedMatches. */
  expectedMatches(side: BookSide, price: Price, quantity: Shares, enough: number): number {
    return this.#sides.opposite(side).ordersFor(rankOf(side, price), quantity, enough);
  }

  /** Nodes of the contingent indexes visited so far: a measure of work that does not depend on the machine. */
  get contingentVisits(): number {
    return this.#sides.bids.index.visits + this.#sides.offers.index.visits;
  }

  /** Throws InvariantViolated where the book is not whole; walks over all orders. */
  check(): void {
    const isMoving = this.#joining.overlap !== null;
    checkBook(this.#sides, this.#parts, this.isOpen && !isMoving && !this.hasPendingWork && !this.isSuspended);
  }

  // ---------------------------------------------------------------- for those who have found the order already

  half(side: Ref): HalfBook {
    return (side & 16) === 0 ? this.#sides.bids : this.#sides.offers;
  }

  cancelGeneral(order: Ref): void {
    this.withdraw(order);
    this.#parts.work.beginSlice();
    this.#parts.work.beginCommand();
    this.settle();
  }

  /** Takes an order out; `settle` must follow before the command ends. */
  withdraw(order: Ref): void {
    this.#leave(order);
    this.#execution.end(order, BY_COMMAND);
  }

  replaceGeneral(order: Ref, terms: ReplacedTerms): boolean {
    if (!this.isOpen) this.#auction?.refuseCommand();
    const records = this.#records;
    const { price, quantity, contingency } = terms;
    const orderId = records.orderId(order);
    const reason = invalidTerms(records.side(order), terms) || invalidDisplay(terms, records.disclosed(order));
    if (reason !== 0) return this.#reject(orderId, reason);
    if (quantity <= records.filled(order)) return this.#reject(orderId, RejectReason.QUANTITY_NOT_ABOVE_FILLED);

    const kept = keepsPriority(replaceableTerms(records, order), terms);
    if (kept) this.#execution.lower(order, quantity, this.#joining.open);
    else {
      this.#leave(order);
      this.#joining.change(order, terms);
    }
    const remaining = records.remaining(order);
    const newMinimum = records.minimum(order);
    this.#listener.replaced(this.bookId, orderId, price, quantity, remaining, contingency, newMinimum, kept);
    this.#parts.work.beginSlice();
    if (!kept) this.#joining.join(order, false);
    this.#parts.work.beginCommand();
    this.settle();
    return true;
  }

  // ---------------------------------------------------------------- the rest

  /** Ends a command whose search work has begun: retries and publishes what it changed. */
  settle(): void {
    const { retries } = this.#sides;
    if (retries !== null) {
      // Nothing is retried before the order that enters has made its matches.
      if (!this.isSuspended && this.#joining.open && retries.mayBeNeeded) this.#retry(retries);
      this.#recent.remember();
    }
    this.#publish();
  }

  /** Ends a command, or a slice of it. */
  #publish(): void {
    // The retries after the last slice must know the changes of all slices (M7, M17).
    if (this.isSuspended) this.#sides.retries?.note();
    this.#sides.publishTops(this.bookId, this.#listener);
    this.#updateFastPath();
    if (this.isSuspended) this.#listener.suspended?.(this.bookId);
  }

  #retry(retries: Retries): void {
    if (this.hasPendingWork) retries.note();
    else if (!retries.canUseFastPath) {
      this.#execution.retryContingent();
      if (this.hasPendingWork) this.#parts.pending.add(this);
    }
  }

  /** Call it after whatever may change it: whether plain orders may take the fast path from now on. */
  #updateFastPath(): void {
    const isOpen = this.#recent.steps === 0 && this.#joining.canUseFastPath();
    words[this.record + CLOSED] = isOpen ? (this.#sides.parted > 0 ? 2 : 0) : 1;
  }

  /** A live order leaves, whether it rests or waits to enter. */
  #leave(order: Ref): void {
    if (!this.isOpen) this.#auction?.refuseCommand();
    if (this.#records.level(order) === 0) this.#joining.entering.remove(order);
    else this.#halfOf(order).leave(order);
  }

  #halfOf(order: Ref): HalfBook {
    return this.#sides.half(this.#records.side(order));
  }

  #known(orderId: OrderId): Ref {
    const order = this.#find(orderId);
    if (order === 0) throw new RangeError(`order ${orderId} is not in the book`);
    return order;
  }

  /** 0 when the order is not in this book. */
  #find(orderId: OrderId): Ref {
    const order = this.#parts.orders.get(orderId);
    return order !== 0 && this.#records.book(order) === this.record ? order : 0;
  }

  #reject(orderId: OrderId, reason: RejectReason): false {
    this.#listener.rejected(this.bookId, orderId, reason);
    return false;
  }
}
