import type { OrderId } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';
import type { OrderRecord } from './order-record.ts';
import { OrdersById } from './orders-by-id.ts';

/** When an order was sent back to approval. */
export interface SentBack {
  readonly orderId: OrderId;
  /** The newest order at that moment: those that came later became Pending later. */
  readonly after: OrderId;
  /** Rising. */
  readonly number: number;
}

/** The orders of a security that wait for approval, in the sequence in which they became Pending (V8). */
export class PendingOrders {
  readonly #all = new OrdersById();
  /** Those that wait since they were entered. */
  readonly #entered = new OrdersById();
  readonly #sentBack = new SortedKeys<SentBack>((a, b) => a.after - b.after || a.number - b.number);
  readonly #moments = new Map<OrderId, SentBack>();

  add(order: OrderRecord): void {
    this.#all.add(order);
    this.#entered.add(order);
  }

  delete(order: OrderRecord): void {
    this.#all.delete(order);
    this.#entered.delete(order);
    const moment = this.#moments.get(order.orderId);
    if (moment === undefined) return;
    this.#sentBack.delete(moment);
    this.#moments.delete(order.orderId);
  }

  /** An order that was added became Pending at this moment, not when it was entered. */
  sendBack(order: OrderRecord, moment: SentBack): void {
    this.#entered.delete(order);
    this.#sentBack.add(moment);
    this.#moments.set(order.orderId, moment);
  }

  /** The id of the one that became Pending first. */
  get first(): OrderId | undefined {
    const entered = this.#entered.first?.orderId;
    const sentBack = this.#sentBack.first;
    return sentBack === undefined || (entered !== undefined && entered <= sentBack.after) ? entered : sentBack.orderId;
  }

  /** At most `limit` of those with a higher id, the lowest first. */
  after(orderId: OrderId, limit: number): OrderRecord[] {
    return this.#all.after(orderId, limit);
  }

  /** Those that were sent back. */
  entries(): IterableIterator<SentBack> {
    return this.#sentBack.from(undefined);
  }
}
