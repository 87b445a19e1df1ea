import { Arena, DOUBLES, WORDS } from './arena.ts';
import type { Brand, OrderId, Shares } from './ids.ts';
import { FURTHER_TERMS, NEXT_FREE, ORDER, PRICE_LEVEL, RECORD } from './layout.ts';
import type { BookContingency, BookSide, Guards, SelfTradeMode } from './order.ts';
import { RefTable } from './ref-table.ts';

/** The place of a record: the number of its first 32-bit word. 0: no record. */
export type Ref = number & Partial<Brand<'Ref'>>;

/** Words that are taken from the arena at once: few at first, as an engine may be small, then twice as many. */
const CHUNK_AT_FIRST = 1024;
const CHUNK = 65_536;

const words = WORDS;
const doubles = DOUBLES;
const { ID, TIME, OWNER, QUANTITY, REMAINING, TERMS, PREVIOUS, NEXT, LEVEL, FLAGS } = ORDER;
const { JOINED, DISPLAY, DISPLAYED } = FURTHER_TERMS;
const { SHARES, DISCLOSED_SHARES, ORDERS, DISCLOSED_ORDERS, FIRST, LAST, BETTER, WORSE, SLOT, PARTED } = PRICE_LEVEL;

/**
 * All orders, price levels and sides of an engine, as records of 64 bytes, each a line of the cache, in one buffer
 * (arena.ts) that two arrays read: `words` for whole numbers of 32 bits, `doubles` for prices, ids, times and sums.
 * Links are Refs. layout.ts names the fields. What has ended is chained and used again first, while it is still in the
 * cache; an engine never gives back what it has taken.
 *
 * - rank: the price as both sides of a book sort it, lower is better: minus the price of a bid, the price of an offer.
 *   A bid and an offer cross when the sum of their ranks is not above zero (M2).
 * - owner: NOBODY where it does not matter (M15).
 *
 * The side of the offers follows that of the bids, and is the one whose Ref has the bit 16. The engine has a record
 * too.
 *
 * The functions that read and write a field are so short that V8 always puts them in place of a call. Where most of the
 * time goes, files read the words themselves.
 */
export class Records {
  readonly #arena = new Arena();
  /** The rest of the last chunk. */
  #next: Ref = 0;
  #end: Ref = 0;
  #chunk = CHUNK_AT_FIRST;
  /** The record of the engine. */
  readonly head: Ref;
  /** The places of resting contingent orders in their indexes (contingent-index.ts). */
  readonly places = new RefTable<object>();

  constructor() {
    this.head = this.#takeNew(RECORD);
    words.fill(0, this.head, this.head + RECORD);
  }

  /** The memory of orders, levels, sides and tables, in bytes, whether used or free. */
  get bytes(): number {
    return this.#arena.bytes;
  }

  /** A record, whose content does not matter. */
  take(): Ref {
    const free = words[this.head]!;
    if (free === 0) return this.#takeNew(RECORD);
    words[this.head] = words[free + NEXT_FREE]!;
    return free;
  }

  put(ref: Ref): void {
    words[ref + NEXT_FREE] = words[this.head]!;
    words[this.head] = ref;
  }

  /** Words in a row, all of them 0, to be kept for good. @param length a multiple of RECORD, less than CHUNK */
  takeRun(length: number): Ref {
    const ref = this.#takeNew(length);
    words.fill(0, ref, ref + length);
    return ref;
  }

