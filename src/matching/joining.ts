import { DOUBLES, WORDS } from './arena.ts';
import type { BookSides } from './book-sides.ts';
import type { EngineParts } from './engine-parts.ts';
import { EntryQueue } from './entry-queue.ts';
import type { Execution } from './execution.ts';
import { type BookListener, IMMEDIATE_REMAINDER } from './listener.ts';
import { type BookContingency, type BookSide, rankOf, type SelfTradeMode, termsOf } from './order.ts';
import type { Records, Ref } from './records.ts';

const words = WORDS;
const doubles = DOUBLES;

/** How the orders of a book become live: first as a hub, then what remains rests or ends (M6). */
export class Joining {
  open = true;
  /** Orders that wait to enter while the market is being opened (M13). */
  readonly entering: EntryQueue;
  /** How many orders have joined: the clock of priority. */
  #joined = 0;
  readonly #bookId: number;
  readonly #number: number;
  readonly #listener: BookListener;
  readonly #parts: EngineParts;
  readonly #records: Records;
  readonly #sides: BookSides;
  readonly #execution: Execution;

  /** @param number under which the records of its orders name the book */
  constructor(
    bookId: number,
    number: number,
    listener: BookListener,
    parts: EngineParts,
    sides: BookSides,
    execution: Execution,
  ) {
    this.#bookId = bookId;
    this.#number = number;
    this.#listener = listener;
    this.#parts = parts;
    this.#records = parts.records;
    this.#sides = sides;
    this.#execution = execution;
    this.entering = new EntryQueue(parts.records);
  }

  /**
   * Whether the book is open and has none of what few books have: contingent orders, orders with a mode of self-trade
   * prevention, orders that wait to enter. Nothing is ever due in it then.
   */
  isSimple(): boolean {
    return this.open && this.#sides.retries === null && this.#sides.guarded === 0 && this.entering.size === 0;
  }

  /**
   * What `create` and `join` would do for an order without contingency and mode in a simple book, in one piece for
   * speed: with a record only if it rests.
   */
  enterSimply(
    orderId: number,
    side: BookSide,
    price: number,
    quantity: number,
    open: number,
    immediate: boolean,
    disclosed: boolean,
    owner: number,
  ): void {
    const rank = rankOf(side, price);
    const against = this.#sides.opposite(side).plain;
    const best = words[against.side + 8]!;
    let remaining = open;
    this.#joined++;
    if (best !== 0 && doubles[best >>> 1]! + rank <= 0) {
      remaining = this.#execution.sweep(orderId, rank, open, against);
    }
    if (remaining > 0) {
      if (immediate) {
        this.#listener.cancelled(this.#bookId, orderId, remaining, IMMEDIATE_REMAINDER, side, price);
      } else {
        const order = this.#records.take();
        doubles[order >>> 1] = rank;
        doubles[(order >>> 1) + 1] = orderId;
        doubles[(order >>> 1) + 2] = this.#joined;
        doubles[(order >>> 1) + 3] = owner;
        words[order + 8] = quantity;
        words[order + 9] = remaining;
        words[order + 10] = 0;
        words[order + 11] = disclosed ? 1 : 0;
        words[order + 15] = this.#number;
        this.#parts.orders.add(order, orderId);
        this.#sides.half(side).join(order);
      }
    }
  }

  /** The record of a new order, which is not found by its id yet. */
  create(
    orderId: number,
    rank: number,
    quantity: number,
    filled: number,
    terms: number,
    disclosed: boolean,
    owner: number,
    mode: SelfTradeMode,
  ): Ref {
    const records = this.#records;
    const order = records.take();
    records.setRank(order, rank);
    records.setOrderId(order, orderId);
    records.setOwner(order, owner);
    records.setQuantity(order, quantity);
    records.setRemaining(order, quantity - filled);
    records.setTerms(order, terms);
    records.setFlags(order, (disclosed ? 1 : 0) + 2 * mode);
    records.setLevel(order, 0);
    records.setBook(order, 0);
    return order;
  }

  /** Takes an order into the book at this moment: first as a hub, then what remains rests or, if immediate, ends. */
  join(order: Ref, immediate: boolean): void {
    this.#records.setTime(order, ++this.#joined);
    const entersLater = this.entering.size > 0;
    if (this.open && !entersLater) this.#execution.tryAsHub(order);
    if (this.#records.remaining(order) === 0) this.#execution.release(order);
    else if (!immediate) {
      if (entersLater) this.#enterLater(order);
      else this.rest(order);
    } else this.#execution.end(order, IMMEDIATE_REMAINDER);
  }

  /** The market is being opened (M13): the order enters behind those that wait for it. */
  #enterLater(order: Ref): void {
    this.#execution.keep(order);
    this.entering.add(order);
  }

  rest(order: Ref): void {
    if (this.open && this.#execution.settleOwn(order)) return;
    this.#execution.keep(order);
    this.#sides.half(this.#records.side(order)).join(order);
    const retries = this.#records.isPlain(order) ? this.#sides.retries : this.#sides.contingentRetries();
    if (this.open) retries?.ease(order);
  }

  /** M10: the terms of an order that has left its place. */
  change(order: Ref, price: number, quantity: number, contingency: BookContingency, minimum: number): void {
    const records = this.#records;
    records.setRemaining(order, records.remaining(order) + quantity - records.quantity(order));
    records.setQuantity(order, quantity);
    records.setRank(order, rankOf(records.side(order), price));
    records.setTerms(order, termsOf(contingency, minimum));
  }

  /** An order of a snapshot takes its place, without matching or events. */
  restore(order: Ref): void {
    this.#records.setTime(order, ++this.#joined);
    this.#execution.keep(order);
    const half = this.#sides.half(this.#records.side(order));
    half.join(order);
    half.refreshTop();
    if (!this.#records.isPlain(order)) this.#sides.contingentRetries();
  }
}
