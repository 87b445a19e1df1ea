import type { Contingency, OrderLimits, OrderTicket, Refusal } from './interface.ts';
import { SpreadMap } from './spread-map.ts';

export interface Counted {
  readonly ticket: Pick<OrderTicket, 'clientId' | 'securityId' | 'token'>;
  readonly contingency: Contingency;
}

interface ClientCount {
  live: number;
  /** Live orders with a contingency, by security. */
  readonly contingent: Map<number, number>;
}

/** How many live orders each client keeps: in all, with a contingency in one security, and behind one token. */
export class OrderCounts {
  readonly #clients = new Map<string, ClientCount>();
  readonly #tokens = new SpreadMap<string, number>();

  add(order: Counted): void {
    this.#count(order, 1);
  }

  remove(order: Counted): void {
    this.#count(order, -1);
  }

  #count({ ticket, contingency }: Counted, by: 1 | -1): void {
    const { clientId, securityId, token } = ticket;
    const client = this.#clientOf(clientId);
    client.live += by;
    if (contingency !== 'None') count(client.contingent, securityId, by);
    if (token !== null) count(this.#tokens, tokenKey(clientId, token), by);
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
      const behindToken = this.#tokens.get(tokenKey(clientId, token)) ?? 0;
      if (behindToken >= limits.ordersPerToken) return 'too many orders with the token';
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
