import type { Contingency } from './interface.ts';
import type { OrderRecord } from './order-record.ts';

/**
 * The live orders of one client, chained through the orders themselves, in no order that matters, and how many they
 * are. An order knows whose it is: what it changes here costs no look-up.
 */
export class ClientOrders {
  #first: OrderRecord | null = null;
  #live = 0;
  /** Those with a contingency, by security. What is not counted any more takes no room. */
  readonly #contingent = new Map<number, number>();

  /** How many there are. */
  get live(): number {
    return this.#live;
  }

  add(order: OrderRecord): void {
    order.client = this;
    order.clientAfter = this.#first;
    if (this.#first !== null) this.#first.clientBefore = order;
    this.#first = order;
    this.#live++;
    if (order.contingency !== 'None') this.#countContingent(order, 1);
  }

  delete(order: OrderRecord): void {
    const { clientBefore, clientAfter } = order;
    if (clientBefore === null) this.#first = clientAfter;
    else clientBefore.clientAfter = clientAfter;
    if (clientAfter !== null) clientAfter.clientBefore = clientBefore;
    order.clientBefore = order.clientAfter = null;
    this.#live--;
    if (order.contingency !== 'None') this.#countContingent(order, -1);
  }

  /** How many have a contingency in this security. */
  contingentIn(securityId: number): number {
    return this.#contingent.get(securityId) ?? 0;
  }

  /** One of them is about to have another contingency. */
  changeContingency(order: OrderRecord, contingency: Contingency): void {
    const by = Number(contingency !== 'None') - Number(order.contingency !== 'None');
    if (by !== 0) this.#countContingent(order, by);
  }

  #countContingent({ ticket: { securityId } }: OrderRecord, by: number): void {
    const counted = this.contingentIn(securityId) + by;
    if (counted === 0) this.#contingent.delete(securityId);
    else this.#contingent.set(securityId, counted);
  }

  *[Symbol.iterator](): Generator<OrderRecord, void, undefined> {
    for (let order = this.#first; order !== null; order = order.clientAfter) yield order;
  }
}
