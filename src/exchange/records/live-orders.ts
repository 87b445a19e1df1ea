import { violated } from '../../invariant.ts';
import {
  type Contingency,
  expiryOf,
  isAtAuction,
  type OrderId,
  type OrderLimits,
  type OrderTicket,
  type Refusal,
  type SecurityId,
} from '../api/index.ts';
import { Deadlines, IdTable } from '../collections/index.ts';
import { ClientOrders, type OrderRecord } from './order-record.ts';
import { mayExpire } from './order-terms.ts';
import type { SecurityRecord } from './security-record.ts';
import { TokenHolders, tokenKey } from './token-holders.ts';

/** Earlier tokens by which a live order is found: a client must not fill the memory by replacing one order. */
const EARLIER_TOKENS_MAX = 16;

interface Asked {
  readonly ticket: Pick<OrderTicket, 'clientId' | 'securityId' | 'token'>;
  readonly contingency: Contingency;
}

/**
 * The live orders of the venue (Pending, Live, Partially Executed): by id, by security in the order of entry, by client
 * and by token. Memory holds live orders, not history.
 */
export class LiveOrders {
  /** How many of them expire with a close or a date (M14). */
  expiring = 0;
  /** Of those that end at a minute (M14). */
  readonly expiries = new Deadlines<OrderId>();
  readonly #byId = new IdTable<OrderRecord>();
  readonly #clients = new Map<string, ClientOrders>();
  readonly #tokens = new TokenHolders();
  /** The earlier tokens of the orders that were given others, the newest last. */
  readonly #earlierTokens = new Map<OrderId, readonly string[]>();

  get size(): number {
    return this.#byId.size;
  }

  get(orderId: OrderId): OrderRecord | undefined {
    return this.#byId.get(orderId);
  }

  /** One of a book or of a pending piece of work, which is always there. */
  known(orderId: OrderId): OrderRecord {
    return this.#byId.get(orderId) ?? violated('M1', `order ${orderId} of a book is not live`);
  }

  values(): Generator<OrderRecord, void, undefined> {
    return this.#byId.values();
  }

  /** @param security that of the order */
  add(order: OrderRecord, security: SecurityRecord): void {
    this.#byId.add(order.orderId, order);
    security.orders.add(order);
    if (mayExpire(order)) this.expiring++;
    const expiry = expiryOf(order.ticket);
    if (expiry !== undefined) this.expiries.set(order.orderId, expiry);
    if (order.status === 'Pending') security.pending.add(order);
    const { clientId, token } = order.ticket;
    if (token !== null) this.#tokens.add(tokenKey(clientId, token), order.orderId);
    this.#clientOf(clientId).add(order);
    if (security.auctions !== undefined && isAtAuction(order.ticket)) security.auctions.orders.add(order);
  }

