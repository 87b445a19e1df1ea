import type { Records, Ref } from './records.ts';

/**
 * Orders that wait to enter a book which is being opened (M13), oldest first, chained through the orders themselves.
 * They are not in the book meanwhile.
 */
export class EntryQueue {
  readonly #records: Records;
  #first: Ref = 0;
  #last: Ref = 0;
  #size = 0;

  constructor(records: Records) {
    this.#records = records;
  }

  /** 0 when nobody waits. */
  get first(): Ref {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  /** The order is younger than all others of the queue. */
  add(order: Ref): void {
    this.#records.setPrevious(order, this.#last);
    this.#records.setNext(order, 0);
    if (this.#last === 0) this.#first = order;
    else this.#records.setNext(this.#last, order);
    this.#last = order;
    this.#size++;
  }

  remove(order: Ref): void {
    const previous = this.#records.previous(order);
    const next = this.#records.next(order);
    if (previous === 0) this.#first = next;
    else this.#records.setNext(previous, next);
    if (next === 0) this.#last = previous;
    else this.#records.setPrevious(next, previous);
    this.#size--;
  }

  *[Symbol.iterator](): Generator<Ref, void, undefined> {
    for (let order = this.#first; order !== 0; order = this.#records.next(order)) yield order;
  }
}
