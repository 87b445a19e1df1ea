import type { HoldCause, OrderId } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';
import type { OrderRecord } from './order-record.ts';
import { OrdersById } from './orders-by-id.ts';

/** The orders of a security that its transfer rules hold: by owner, by id, and those that wait for first refusal. */
export class HeldOrders {
  readonly #byOwner = new Map<string, Set<OrderRecord>>();
  readonly #byId = new SortedKeys<OrderRecord>((a, b) => a.orderId - b.orderId);
  /** Those that wait for an answer to the right of first refusal. */
  readonly #forRefusal = new OrdersById();
  /** Ids of orders that are held since orders began to be released; null: that is over. */
  #meanwhile: Set<OrderId> | null = null;

  /** All of them, oldest first. */
  get all(): OrderRecord[] {
    return [...this.#byId.from(undefined)];
  }

  get isEmpty(): boolean {
    return this.#byOwner.size === 0;
  }

  of(owner: string): Iterable<OrderRecord> {
    return this.#byOwner.get(owner) ?? [];
  }

  has(owner: string): boolean {
    return this.#byOwner.has(owner);
  }

  add(owner: string, order: OrderRecord, cause: HoldCause): void {
    if (order.held === null) this.#meanwhile?.add(order.orderId);
    order.held = cause;
    const orders = this.#byOwner.get(owner) ?? new Set();
    this.#byOwner.set(owner, orders.add(order));
    this.#byId.add(order);
    if (cause === 'first refusal') this.#forRefusal.add(order);
    else this.#forRefusal.delete(order);
  }

  delete(owner: string, order: OrderRecord): void {
    const orders = this.#byOwner.get(owner);
    orders?.delete(order);
    this.#byId.delete(order);
    this.#forRefusal.delete(order);
    if (orders?.size === 0) this.#byOwner.delete(owner);
    order.held = null;
  }

  /** Those that are held now are released where they may: orders that are held meanwhile are left out. */
  beginRelease(): void {
    this.#meanwhile = new Set();
  }

  /** The first order that is held with this id or a higher one; undefined: nothing is released any more. */
  nextToRelease(from: OrderId): OrderRecord | undefined {
    const order = this.#byId.from({ orderId: from } as OrderRecord).next().value;
    if (order === undefined) this.#meanwhile = null;
    return order;
  }

  /** Whether the order is held since orders began to be released. */
  isHeldMeanwhile({ orderId }: OrderRecord): boolean {
    return this.#meanwhile?.has(orderId) ?? false;
  }

  /** The first `limit` orders after this id that wait for an answer to the right of first refusal. */
  waitingForRefusal(after: OrderId, limit: number): OrderRecord[] {
    return this.#forRefusal.after(after, limit);
  }

  /** Ids of the orders that are held since orders began to be released, for a snapshot; null: none are. */
  get meanwhile(): readonly OrderId[] | null {
    return this.#meanwhile && [...this.#meanwhile].sort((a, b) => a - b);
  }

  restoreMeanwhile(orderIds: readonly OrderId[] | undefined): void {
    if (orderIds !== undefined) this.#meanwhile = new Set(orderIds);
  }
}