  /** The order has ended; one that was Pending is still to leave those. */
  remove(order: OrderRecord, security: SecurityRecord): void {
    this.#byId.delete(order.orderId);
    security.orders.delete(order);
    if (mayExpire(order)) this.expiring--;
    if (this.expiries.size > 0) this.expiries.clear(order.orderId);
    const { clientId, token } = order.ticket;
    if (token !== null) this.#tokens.remove(tokenKey(clientId, token), order.orderId);
    if (this.#earlierTokens.size > 0) this.#forgetTokens(order);
    order.client?.delete(order);
    if (security.auctions !== undefined && isAtAuction(order.ticket)) security.auctions.orders.delete(order);
  }

  /** H10: the order has another token, and its earlier ones name it too. The token is that of no live order. */
  rename(order: OrderRecord, token: string): void {
    const { orderId, ticket } = order;
    if (ticket.token !== null) {
      const earlier = [...(this.#earlierTokens.get(orderId) ?? []), ticket.token];
      if (earlier.length > EARLIER_TOKENS_MAX) {
        this.#tokens.remove(tokenKey(ticket.clientId, earlier.shift() as string), orderId);
      }
      this.#earlierTokens.set(orderId, earlier);
    }
    order.ticket = { ...ticket, token };
    this.#tokens.add(tokenKey(ticket.clientId, token), orderId);
  }

  /** Those of an order, the newest last, for a snapshot. */
  earlierTokensOf(orderId: OrderId): readonly string[] | undefined {
    return this.#earlierTokens.get(orderId);
  }

  /** @param tokens as earlierTokensOf returns them */
  restoreEarlierTokens({ orderId, ticket }: OrderRecord, tokens: readonly string[]): void {
    for (const token of tokens) this.#tokens.add(tokenKey(ticket.clientId, token), orderId);
    this.#earlierTokens.set(orderId, tokens);
  }

  #forgetTokens({ orderId, ticket }: OrderRecord): void {
    for (const token of this.#earlierTokens.get(orderId) ?? []) {
      this.#tokens.remove(tokenKey(ticket.clientId, token), orderId);
    }
    this.#earlierTokens.delete(orderId);
  }

  /** How many live orders the client has. */
  countOfClient(clientId: string): number {
    return this.#clients.get(clientId)?.live ?? 0;
  }

  /** The clients that have live orders. */
  *clientIds(): Generator<string, void, undefined> {
    for (const [clientId, { live }] of this.#clients) if (live > 0) yield clientId;
  }

  /** The live orders of a client; they must not change meanwhile. */
  ofClient(clientId: string): Iterable<OrderRecord> {
    return this.#clients.get(clientId) ?? [];
  }

  /** The securities in which the client has live orders, in an order that depends on nothing else. */
  securitiesOf(clientId: string): SecurityId[] {
    return this.#clients.get(clientId)?.securityIds ?? [];
  }

  /** The oldest live order of the client in a security; later ones are `clientAfter`. */
  firstOf(clientId: string, securityId: SecurityId): OrderRecord | null {
    return this.#clients.get(clientId)?.firstIn(securityId) ?? null;
  }

  /** How many live orders of the client have the token. */
  countWithToken(clientId: string, token: string): number {
    return this.#tokens.countOf(tokenKey(clientId, token));
  }

  /** The one live order of the client that has the token; undefined if there is no order, or more than one. */
  withToken(clientId: string, token: string): OrderRecord | undefined {
    const orderId = this.#tokens.holderOf(tokenKey(clientId, token));
    return orderId === undefined ? undefined : this.#byId.get(orderId);
  }

  /** Why its client may not have one more live order; undefined when it may. */
  refusalOf({ ticket, contingency }: Asked, limits: OrderLimits | null): Refusal | undefined {
    const { clientId, token } = ticket;
    const client = limits === null ? undefined : this.#clients.get(clientId);
    if (limits === null || client === undefined) return undefined;
    if (client.live >= limits.ordersPerClient) return 'too many live orders';
    if (token !== null && this.countWithToken(clientId, token) >= limits.ordersPerToken) {
      return 'too many orders with the token';
    }
    return refusalOfContingent(client, ticket.securityId, contingency, limits);
  }

  /**
   * The same of a new contingency. A limit lets an order keep its contingency, and refuses it one that it did not have.
   */
  refusalOfContingency(order: OrderRecord, contingency: Contingency, limits: OrderLimits | null): Refusal | undefined {
    if (limits === null || order.client === null || order.contingency !== 'None') return undefined;
    return refusalOfContingent(order.client, order.ticket.securityId, contingency, limits);
  }

  /** The order is about to have another contingency. */
  changeContingency(order: OrderRecord, contingency: Contingency): void {
    order.client?.changeContingency(order, contingency);
  }

  #clientOf(clientId: string): ClientOrders {
    let client = this.#clients.get(clientId);
    if (client === undefined) {
      client = new ClientOrders();
      this.#clients.set(clientId, client);
    }
    return client;
  }
}

/** Why the client may not have one more order with this contingency in the security; undefined when it may. */
function refusalOfContingent(
  client: ClientOrders,
  securityId: SecurityId,
  contingency: Contingency,
  limits: OrderLimits,
): Refusal | undefined {
  if (contingency === 'None' || client.contingentIn(securityId) < limits.contingentPerSecurity) return undefined;
  return 'too many contingent orders';
}
