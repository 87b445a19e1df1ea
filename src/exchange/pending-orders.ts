import type { OrderRecord } from './order-record.ts';
import { placeOf } from './sorted.ts';

/** Fewer orders that no longer wait are not worth taking out. */
const GONE_MIN = 64;

/**
 * The orders of a security that wait for approval, by their id. One that waits no more stays where it stands until many
 * have gone, so that none is moved for it. A new order has the highest id and goes to the end; one that a replacement
 * sends back for approval takes its place among them and moves those behind it.
 */
export class PendingOrders {
  #orders: OrderRecord[] = [];
  #gone = 0;

  /** The order has just become Pending. */
  add(order: OrderRecord): void {
    const at = placeOf(this.#orders, idOf, order.orderId);
    if (this.#orders[at] === order) this.#gone--;
    else this.#orders.splice(at, 0, order);
  }

  /** One of them is Pending no more. */
  leave(): void {
    this.#gone++;
    if (this.#gone < GONE_MIN || this.#gone * 2 < this.#orders.length) return;
    this.#orders = this.#orders.filter(isPending);
    this.#gone = 0;
  }

  /** At most `limit` of those with a higher id, the lowest first. */
  after(orderId: number, limit: number): OrderRecord[] {
    const found: OrderRecord[] = [];
    const first = placeOf(this.#orders, idOf, orderId + 1);
    for (let at = first; at < this.#orders.length && found.length < limit; at++) {
      const order = this.#orders[at]!;
      if (isPending(order)) found.push(order);
    }
    return found;
  }
}

function idOf({ orderId }: OrderRecord): number {
  return orderId;
}

function isPending({ status }: OrderRecord): boolean {
  return status === 'Pending';
}
