/**
 * What the disclosed orders of each call would trade (Q15), by the events of their orders: a change costs O(log n), and
 * nothing while no call is on. The orders that rest when a call begins are read in slices.
 */
import { uncrossingFrom } from '../../matching/index.ts';
import type { Timers } from '../../time/timers.ts';
import {
  type AuctionEvent,
  type AuctionResult,
  type ExchangeEvent,
  type Indicated,
  indicatedOf,
  NOTHING_TRADED,
  type OrderId,
  type OrderView,
  type SecurityId,
  type ShownOrder,
} from '../api/index.ts';
import { type OrderRecord, referenceOf, type SecurityRecord, type VenueRecords } from '../records/index.ts';
import { LimitSums } from './limit-sums.ts';

/** Orders that are read at once: a slice takes less than a millisecond. */
const SLICE = 200;
const INTERVAL_MS = 1000;

export type IndicationTimers = Pick<Timers, 'nowMs' | 'after' | 'soon'>;

type Listener = (securityId: SecurityId, indicated: Indicated) => void;

type Place = Pick<ExchangeEvent, 'seq' | 'time'>;

/** The disclosed orders of a call. */
class CalledBook {
  readonly #orders = new Map<OrderId, ShownOrder>();
  readonly #sums = new LimitSums();
  indicated: Indicated;
  /** The last event that may have changed the indication; null: none since it was computed. */
  changed: Place | null = null;
  isBuilt = false;
  /** When it was computed last. */
  computedMs = Number.NEGATIVE_INFINITY;
  isScheduled = false;

  constructor({ seq, time }: Place) {
    this.indicated = { seq, time, indication: null };
  }

  take(order: OrderView): void {
    const { orderId } = order;
    const before = this.#orders.get(orderId);
    const now = indicatedOf(order);
    if (before !== undefined) this.#sums.add(before.side, before.price, -before.remaining);
    if (now !== undefined) this.#sums.add(now.side, now.price, now.remaining);
    if (now !== undefined) this.#orders.set(orderId, now);
    else if (before !== undefined) this.#orders.delete(orderId);
  }

  /** Whether the order counts or did. */
  has(order: OrderView): boolean {
    return this.#orders.has(order.orderId) || indicatedOf(order) !== undefined;
  }

  resultWith(reference: number | null): AuctionResult {
    this.#sums.reference = reference;
    return uncrossingFrom(this.#sums, this.#sums.edge) ?? NOTHING_TRADED;
  }
}

/** The indications of all calls that are on, of one copy of the venue. */
export class Indications {
  readonly #records: VenueRecords;
  readonly #timers: IndicationTimers;
  readonly #books = new Map<SecurityId, CalledBook>();
  readonly #listeners = new Set<Listener>();

  constructor(records: VenueRecords, timers: IndicationTimers) {
    this.#records = records;
    this.#timers = timers;
    const { time, eventSeq } = records.counters;
    for (const [securityId, call] of records.auctions.calls) {
      // Its first indication has the number of the last event, which is a later one.
      if (call.state === 'called') this.#begin(securityId, { seq: eventSeq - 1, time });
    }
  }

  of(securityId: SecurityId): Indicated | null {
    return this.#books.get(securityId)?.indicated ?? null;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A published event, before anybody else gets it. */
  take(event: ExchangeEvent): void {
    if (event.type === 'auction') this.#change(event);
    else if (this.#books.size > 0) this.#takeOther(event);
  }

  #takeOther(event: ExchangeEvent): void {
    if (event.type === 'order') this.#takeOrder(event.order, event);
    // The reference price may have changed: by a bust, a correction, or the operator.
    else if (event.type === 'notice') this.#touch(event.notice.securityId, event);
    else if (event.type === 'security') this.#touch(event.security.securityId, event);
  }

  #takeOrder(order: OrderView, place: Place): void {
    const { securityId } = order.ticket;
    const book = this.#books.get(securityId);
    // The numbers of the indications must not show where hidden orders came (S9).
    if (book === undefined || !book.has(order)) return;
    book.take(order);
    this.#touch(securityId, place);
  }

  #change({ securityId, phase, seq, time }: AuctionEvent): void {
    const book = this.#books.get(securityId);
    if (phase === 'uncrossed' || phase === 'ended') this.#books.delete(securityId);
    else if (book === undefined) this.#begin(securityId, { seq, time });
    else {
      // The same call goes on: what changed before this event has a lower number.
      if (book.changed !== null && book.isBuilt) this.#compute(securityId, book);
      book.indicated = { ...book.indicated, seq, time };
    }
  }

  #begin(securityId: SecurityId, place: Place): void {
    const book = new CalledBook(place);
    this.#books.set(securityId, book);
    this.#read(securityId, book, []);
  }

  /** @param read the records of the slice before */
  #read(securityId: SecurityId, book: CalledBook, read: readonly OrderRecord[]): void {
    this.#timers.soon(() => {
      if (this.#books.get(securityId) !== book) return;
      const slice = this.#sliceAfter(this.#records.securities.known(securityId), read);
      for (const order of slice) book.take(order);
      if (slice.length === SLICE) this.#read(securityId, book, slice);
      else this.#built(securityId, book);
    });
  }

  /** From the first again where all of the slice before have ended: what is known is read once more. */
  #sliceAfter({ orders }: SecurityRecord, read: readonly OrderRecord[]): OrderRecord[] {
    const last = read.findLast((order) => this.#records.orders.get(order.orderId) === order);
    const slice: OrderRecord[] = [];
    let next = last === undefined ? orders.first : last.entryAfter;
    for (; next !== null && slice.length < SLICE; next = next.entryAfter) slice.push(next);
    return slice;
  }

  #built(securityId: SecurityId, book: CalledBook): void {
    book.isBuilt = true;
    const { eventSeq: seq, time } = this.#records.counters;
    book.changed = { seq, time };
    this.#compute(securityId, book);
  }

  #touch(securityId: SecurityId, { seq, time }: Place): void {
    const book = this.#books.get(securityId);
    if (book === undefined) return;
    book.changed = { seq, time };
    if (book.isBuilt) this.#schedule(securityId, book);
  }

  #schedule(securityId: SecurityId, book: CalledBook): void {
    if (book.isScheduled) return;
    book.isScheduled = true;
    const delayMs = Math.max(0, book.computedMs + INTERVAL_MS - this.#timers.nowMs());
    this.#timers.after(delayMs, () => {
      book.isScheduled = false;
      if (this.#books.get(securityId) === book && book.changed !== null) this.#compute(securityId, book);
    });
  }

  #compute(securityId: SecurityId, book: CalledBook): void {
    const { seq, time } = book.changed as Place;
    book.changed = null;
    book.computedMs = this.#timers.nowMs();
    const reference = referenceOf(this.#records, this.#records.securities.known(securityId));
    const { price, volume, surplus } = book.resultWith(reference);
    const indication: AuctionResult = { price, volume, surplus };
    if (isSame(book.indicated.indication, indication)) return;
    book.indicated = { seq, time, indication };
    for (const listener of this.#listeners) listener(securityId, book.indicated);
  }
}

function isSame(one: AuctionResult | null, other: AuctionResult): boolean {
  return one?.price === other.price && one.volume === other.volume && one.surplus === other.surplus;
}
