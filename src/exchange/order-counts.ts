import type { Contingency, OrderLimits, OrderTicket, Refusal } from './interface.ts';
import { TokenHolders } from './token-holders.ts';

export interface Counted {
  readonly ticket: Pick<OrderTicket, 'clientId' | 'securityId' | 'token'>;
  readonly contingency: Contingency;
}

interface Identified extends Counted {
  readonly orderId: number;
}

interface ClientCount {
  live: number;
  /** Live orders with a contingency, by security. */
  readonly contingent: Map<number, number>;
}

/** How many live orders each client keeps: in all, with a contingency in one security, and behind one token. */
export class OrderCounts {
  readonly #clients = new Map<string, ClientCount>();
  readonly #tokens = new TokenHolders();

  add(order: Identified): void {
    this.#count(order, 1);
    const { clientId, token } = order.ticket;
    if (token !== null) this.#tokens.add(tokenKey(clientId, token), order.orderId);
  }

  remove(order: Identified): void {
    this.#count(order, -1);
    const { clientId, token } = order.ticket;
    if (token !== null) this.#tokens.remove(tokenKey(clientId, token));
  }

  #count({ ticket, contingency }: Counted, by: 1 | -1): void {
    const { clientId, securityId } = ticket;
    const client = this.#clientOf(clientId);
    client.live += by;
    if (contingency !== 'None') count(client.contingent, securityId, by);
  }

  /**
   * The one live order of the client that has the token; undefined where there is none, or there are several.
   * @param find looks it up among the client's orders
   */
  holderOf(clientId: string, token: string, find: () => number): number | undefined {
    return this.#tokens.holderOf(tokenKey(clientId, token), find);
  }

  /** How many live orders of the client have the token. */
  countOf(clientId: string, token: string): number {
    return this.#tokens.countOf(tokenKey(clientId, token));
  }

  /** A live order is about to have another contingency. */
  changeContingency({ ticket, contingency: before }: Counted, contingency: Contingency): void {
    const by = Number(contingency !== 'None') - Number(before !== 'None');
    if (by !== 0) count(this.#clientOf(ticket.clientId).contingent, ticket.securityId, by);
  }

  /** Why the client may not place this order; undefined when it may. */
  refusalOf(order: Counted, limits: OrderLimits): Refusal | undefined {
    const { clientId, token } = order.ticket;
    const client = this.#clients.get(clientId);
    if (client === undefined) return undefined;
    if (client.live >= limits.ordersPerClient) return 'too many live orders';
    if (token !== null) {
      if (this.#tokens.countOf(tokenKey(clientId, token)) >= limits.ordersPerToken)
        return 'too many orders with the token';
    }
    return this.refusalOfContingency(order, limits);
  }

  /** Why the client may not have one more order with this contingency in the security; undefined when it may. */
  refusalOfContingency({ ticket, contingency }: Counted, limits: OrderLimits): Refusal | undefined {
    if (contingency === 'None') return undefined;
    const contingent = this.#clients.get(ticket.clientId)?.contingent.get(ticket.securityId) ?? 0;
    return contingent >= limits.contingentPerSecurity ? 'too many contingent orders' : undefined;
  }

  #clientOf(clientId: string): ClientCount {
    let client = this.#clients.get(clientId);
    if (client === undefined) {
      client = { live: 0, contingent: new Map() };
      this.#clients.set(clientId, client);
    }
    return client;
  }
}

interface Counts<K> {
  get(key: K): number | undefined;
  set(key: K, value: number): unknown;
  delete(key: K): unknown;
}

/** What is not counted any more takes no room. */
function count<K>(counts: Counts<K>, key: K, by: number): void {
  const counted = (counts.get(key) ?? 0) + by;
  if (counted === 0) counts.delete(key);
  else counts.set(key, counted);
}

function tokenKey(clientId: string, token: string): string {
  return `${clientId}\n${token}`;
}
