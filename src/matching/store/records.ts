import { Arena, DOUBLES, WORDS } from './arena.ts';
import type { OrderId, Shares } from './ids.ts';
import type { BookContingency, BookSide, Guards, SelfTradeMode } from './order.ts';
import { RefTable } from './ref-table.ts';

/** The place of a record: the number of its first 32-bit word. 0: no record. */
export type Ref = number;

/** A record takes 16 words, a line of the cache. Every Ref is a multiple of it. */
const RECORD = 16;
/** Words that are taken from the arena at once: few at first, as an engine may be small, then twice as many. */
const CHUNK_AT_FIRST = 1024;
const CHUNK = 65_536;

const words = WORDS;
const doubles = DOUBLES;

/**
 * All orders, price levels and sides of an engine, as records of 64 bytes, each a line of the cache, in one buffer
 * (arena.ts) that two arrays look at: `words` for whole numbers of 32 bits, `doubles` for prices, ids, times and sums.
 * Links are Refs. What has ended is chained through word 13 and used again first, while it is still in the cache; an
 * engine never gives back what it has taken.
 *
 * | words | an order | a price level | a side of a book |
 * |---|---|---|---|
 * | 0, 1 | rank | rank | the best rank at which this command has changed it |
 * | 2, 3 | id | shares | price of the visible top |
 * | 4, 5 | time | shares of disclosed orders | shares there, without contingency |
 * | 6, 7 | owner | | orders there; whether this command has changed the side |
 * | 8 | quantity | orders | best level |
 * | 9 | remaining | disclosed orders | best level with a disclosed order |
 * | 10 | terms | first order | directory of its pages (level-pages.ts) |
 * | 11 | slot of its id | last order | levels that stand in no page |
 * | 12 | previous | better | bids: how many orders have come to rest; offers: id of the book |
 * | 13 | next | worse | (with 12) |
 * | 14 | level | slot | bids: 0 while plain orders may take the short way (plain-flow.ts); offers: number of the book |
 * | 15 | its book, and flags | | side of its contingent orders, 0 when it has had none |
 *
 * - rank: the price as both sides of a book sort it, lower is better: minus the price of a bid, the price of an offer.
 *   A bid and an offer cross when the sum of their ranks is not above zero (M2).
 * - quantity: the total, of which quantity - remaining is filled. Shares.
 * - terms: the smallest fill that the order allows: 0 without contingency, -1 for all-or-none, or the minimum. Shares.
 * - flags: whether the order is disclosed (1), twice its mode of self-trade prevention (M15), and whether it is
 *   post-only (8, M18).
 * - time: when the order joined the book, as a count of joinings: the time of priority and of M5.
 * - level: where it rests, 0 while it waits to enter; previous and next: its neighbours there, oldest first. While it
 *   waits, `previous` is its place in the queue (entry-queue.ts).
 * - slot of its id: the place in the table of ids; below 0 where it is far from its hash (order-index.ts).
 * - its book: the Ref of the bids of the book, 0 while the order cannot be found by its id. The engine has the object
 *   of the book by its number (engine-parts.ts).
 * - slot of a level: its place in the pages of the index; -1 when it has none there.
 * - side of its contingent orders: a record with levels and pages like that of a side, in which words 0 to 7 have what
 *   contingent orders add to the visible top: 0, 1 the best price without contingency after that of the top; 2, 3
 *   contingent shares at the top; 4, 5 shares without contingency after it; 6, 7 orders of both.
 *
 * The side of the offers follows that of the bids, and is the one whose Ref has the bit 16. The engine has a record
 * too: word 0 is the first of what has ended; for the table of ids (order-index.ts) 1 is its place, 2 eight less
 * than its words, 3 how far a hash is shifted to give one of these, 4 how many orders it holds at most, 5 how many it
 * holds, 6 the table before it doubled (0 when that is empty), 7 how many words of that have been emptied, 10 by what
 * ids are multiplied to be hashed; for the table of books (book-table.ts) 8 is its place, 9 its words.
 *
 * The functions that read and write a field are so short that V8 always puts them in place of a call. Where most of the
 * time goes (price-levels.ts, order-index.ts, book.ts, execution.ts) the words are named by their numbers.
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
    words[this.head] = words[free + 13]!;
    return free;
  }

  put(ref: Ref): void {
    words[ref + 13] = words[this.head]!;
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
    return doubles[(order >>> 1) + 1]!;
  }

  setOrderId(order: Ref, orderId: OrderId): void {
    doubles[(order >>> 1) + 1] = orderId;
  }

  time(order: Ref): number {
    return doubles[(order >>> 1) + 2]!;
  }

  setTime(order: Ref, time: number): void {
    doubles[(order >>> 1) + 2] = time;
  }

  /** Whose it is, NOBODY when that does not matter (M15). */
  owner(order: Ref): number {
    return doubles[(order >>> 1) + 3]!;
  }

  setOwner(order: Ref, owner: number): void {
    doubles[(order >>> 1) + 3] = owner;
  }

  quantity(order: Ref): number {
    return words[order + 8]!;
  }

  setQuantity(order: Ref, quantity: Shares): void {
    words[order + 8] = quantity;
  }

  remaining(order: Ref): number {
    return words[order + 9]!;
  }

  setRemaining(order: Ref, remaining: Shares): void {
    words[order + 9] = remaining;
  }

  terms(order: Ref): number {
    return words[order + 10]!;
  }

  setTerms(order: Ref, terms: number): void {
    words[order + 10] = terms;
  }

  isPlain(order: Ref): boolean {
    return words[order + 10] === 0;
  }

  /** Then it is in no book. */
  setFlags(order: Ref, flags: number): void {
    words[order + 15] = flags;
  }

  /** Whether the order shows in the visible top of book. It changes nothing else. */
  disclosed(order: Ref): boolean {
    return (words[order + 15]! & 1) !== 0;
  }

  mode(order: Ref): SelfTradeMode {
    return ((words[order + 15]! & 7) >>> 1) as SelfTradeMode;
  }

  guards(order: Ref): Guards {
    return ((words[order + 15]! & 15) >>> 1) as Guards;
  }

  isPostOnly(order: Ref): boolean {
    return (words[order + 15]! & 8) !== 0;
  }

  /** Of an order that waits to enter (entry-queue.ts). */
  place(order: Ref): number {
    return words[order + 12]!;
  }

  setPlace(order: Ref, place: number): void {
    words[order + 12] = place;
  }

  next(order: Ref): Ref {
    return words[order + 13]!;
  }

  level(order: Ref): Ref {
    return words[order + 14]!;
  }

  setLevel(order: Ref, level: Ref): void {
    words[order + 14] = level;
  }

  book(order: Ref): Ref {
    return words[order + 15]! & -RECORD;
  }

  setBook(order: Ref, book: Ref): void {
    words[order + 15] = (words[order + 15]! & 15) | book;
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
    if (terms === 0) return 0;
    return terms < 0 ? 1 : 2;
  }

  /** Shares; 0 unless the contingency is MINIMUM. */
  minimum(order: Ref): number {
    return Math.max(0, this.terms(order));
  }

  /** The smallest fill that the order accepts in one execution. */
  leastFill(order: Ref): number {
    const terms = this.terms(order);
    const remaining = this.remaining(order);
    if (terms === 0) return 1;
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
    doubles[half + 1] = doubles[half + 2] = 0;
    words[level + 8] = words[level + 9] = words[level + 10] = words[level + 11] = words[level + 12] = 0;
    words[level + 13] = 0;
    return level;
  }

  shares(level: Ref): number {
    return doubles[(level >>> 1) + 1]!;
  }

  disclosedShares(level: Ref): number {
    return doubles[(level >>> 1) + 2]!;
  }

  orders(level: Ref): number {
    return words[level + 8]!;
  }

  disclosedOrders(level: Ref): number {
    return words[level + 9]!;
  }

  first(level: Ref): Ref {
    return words[level + 10]!;
  }

  last(level: Ref): Ref {
    return words[level + 11]!;
  }

  better(level: Ref): Ref {
    return words[level + 12]!;
  }

  setBetter(level: Ref, better: Ref): void {
    words[level + 12] = better;
  }

  worse(level: Ref): Ref {
    return words[level + 13]!;
  }

  setWorse(level: Ref, worse: Ref): void {
    words[level + 13] = worse;
  }

  slot(level: Ref): number {
    return words[level + 14]!;
  }

  setSlot(level: Ref, slot: number): void {
    words[level + 14] = slot;
  }
}
