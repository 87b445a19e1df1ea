import { SortedKeys } from '../collections/index.ts';
import type { OrderRecord } from './order-record.ts';

/** The orders of a security that wait for approval, by their id. */
export class PendingOrders {
  readonly #orders = new SortedKeys<Pick<OrderRecord, 'orderId'>>((a, b) => a.orderId - b.orderId);

  /** The order has just become Pending. */
  add(order: OrderRecord): void {
    this.#orders.add(order);
  }

  /** The order is Pending no more. */
  delete(order: OrderRecord): void {
    this.#orders.delete(order);
  }

  /** The first that has this id or a higher one. */
  firstFrom(orderId: number): OrderRecord | undefined {
    return this.after(orderId - 1, 1)[0];
  }

  /** At most `limit` of those with a higher id, the lowest first. */
  after(orderId: number, limit: number): OrderRecord[] {
    const found: OrderRecord[] = [];
    for (const order of this.#orders.from({ orderId: orderId + 1 })) {
      if (found.length >= limit) break;
      found.push(order as OrderRecord);
    }
    return found;
  }
}
