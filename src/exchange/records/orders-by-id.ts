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

  get first(): OrderRecord | undefined {
    return this.#orders.first as OrderRecord | undefined;
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