  /** Two records in a row, their words 0, to be kept for good: the second one is that whose Ref has the bit 16. */
  takePair(): Ref {
    if ((this.#next & RECORD) !== 0) this.put(this.#takeNew(RECORD));
    return this.takeRun(2 * RECORD);
  }

  /** Words in a separate row, all of them 0. */
  takeTable(length: number): Ref {
    return this.#arena.take(length);
  }

  /** Makes records of a table that is not needed any more. */
  makeRecords(table: Ref, length: number): void {
    // The rest of the last chunk.
    for (; this.#next < this.#end; this.#next += RECORD) this.put(this.#next);
    this.#next = table;
    this.#end = table + length;
  }

  #takeNew(length: number): Ref {
    if (this.#next + length > this.#end) {
      while (this.#chunk < length) this.#chunk *= 2;
      this.makeRecords(this.#arena.take(this.#chunk), this.#chunk);
      if (this.#chunk < CHUNK) this.#chunk *= 2;
    }
    const ref = this.#next;
    this.#next += length;
    return ref;
  }

  // ---------------------------------------------------------------- orders and levels

  rank(ref: Ref): number {
    return doubles[ref >>> 1]!;
  }

  setRank(ref: Ref, rank: number): void {
    doubles[ref >>> 1] = rank;
  }

  // ---------------------------------------------------------------- orders

  orderId(order: Ref): number {
    return doubles[(order >>> 1) + ID]!;
  }

  setOrderId(order: Ref, orderId: OrderId): void {
    doubles[(order >>> 1) + ID] = orderId;
  }

  time(order: Ref): number {
    return doubles[(order >>> 1) + TIME]!;
  }

  setTime(order: Ref, time: number): void {
    doubles[(order >>> 1) + TIME] = time;
  }

  /** The order joins the book at this time. */
  join(order: Ref, time: number): void {
    this.setTime(order, time);
    const further = this.further(order);
    if (further !== 0) doubles[(further >>> 1) + JOINED] = time;
  }

  /** When the order joined the book: its time, unless it has been refilled since (M19). */
  joined(order: Ref): number {
    const further = this.further(order);
    return further === 0 ? this.time(order) : doubles[(further >>> 1) + JOINED]!;
  }

  /** Whose it is, NOBODY when that does not matter (M15). */
  owner(order: Ref): number {
    return doubles[(order >>> 1) + OWNER]!;
  }

  setOwner(order: Ref, owner: number): void {
    doubles[(order >>> 1) + OWNER] = owner;
  }

  quantity(order: Ref): number {
    return words[order + QUANTITY]!;
  }

  setQuantity(order: Ref, quantity: Shares): void {
    words[order + QUANTITY] = quantity;
  }

  remaining(order: Ref): number {
    return words[order + REMAINING]!;
  }

  setRemaining(order: Ref, remaining: Shares): void {
    words[order + REMAINING] = remaining;
  }

  filled(order: Ref): number {
    return this.quantity(order) - this.remaining(order);
  }

  terms(order: Ref): number {
    return words[order + TERMS]!;
  }

  setTerms(order: Ref, terms: number): void {
    words[order + TERMS] = terms;
  }

  /** Whether the order has no contingency. */
  isPlain(order: Ref): boolean {
    const terms = words[order + TERMS]!;
    return terms === 0 || terms < -1;
  }

  /** The record of its further terms; 0 when it has none. */
  further(order: Ref): Ref {
    const terms = words[order + TERMS]!;
    return terms < -1 ? -terms : 0;
  }

  /** Gives an order without further terms, whose remaining shares are set, a display quantity (M19). */
  setDisplay(order: Ref, display: Shares): void {
    const further = this.take();
    words[order + TERMS] = -further;
    words[further + DISPLAY] = display;
    words[further + DISPLAYED] = Math.min(display, this.remaining(order));
  }

  /** Takes the further terms from an order: it has none of them, and no contingency, then. */
  dropFurther(order: Ref): void {
    const further = this.further(order);
    if (further === 0) return;
    words[order + TERMS] = 0;
    this.put(further);
  }

  /** The display quantity; 0 of an order that shows whole (M19). */
  display(order: Ref): number {
    const further = this.further(order);
    return further === 0 ? 0 : words[further + DISPLAY]!;
  }

  /** The shares that show, if the order is disclosed: all that remain, unless it has a display quantity (M19). */
  displayed(order: Ref): number {
    const further = this.further(order);
    return further === 0 ? this.remaining(order) : words[further + DISPLAYED]!;
  }

  /** @param displayed of an order with a display quantity */
  setDisplayed(order: Ref, displayed: Shares): void {
    words[this.further(order) + DISPLAYED] = displayed;
  }

  /** Of an order with a display quantity. @param joined as in RestingOrder */
  restoreDisplayed(order: Ref, displayed: Shares, joined: number): void {
    this.setDisplayed(order, displayed);
    doubles[(this.further(order) >>> 1) + JOINED] = joined;
  }

  /** Then it is in no book. */
  setFlags(order: Ref, flags: number): void {
    words[order + FLAGS] = flags;
  }

  /** Whether the order shows in the visible top of book. It changes nothing else. */
  disclosed(order: Ref): boolean {
    return (words[order + FLAGS]! & 1) !== 0;
  }

  mode(order: Ref): SelfTradeMode {
    return ((words[order + FLAGS]! & 7) >>> 1) as SelfTradeMode;
  }

  guards(order: Ref): Guards {
    return ((words[order + FLAGS]! & 15) >>> 1) as Guards;
  }

  isPostOnly(order: Ref): boolean {
    return (words[order + FLAGS]! & 8) !== 0;
  }

  /** Of an order that waits to enter (entry-queue.ts). */
  place(order: Ref): number {
    return words[order + PREVIOUS]!;
  }

  setPlace(order: Ref, place: number): void {
    words[order + PREVIOUS] = place;
  }

  next(order: Ref): Ref {
    return words[order + NEXT]!;
  }

  level(order: Ref): Ref {
    return words[order + LEVEL]!;
  }

  setLevel(order: Ref, level: Ref): void {
    words[order + LEVEL] = level;
  }

  book(order: Ref): Ref {
    return words[order + FLAGS]! & -RECORD;
  }

  setBook(order: Ref, book: Ref): void {
    words[order + FLAGS] = (words[order + FLAGS]! & 15) | book;
  }

  // Derived values have no field.

  side(order: Ref): BookSide {
    return this.rank(order) < 0 ? 0 : 1;
  }

  /** Whole millionths of a dollar. */
  price(order: Ref): number {
    return Math.abs(this.rank(order));
  }

  contingency(order: Ref): BookContingency {
    const terms = this.terms(order);
    if (terms > 0) return 2;
    return terms === -1 ? 1 : 0;
  }

  /** Shares; 0 unless the contingency is MINIMUM. */
  minimum(order: Ref): number {
    return Math.max(0, this.terms(order));
  }

  /** The smallest fill that the order accepts in one execution. */
  leastFill(order: Ref): number {
    const terms = this.terms(order);
    const remaining = this.remaining(order);
    if (terms === 0 || terms < -1) return 1;
    return terms < 0 || terms > remaining ? remaining : terms;
  }

  /** Priority (better price, then earlier in the book), as a sort order. */
  byPriority(a: Ref, b: Ref): number {
    return this.rank(a) - this.rank(b) || this.time(a) - this.time(b);
  }

  // ---------------------------------------------------------------- price levels

  /** A level without orders, whose rank is still to be set. */
  takeLevel(): Ref {
    const level = this.take();
    const half = level >>> 1;
    doubles[half + SHARES] = doubles[half + DISCLOSED_SHARES] = 0;
    words[level + ORDERS] =
      words[level + DISCLOSED_ORDERS] =
      words[level + FIRST] =
      words[level + LAST] =
      words[level + BETTER] =
        0;
    words[level + WORSE] = words[level + PARTED] = 0;
    return level;
  }

  shares(level: Ref): number {
    return doubles[(level >>> 1) + SHARES]!;
  }

  disclosedShares(level: Ref): number {
    return doubles[(level >>> 1) + DISCLOSED_SHARES]!;
  }

  orders(level: Ref): number {
    return words[level + ORDERS]!;
  }

  disclosedOrders(level: Ref): number {
    return words[level + DISCLOSED_ORDERS]!;
  }

  /** How many orders of the level have a display quantity (M19). */
  parted(level: Ref): number {
    return words[level + PARTED]!;
  }

  first(level: Ref): Ref {
    return words[level + FIRST]!;
  }

  last(level: Ref): Ref {
    return words[level + LAST]!;
  }

  better(level: Ref): Ref {
    return words[level + BETTER]!;
  }

  setBetter(level: Ref, better: Ref): void {
    words[level + BETTER] = better;
  }

  worse(level: Ref): Ref {
    return words[level + WORSE]!;
  }

  setWorse(level: Ref, worse: Ref): void {
    words[level + WORSE] = worse;
  }

  slot(level: Ref): number {
    return words[level + SLOT]!;
  }

  setSlot(level: Ref, slot: number): void {
    words[level + SLOT] = slot;
  }
}
