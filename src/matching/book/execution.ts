import type { Found, Sweep } from '../search/index.ts';
import type { EngineParts, UnfinishedWork } from '../shared/index.ts';
import {
  type BookId,
  type BookListener,
  type BookSide,
  type CancelCause,
  cancelledOf,
  displayedAfter,
  type HalfBook,
  NOBODY,
  type OrderId,
  ownCrossing,
  type Price,
  type Records,
  type Ref,
  SELF_TRADE,
  type Shares,
} from '../store/index.ts';
import type { BookSides } from './book-sides.ts';
import { checkAuctionMatch, checkExecution, checkMatch } from './match-checks.ts';
import { type Unfinished, unfinishedOf, workOf } from './unfinished.ts';

/** What became of an initiator. */
type Tried = 'traded' | 'untraded' | 'unfinished';

/** Tries the orders of a book as initiators, and makes the matches (M2 to M6). */
export class Execution {
  unfinished: Unfinished | null = null;
  readonly #bookId: BookId;
  readonly #listener: BookListener;
  readonly #parts: EngineParts;
  readonly #records: Records;
  readonly #sides: BookSides;

  constructor(bookId: BookId, listener: BookListener, parts: EngineParts, sides: BookSides) {
    this.#bookId = bookId;
    this.#records = parts.records;
    this.#listener = listener;
    this.#parts = parts;
    this.#sides = sides;
  }

