import type { OrderId } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';
import type { OrderRecord } from './order-record.ts';

/** Some of the live orders of a security, by their id. */
export class OrdersById {
  readonly #orders = new SortedKeys<Pick<OrderRecord, 'orderId'>>((a, b) => a.orderId - b.orderId);

  add(order: OrderRecord): void {
    this.#orders.add(order);
  }

  /** Returns whether it was there. */
  delete(order: Pick<OrderRecord, 'orderId'>): boolean {
    return this.#orders.delete(order);
  }

  /** The first that has this id or a higher one. */
  firstFrom(orderId: OrderId): OrderRecord | undefined {
    return this.#orders.from({ orderId }).next().value as OrderRecord | undefined;
  }

  /** At most `limit` of those with a higher id, the lowest first. */
  after(orderId: OrderId, limit: number): OrderRecord[] {
    const found: OrderRecord[] = [];
    for (const order of this.#orders.from({ orderId })) {
      if (found.length >= limit) break;
      if (order.orderId === orderId) continue;
      found.push(order as OrderRecord);
    }
    return found;
  }
}
