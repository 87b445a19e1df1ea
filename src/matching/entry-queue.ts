import type { Order } from './order.ts';

/**
 * Orders that wait to enter a book which is being opened (M13), oldest first, chained through the orders themselves.
 * They are not in the book meanwhile.
 */
export class EntryQueue {
  #first: Order | null = null;
  #last: Order | null = null;
  #size = 0;

  get first(): Order | null {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  /** The order is younger than all others of the queue. */
  add(order: Order): void {
    order.previous = this.#last;
    if (this.#last === null) this.#first = order;
    else this.#last.next = order;
    this.#last = order;
    this.#size++;
  }

  remove(order: Order): void {
    const { previous, next } = order;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    order.previous = order.next = null;
    this.#size--;
  }

  *[Symbol.iterator](): Generator<Order, void, undefined> {
    for (let order = this.#first; order !== null; order = order.next) yield order;
  }
}