  /** From now on the order is found by its id. Most orders that trade at once never are. */
  keep(order: Ref): void {
    const records = this.#records;
    if (records.book(order) !== 0) return;
    records.setBook(order, this.#sides.record);
    if (records.mode(order) !== 0) this.#sides.guarded++;
    if (records.further(order) !== 0) this.#sides.parted++;
    this.#parts.orders.add(order, records.orderId(order));
  }

  /** Ends an order that no longer rests anywhere. */
  release(order: Ref): void {
    const records = this.#records;
    if (records.book(order) !== 0) {
      if (records.mode(order) !== 0) this.#sides.guarded--;
      if (records.further(order) !== 0) this.#sides.parted--;
      this.#parts.orders.remove(order);
    }
    records.dropFurther(order);
    records.put(order);
  }

  /**
   * What it could not trade remains of the order. Returns false when it has more matches to make than the slice has
   * (M17): those of `unfinished`, or, without one, those of a sweep that is tried again and goes on where it stopped.
   */
  tryAsInitiator(initiator: Ref): boolean {
    const records = this.#records;
    const against = this.#sides.opposite(records.side(initiator));
    const guarded = this.#mayMeetOwn(initiator);
    if (!records.isPlain(initiator) || guarded) return this.#tryAllocation(initiator, guarded) !== 'unfinished';
    while (records.remaining(initiator) > 0) {
      if (this.#sides.parted > 0 && against.meetsParted(records.rank(initiator), 1, 1))
        return this.#tryAllocation(initiator, false) !== 'unfinished';
      const contra = against.firstContra(records.rank(initiator), records.remaining(initiator));
      if (contra === 0) break;
      if (this.#parts.work.matches-- <= 0) return false;
      this.#match(initiator, contra, Math.min(records.remaining(initiator), records.remaining(contra)));
    }
    return true;
  }

  /** Whether there may be orders that this one must not trade with (M15): hardly ever. */
  #mayMeetOwn(order: Ref): boolean {
    return (this.#sides.guarded > 0 || this.#records.mode(order) !== 0) && this.#records.owner(order) !== NOBODY;
  }

  /** An order that rests crosses no order that it must not trade with (M15). */
  #tryAllocation(initiator: Ref, guarded: boolean): Tried {
    const { work } = this.#parts;
    return this.#perform(initiator, this.#find(initiator, guarded, work.contrasMax));
  }

  #find(initiator: Ref, guarded: boolean, most: number): Found {
    const against = this.#sides.opposite(this.#records.side(initiator));
    return this.#parts.allocation.find(initiator, against, guarded, this.#countsWhole, most);
  }

  /** Makes the matches of an allocation that fit into the slice. */
  #perform(initiator: Ref, found: Found): Tried {
    const { allocation, work } = this.#parts;
    work.spend(allocation.steps);
    if (found === 'unfinished') {
      work.matches--;
      const search = allocation.handOver();
      const { allowed: searched } = search;
      this.unfinished = { initiator, search, searched, contras: [], fills: [], next: 0, owed: 0, steps: work.left };
      return 'unfinished';
    }
    if (!allocation.exhaustive) this.#sides.contingentRetries().undecided(initiator);
    if (found === 'none') return 'untraded';
    const { contras, fills, count } = allocation;
    const end = Math.min(count, Math.max(work.matches, 0));
    work.matches -= end;
    let owed = this.#records.leastFill(initiator);
    for (let i = 0; i < end; i++) {
      owed -= fills[i]!;
      this.#match(initiator, contras[i]!, fills[i]!);
    }
    if (end === count) {
      checkExecution(this.#records, initiator, owed);
      return 'traded';
    }
    const rest = { contras: contras.slice(end, count), fills: fills.slice(end, count) };
    this.unfinished = { initiator, search: null, searched: 0, ...rest, next: 0, owed, steps: work.left };
    return 'unfinished';
  }

  /** Goes on with the execution that is unfinished, as far as the slice reaches. */
  finish(): Tried {
    const { unfinished } = this;
    if (unfinished === null) return 'untraded';
    const { allocation, work } = this.#parts;
    const { initiator, searched, contras, fills } = unfinished;
    if (searched > 0) {
      const search = unfinished.search ?? this.#searchAgain(initiator, searched);
      this.unfinished = null;
      return this.#perform(initiator, allocation.resume(search, work.contrasMax));
    }
    for (; unfinished.next < contras.length; unfinished.next++) {
      if (work.matches-- <= 0) return 'unfinished';
      unfinished.owed -= fills[unfinished.next]!;
      this.#match(initiator, contras[unfinished.next]!, fills[unfinished.next]!);
    }
    checkExecution(this.#records, initiator, unfinished.owed);
    this.unfinished = null;
    return 'traded';
  }

  /**
   * M15: settles what an entering order would rest crossed with. Returns whether it may rest, has itself ended, or has
   * more to settle than one command does (M17).
   */
  settleOwn(entering: Ref): 'rests' | 'ended' | 'suspended' {
    if (!this.#mayMeetOwn(entering)) return 'rests';
    const { work } = this.#parts;
    const against = this.#sides.opposite(this.#records.side(entering));
    for (const resting of ownCrossing(entering, against, Math.max(work.matches, 0) + 1)) {
      if (work.matches-- <= 0) return 'suspended';
      work.spend(1);
      const ends = cancelledOf(this.#records, entering, resting);
      if (ends.resting) {
        this.#sides.half(this.#records.side(resting)).leave(resting);
        this.end(resting, SELF_TRADE);
      }
      if (!ends.entering) continue;
      this.end(entering, SELF_TRADE);
      return 'ended';
    }
    return 'rests';
  }

  /** Ends an order that rests nowhere any more. */
  end(order: Ref, cause: CancelCause): void {
    const records = this.#records;
    const orderId = records.orderId(order);
    const remaining = records.remaining(order);
    const side = records.side(order);
    const price = records.price(order);
    this.release(order);
    this.#listener.cancelled(this.#bookId, orderId, remaining, cause, side, price);
  }

  #match(initiator: Ref, contra: Ref, quantity: Shares): void {
    const records = this.#records;
    checkMatch(records, initiator, contra, quantity);
    // M5: the order that has been in the book longer gives the price.
    const price = records.price(records.joined(contra) < records.joined(initiator) ? contra : initiator);
    this.#fill(initiator, quantity);
    this.#fill(contra, quantity);
    this.#report(initiator, contra, records.side(initiator), price, quantity);
  }

  /** Reports a match that both orders have, and ends a contra of which nothing remains. */
  #report(initiator: Ref, contra: Ref, side: BookSide, price: Price, quantity: Shares): void {
    const records = this.#records;
    const initiatorId = records.orderId(initiator);
    const contraId = records.orderId(contra);
    const open = records.remaining(initiator);
    const left = records.remaining(contra);
    if (records.further(contra) === 0 || left === 0) {
      this.#listener.matched(this.#bookId, initiatorId, contraId, side, price, quantity, open, left);
    } else {
      const displayed = records.displayed(contra);
      this.#listener.matched(this.#bookId, initiatorId, contraId, side, price, quantity, open, left, displayed);
    }
    if (left === 0) this.release(contra);
  }

  /** A match of an auction (Q2): both orders rest, and the later one is the initiator. Price in millionths. */
  matchAt(price: Price, buy: Ref, sell: Ref, quantity: Shares): void {
    const records = this.#records;
    checkAuctionMatch(records, buy, sell, price, quantity);
    const [contra, initiator] = records.time(buy) < records.time(sell) ? [buy, sell] : [sell, buy];
    const side = records.side(initiator);
    for (const order of [initiator, contra]) {
      // M19: as at an opening, the order counts whole, does not refill and gives its reserve first.
      const half = this.#sides.half(records.side(order));
      if (quantity < records.remaining(order)) half.lower(order, quantity);
      else half.reduce(order, quantity);
    }
    this.#report(initiator, contra, side, price, quantity);
    if (records.remaining(initiator) === 0) this.release(initiator);
  }

  /** M19: whether orders with a display quantity count whole: others wait to enter at an opening. */
  get #countsWhole(): boolean {
    return this.#sides.entering.size > 0;
  }

  /** An initiator that is being tried for the first time does not rest yet. */
  #fill(order: Ref, quantity: Shares): void {
    const records = this.#records;
    const left = records.remaining(order) - quantity;
    if (records.level(order) === 0) {
      this.#shrink(order, left);
      return;
    }
    const half = this.#sides.half(records.side(order));
    if (records.further(order) !== 0 && left > 0) {
      if (this.#countsWhole) half.lower(order, quantity);
      else if (quantity < records.displayed(order)) half.reduce(order, quantity);
      else this.#refill(half, order, quantity);
      return;
    }
    const least = records.leastFill(order);
    half.reduce(order, quantity);
    if (records.remaining(order) > 0 && records.leastFill(order) < least) this.#sides.contingentRetries().loosen(order);
  }

  /** Less remains of an order that is in no level: of one with a display quantity the reserve shrinks first (M19). */
  #shrink(order: Ref, remaining: Shares): void {
    const records = this.#records;
    records.setRemaining(order, remaining);
    if (records.further(order) !== 0) records.setDisplayed(order, Math.min(records.displayed(order), remaining));
  }

