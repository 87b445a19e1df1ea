import type { OrderRecord } from './order-record.ts';

/** The live orders of one client, chained through the orders themselves, in no order that matters. */
export class ClientOrders {
  #first: OrderRecord | null = null;

  add(order: OrderRecord): void {
    order.clientAfter = this.#first;
    if (this.#first !== null) this.#first.clientBefore = order;
    this.#first = order;
  }

  delete(order: OrderRecord): void {
    const { clientBefore, clientAfter } = order;
    if (clientBefore === null) this.#first = clientAfter;
    else clientBefore.clientAfter = clientAfter;
    if (clientAfter !== null) clientAfter.clientBefore = clientBefore;
    order.clientBefore = order.clientAfter = null;
  }

  *[Symbol.iterator](): Generator<OrderRecord, void, undefined> {
    for (let order = this.#first; order !== null; order = order.clientAfter) yield order;
  }
}
