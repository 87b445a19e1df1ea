import type { BookSides } from './book-sides.ts';
import type { EngineParts } from './engine-parts.ts';
import { EntryQueue } from './entry-queue.ts';
import type { Execution } from './execution.ts';
import { IMMEDIATE_REMAINDER } from './listener.ts';
import { type BookContingency, rankOf, type SelfTradeMode, termsOf } from './order.ts';
import type { Records, Ref } from './records.ts';
import { ENTRY_STEPS } from './work.ts';

/** How the orders of a book become live: first as a hub, then what remains rests or ends (M6). */
export class Joining {
  open = true;
  /** Orders that wait to enter while the market is being opened (M13). */
  readonly entering: EntryQueue;
  readonly #parts: EngineParts;
  readonly #records: Records;
  readonly #sides: BookSides;
  readonly #execution: Execution;

  constructor(parts: EngineParts, sides: BookSides, execution: Execution) {
    this.#parts = parts;
    this.#records = parts.records;
    this.#sides = sides;
    this.#execution = execution;
    this.entering = new EntryQueue(parts.records);
  }

  /**
   * Whether plain orders may take the short way (plain-flow.ts): the book is open, no order has a mode of self-trade
   * prevention or waits to enter, no retry is due and no search was cut off.
   */
  isCalm(): boolean {
    const { retries, guarded } = this.#sides;
    return this.open && guarded === 0 && this.entering.size === 0 && (retries === null || retries.areCalm);
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
    return order;
  }

  /** Takes an order into the book at this moment: first as a hub, then what remains rests or, if immediate, ends. */
  join(order: Ref, immediate: boolean): void {
    this.#records.setTime(order, this.#sides.nextTime());
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
      this.#execution.tryAsHub(order);
      if (this.#records.remaining(order) === 0) this.#execution.release(order);
      else this.rest(order);
    }
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
    this.#records.setTime(order, this.#sides.nextTime());
    this.#execution.keep(order);
    const half = this.#sides.half(this.#records.side(order));
    half.join(order);
    half.refreshTop();
    if (!this.#records.isPlain(order)) this.#sides.contingentRetries();
  }
}
