import { askedClients, type SecurityId } from '../api/index.ts';
import type { OrderRecord } from './order-record.ts';
import { OrdersById } from './orders-by-id.ts';

type Directed = Pick<OrderRecord, 'orderId' | 'ticket'>;

/** The live RFQ orders that ask named clients alone, by these (Y6). Follows from the orders, which a snapshot has. */
export class DirectedOrders {
  readonly #asking = new Map<string, OrdersById>();

  /** Does nothing for an order that names none. */
  add(order: OrderRecord): void {
    for (const clientId of askedClients(order.ticket) ?? []) {
      const key = keyOf(order.ticket.securityId, clientId);
      const orders = this.#asking.get(key) ?? new OrdersById();
      orders.add(order);
      this.#asking.set(key, orders);
    }
  }

  /** Returns whether it was there. */
  delete(order: Directed): boolean {
    const { securityId } = order.ticket;
    let wasThere = false;
    for (const clientId of askedClients(order.ticket) ?? []) {
      const key = keyOf(securityId, clientId);
      const orders = this.#asking.get(key);
      if (orders?.delete(order)) wasThere = true;
      if (orders?.first === undefined) this.#asking.delete(key);
    }
    return wasThere;
  }

  of(securityId: SecurityId, clientId: string): OrdersById | undefined {
    return this.#asking.get(keyOf(securityId, clientId));
  }
}

function keyOf(securityId: SecurityId, clientId: string): string {
  return `${securityId} ${clientId}`;
}
