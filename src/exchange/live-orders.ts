import { ClientOrders } from './client-orders.ts';
import type { Contingency, OrderLimits, Refusal } from './interface.ts';
import { type Counted, OrderCounts } from './order-counts.ts';
import type { OrderRecord } from './order-record.ts';
import type { SecurityRecord } from './security-record.ts';
import { SpreadMap } from './spread-map.ts';

/**
 * The live orders of the venue (Pending, Live, Partially Executed): by id, by security in the order of entry, and
 * counted by client. Memory holds live orders, not history.
 */
export class LiveOrders {
  readonly #byId = new SpreadMap<number, OrderRecord>();
  readonly #byClient = new Map<string, ClientOrders>();
  readonly #counts = new OrderCounts();

  get size(): number {
    return this.#byId.size;
  }

  get(orderId: number): OrderRecord | undefined {
    return this.#byId.get(orderId);
  }

  values(): Generator<OrderRecord, void, undefined> {
    return this.#byId.values();
  }

  /** @param security that of the order */
  add(order: OrderRecord, security: SecurityRecord): void {
    this.#byId.set(order.orderId, order);
    security.orders.add(order);
    if (order.status === 'Pending') security.pending.add(order);
    this.#counts.add(order);
    this.#listOf(order.ticket.clientId).add(order);
  }

  /** The order has ended; one that was Pending is still to leave those. */
  remove(order: OrderRecord, security: SecurityRecord): void {
    this.#byId.delete(order.orderId);
    security.orders.delete(order);
    this.#counts.remove(order);
    this.#listOf(order.ticket.clientId).delete(order);
  }

  /** The live orders of a client, in no order that matters; they must not change meanwhile. */
  ofClient(clientId: string): Iterable<OrderRecord> {
    return this.#byClient.get(clientId) ?? [];
  }

  /** How many live orders of the client have the token. */
  countWithToken(clientId: string, token: string): number {
    return this.#counts.countOf(clientId, token);
  }

  /** The one live order of the client that has the token; undefined where there is none, or there are several. */
  withToken(clientId: string, token: string): OrderRecord | undefined {
    const find = () => [...this.ofClient(clientId)].find(({ ticket }) => ticket.token === token)!.orderId;
    const orderId = this.#counts.holderOf(clientId, token, find);
    return orderId === undefined ? undefined : this.#byId.get(orderId);
  }

  #listOf(clientId: string): ClientOrders {
    let list = this.#byClient.get(clientId);
    if (list === undefined) {
      list = new ClientOrders();
      this.#byClient.set(clientId, list);
    }
    return list;
  }

  /** Why its client may not have this order besides those that it has; undefined when it may. */
  refusalOf(order: Counted, limits: OrderLimits | null): Refusal | undefined {
    return limits === null ? undefined : this.#counts.refusalOf(order, limits);
  }

  /**
   * The same of a new contingency. A limit lets an order keep its contingency, and refuses it one that it did not have.
   */
  refusalOfContingency(order: OrderRecord, contingency: Contingency, limits: OrderLimits | null): Refusal | undefined {
    if (limits === null || order.contingency !== 'None') return undefined;
    return this.#counts.refusalOfContingency({ ticket: order.ticket, contingency }, limits);
  }

  /** The order is about to have another contingency. */
  changeContingency(order: OrderRecord, contingency: Contingency): void {
    this.#counts.changeContingency(order, contingency);
  }
}
