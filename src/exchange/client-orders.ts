import type { Contingency } from './interface.ts';
import type { OrderRecord } from './order-record.ts';

/** The live orders of a client in one security. */
interface OrdersInSecurity {
  /** In the order in which they were entered, chained through the orders themselves. */
  first: OrderRecord | null;
  last: OrderRecord | null;
  /** How many have a contingency. */
  contingent: number;
}

/** The live orders of one client, by security, and how many they are. */
export class ClientOrders {
  #live = 0;
  /** What has no orders any more takes no room. */
  readonly #securities = new Map<number, OrdersInSecurity>();

  /** How many there are. */
  get live(): number {
    return this.#live;
  }

  /** The securities in which it has orders, in an order that depends on nothing else. */
  get securityIds(): number[] {
    return [...this.#securities.keys()].sort((a, b) => a - b);
  }

  /** The oldest order in a security; those behind it are `clientAfter`. */
  firstIn(securityId: number): OrderRecord | null {
    return this.#securities.get(securityId)?.first ?? null;
  }

  add(order: OrderRecord): void {
    const { securityId } = order.ticket;
    let own = this.#securities.get(securityId);
    if (own === undefined) {
      own = { first: null, last: null, contingent: 0 };
      this.#securities.set(securityId, own);
    }
    order.client = this;
    order.clientBefore = own.last;
    if (own.last === null) own.first = order;
    else own.last.clientAfter = order;
    own.last = order;
    this.#live++;
    if (order.contingency !== 'None') own.contingent++;
  }

  delete(order: OrderRecord): void {
    const { clientBefore, clientAfter, ticket } = order;
    const own = this.#securities.get(ticket.securityId) as OrdersInSecurity;
    if (clientBefore === null) own.first = clientAfter;
    else clientBefore.clientAfter = clientAfter;
    if (clientAfter === null) own.last = clientBefore;
    else clientAfter.clientBefore = clientBefore;
    order.clientBefore = order.clientAfter = null;
    this.#live--;
    if (order.contingency !== 'None') own.contingent--;
    if (own.first === null) this.#securities.delete(ticket.securityId);
  }

  /** How many have a contingency in this security. */
  contingentIn(securityId: number): number {
    return this.#securities.get(securityId)?.contingent ?? 0;
  }

  /** One of them is about to have another contingency. */
  changeContingency(order: OrderRecord, contingency: Contingency): void {
    const own = this.#securities.get(order.ticket.securityId) as OrdersInSecurity;
    own.contingent += Number(contingency !== 'None') - Number(order.contingency !== 'None');
  }

  *[Symbol.iterator](): Generator<OrderRecord, void, undefined> {
    for (const { first } of this.#securities.values()) {
      for (let order = first; order !== null; order = order.clientAfter) yield order;
    }
  }
}
