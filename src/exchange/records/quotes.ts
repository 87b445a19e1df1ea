import { violated } from '../../invariant.ts';
import type { Microseconds } from '../../time/units.ts';
import type { OpenQuote, OrderId, QuoteId, SecurityId } from '../api/index.ts';
import { Deadlines, SortedKeys } from '../collections/index.ts';

/** The most open quotes of an order, and of one client on it (V38). */
const ON_ORDER_MAX = 1000;
const OF_CLIENT_ON_ORDER_MAX = 20;
/** The most open quotes of a client, where the settings say nothing. */
const OF_CLIENT_MAX = 10_000;

/** Quotes that expire with one group commit: each is an event for two clients. */
const DUE_MAX = 100;

/** Which quotes are walked over: those on an order, or those of a client in a security. */
export type QuoteScope =
  | { readonly orderId: OrderId }
  /** clientId empty: of all clients. */
  | { readonly clientId: string; readonly securityId: SecurityId };

/** The open quotes (V38). Part of the venue's state. */
export class Quotes {
  /** Quotes that were ever made. */
  count = 0;
  readonly deadlines = new Deadlines<QuoteId>();
  readonly #quotes = new Map<QuoteId, OpenQuote>();
  readonly #onOrders = new IdsByKey<OrderId>();
  readonly #inSecurities = new IdsByKey<SecurityId>();
  readonly #ofClients = new IdsByKey<string>();
  /** By client and security, by client and order. */
  readonly #ofClientsIn = new IdsByKey<string>();
  /** The securities in which a client has quotes, with their numbers. */
  readonly #securitiesOf = new Map<string, Map<SecurityId, number>>();

  get size(): number {
    return this.#quotes.size;
  }

  get(quoteId: QuoteId): OpenQuote | undefined {
    return this.#quotes.get(quoteId);
  }

  /** Adds a quote, or the next version of one. */
  set(quote: OpenQuote): void {
    const { quoteId, orderId, ticket, expiresAt } = quote;
    const before = this.#quotes.get(quoteId);
    this.#quotes.set(quoteId, quote);
    if (expiresAt === null) this.deadlines.clear(quoteId);
    else this.deadlines.set(quoteId, expiresAt);
    if (before !== undefined) return;
    const { clientId, securityId } = ticket;
    this.#onOrders.add(orderId, quoteId);
    this.#inSecurities.add(securityId, quoteId);
    this.#ofClients.add(clientId, quoteId);
    this.#ofClientsIn.add(inSecurity(clientId, securityId), quoteId);
    this.#ofClientsIn.add(onOrder(clientId, orderId), quoteId);
    this.#countIn(clientId, securityId, 1);
  }