  /** M19: the displayed part is used up, and the next one has the priority of this moment. */
  #refill(half: HalfBook, order: Ref, fill: Shares): void {
    const records = this.#records;
    half.leave(order);
    const remaining = records.remaining(order) - fill;
    records.setRemaining(order, remaining);
    records.setDisplayed(order, displayedAfter(records.display(order), records.displayed(order), fill, remaining));
    records.setTime(order, this.#sides.nextTime());
    half.join(order);
  }

  /** M10: the order gets a smaller quantity and keeps its place. @param open whether it may trade for it */
  lower(order: Ref, quantity: Shares, open: boolean): void {
    const records = this.#records;
    const less = records.quantity(order) - quantity;
    if (less === 0) return;
    const least = records.leastFill(order);
    records.setQuantity(order, quantity);
    if (records.level(order) === 0) {
      // It waits to enter.
      this.#shrink(order, records.remaining(order) - less);
      return;
    }
    this.#sides.half(records.side(order)).lower(order, less);
    if (open && records.leastFill(order) < least) this.#sides.contingentRetries().loosen(order);
  }

  /** The argument of `restore`; undefined when no execution is unfinished. */
  get unfinishedWork(): UnfinishedWork | undefined {
    return this.unfinished === null ? undefined : workOf(this.unfinished, this.#records);
  }

  restore(work: UnfinishedWork, find: (orderId: OrderId) => Ref): void {
    this.unfinished = unfinishedOf(work, find);
  }

  /** The other side of a book from a snapshot is what it was: a search comes to where it was. */
  #searchAgain(initiator: Ref, searched: number): Sweep {
    const isEntering = this.#records.level(initiator) === 0;
    this.#find(initiator, isEntering && this.#mayMeetOwn(initiator), searched);
    return this.#parts.allocation.handOver();
  }

  /**
   * M7, M9: retries what can be retried. Returns false when the work of the command does not reach, or the matches of
   * the slice.
   */
  retryContingent(): boolean {
    const { retries } = this.#sides;
    if (retries === null) return true;
    const { work } = this.#parts;
    retries.collect(work);
    for (let initiator = retries.next(work); initiator !== 0; initiator = retries.next(work)) {
      work.advanced();
      const tried = this.#tryAllocation(initiator, false);
      if (tried === 'unfinished') return false;
      this.endRetry(initiator, tried);
    }
    return !retries.arePending;
  }

  /** The retry of a resting order has made all of its matches, or none. */
  endRetry(initiator: Ref, tried: Tried): void {
    if (tried === 'untraded') {
      this.#sides.contingentRetries().failed(initiator);
      return;
    }
    if (this.#records.remaining(initiator) === 0) this.release(initiator);
    this.#sides.contingentRetries().collectAgain(this.#parts.work);
  }
}
