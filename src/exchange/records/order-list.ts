import type { OrderRecord } from './order-record.ts';
import { mayExpire } from './order-terms.ts';

/**
 * Live orders in the order in which they were entered, chained through the orders themselves: to add or take out one
 * costs the same however many there are. An order is in one list at most.
 */
export class OrderList {
  #first: OrderRecord | null = null;
  #last: OrderRecord | null = null;
  size = 0;
  /** How many of them expire by themselves (M14). */
  expiring = 0;

  /** The oldest; later ones are `entryAfter`. */
  get first(): OrderRecord | null {
    return this.#first;
  }

  add(order: OrderRecord): void {
    order.entryBefore = this.#last;
    order.entryAfter = null;
    if (this.#last === null) this.#first = order;
    else this.#last.entryAfter = order;
    this.#last = order;
    this.size++;
    if (mayExpire(order)) this.expiring++;
  }

  /** The order must be in this list. */
  delete(order: OrderRecord): void {
    const { entryBefore, entryAfter } = order;
    if (entryBefore === null) this.#first = entryAfter;
    else entryBefore.entryAfter = entryAfter;
    if (entryAfter === null) this.#last = entryBefore;
    else entryAfter.entryBefore = entryBefore;
    order.entryBefore = order.entryAfter = null;
    this.size--;
    if (mayExpire(order)) this.expiring--;
  }

  /** The list must not change meanwhile. */
  *[Symbol.iterator](): Generator<OrderRecord, void, undefined> {
    for (let order = this.#first; order !== null; order = order.entryAfter) yield order;
  }
}