  remove({ quoteId, orderId, ticket }: OpenQuote): void {
    if (!this.#quotes.delete(quoteId)) violated('V41', `quote ${quoteId} ends twice`);
    const { clientId, securityId } = ticket;
    this.deadlines.clear(quoteId);
    this.#onOrders.delete(orderId, quoteId);
    this.#inSecurities.delete(securityId, quoteId);
    this.#ofClients.delete(clientId, quoteId);
    this.#ofClientsIn.delete(inSecurity(clientId, securityId), quoteId);
    this.#ofClientsIn.delete(onOrder(clientId, orderId), quoteId);
    this.#countIn(clientId, securityId, -1);
  }

  /** Why the client may not quote once more on the order; undefined when it may. @param max open quotes of a client */
  refusalOf(clientId: string, orderId: OrderId, max = OF_CLIENT_MAX) {
    if (this.#onOrders.sizeOf(orderId) >= ON_ORDER_MAX) return 'too many quotes on the order';
    if (this.#ofClientsIn.sizeOf(onOrder(clientId, orderId)) >= OF_CLIENT_ON_ORDER_MAX)
      return 'too many quotes of the client';
    return this.countOfClient(clientId) >= max ? 'too many open quotes' : undefined;
  }

  /** Some of those whose time is over (Y3). */
  due(nowUs: Microseconds): QuoteId[] {
    return this.deadlines.due(nowUs, DUE_MAX);
  }

  countOn(orderId: OrderId): number {
    return this.#onOrders.sizeOf(orderId);
  }

  /** @param clientId empty: of all clients */
  countOfClient(clientId: string): number {
    return clientId === '' ? this.#quotes.size : this.#ofClients.sizeOf(clientId);
  }

  /** The securities in which a client has quotes, by their ids. @param clientId empty: all clients */
  securitiesOf(clientId: string): SecurityId[] {
    const all = clientId === '' ? this.#inSecurities.keys() : (this.#securitiesOf.get(clientId)?.keys() ?? []);
    return [...all].sort((a, b) => a - b);
  }

  /** The oldest of these quotes with an id above `after`. */
  nextOf(scope: QuoteScope, after: QuoteId): OpenQuote | undefined {
    const next = this.#idsOf(scope)
      ?.from(after + 1)
      .next().value;
    return next === undefined ? undefined : this.#quotes.get(next);
  }

  /** The first `limit` of a client's quotes with an id above `after`, oldest first. */
  page(clientId: string, after: QuoteId, limit: number): OpenQuote[] {
    return this.#named(this.#ofClients.of(clientId), after, limit);
  }

  /** By their ids. */
  values(): OpenQuote[] {
    return [...this.#quotes.values()].sort((a, b) => a.quoteId - b.quoteId);
  }

  /** All indexes name the same quotes. For checkState. */
  check(): void {
    const sizes = [this.#onOrders, this.#inSecurities, this.#ofClients].map((index) => index.size);
    if (sizes.some((size) => size !== this.#quotes.size))
      violated('V41', `${this.#quotes.size} quotes are open, ${sizes.join(', ')} in the indexes`);
    for (const [quoteId, { expiresAt }] of this.#quotes) {
      if ((this.deadlines.get(quoteId) ?? null) !== expiresAt)
        violated('Y3', `quote ${quoteId} expires at another time than its deadline`);
    }
  }

  #idsOf(scope: QuoteScope): SortedKeys<QuoteId> | undefined {
    if ('orderId' in scope) return this.#onOrders.of(scope.orderId);
    const { clientId, securityId } = scope;
    if (clientId === '') return this.#inSecurities.of(securityId);
    return this.#ofClientsIn.of(inSecurity(clientId, securityId));
  }

  #named(ids: SortedKeys<QuoteId> | undefined, after: QuoteId, limit: number): OpenQuote[] {
    const found: OpenQuote[] = [];
    for (const quoteId of ids?.from(after + 1) ?? []) {
      if (found.length >= limit) break;
      found.push(this.#quotes.get(quoteId) as OpenQuote);
    }
    return found;
  }

  #countIn(clientId: string, securityId: SecurityId, by: 1 | -1): void {
    const counts = this.#securitiesOf.get(clientId) ?? new Map<SecurityId, number>();
    const count = (counts.get(securityId) ?? 0) + by;
    if (count > 0) counts.set(securityId, count);
    else counts.delete(securityId);
    if (counts.size > 0) this.#securitiesOf.set(clientId, counts);
    else this.#securitiesOf.delete(clientId);
  }
}

function inSecurity(clientId: string, securityId: SecurityId): string {
  return `s${securityId} ${clientId}`;
}

function onOrder(clientId: string, orderId: OrderId): string {
  return `o${orderId} ${clientId}`;
}

/** Ids of quotes by a key, oldest first. */
class IdsByKey<Key> {
  readonly #byKey = new Map<Key, SortedKeys<QuoteId>>();
  size = 0;

  of(key: Key): SortedKeys<QuoteId> | undefined {
    return this.#byKey.get(key);
  }

  keys(): IterableIterator<Key> {
    return this.#byKey.keys();
  }

  sizeOf(key: Key): number {
    return this.#byKey.get(key)?.size ?? 0;
  }

  add(key: Key, quoteId: QuoteId): void {
    this.size++;
    const ids = this.#byKey.get(key) ?? new SortedKeys<QuoteId>((a, b) => a - b);
    ids.add(quoteId);
    this.#byKey.set(key, ids);
  }

  delete(key: Key, quoteId: QuoteId): void {
    const ids = this.#byKey.get(key);
    if (ids?.delete(quoteId)) this.size--;
    if (ids?.size === 0) this.#byKey.delete(key);
  }
}
