/** The rules of quotes (V38 to V42, V47, Y1 to Y5), slowly: lists that are gone through for each step. */
import type { QuoteStatus } from '../../src/exchange/api/quotes.ts';
import type { Refusal } from '../../src/exchange/api/reasons.ts';

export const SECOND = 1_000_000;

export interface SlowOrder {
  readonly id: number;
  readonly clientId: string;
  readonly side: 'buy' | 'sell';
  remaining: number;
  live: boolean;
}

export interface SlowQuote {
  readonly id: number;
  readonly orderId: number;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly side: 'buy' | 'sell';
  price: number;
  quantity: number;
  version: number;
  expiresAt: number | null;
  status: QuoteStatus;
}

export interface SlowTerms {
  readonly price?: number;
  readonly quantity?: number;
  readonly expiresAt?: number;
  readonly seconds?: number;
}

interface SlowProtection {
  readonly fills: number | null;
  readonly shares: number | null;
  readonly seconds: number;
  counted: { readonly at: number; readonly shares: number }[];
}

type Result = Refusal | SlowQuote;

/** Mirrors the venue by what the rules say, without indexes, slices or a journal. */
export class SlowQuotes {
  time = 0;
  readonly orders: SlowOrder[] = [];
  readonly quotes: SlowQuote[] = [];
  readonly #protections = new Map<string, SlowProtection>();

  get open(): SlowQuote[] {
    return this.quotes.filter(({ status }) => status === 'Open');
  }

  /** @param id that the venue gave the next quote */
  quote(id: number, clientId: string, orderId: number, terms: SlowTerms, accountId: string | null): Result {
    const order = this.orders.find((one) => one.id === orderId && one.live);
    if (order === undefined) return 'unknown order';
    const { price = 0, quantity = 0 } = terms;
    const wrong = this.#wrong(order, quantity, terms);
    if (wrong !== undefined) return wrong;
    if (this.open.filter((one) => one.orderId === orderId && one.clientId === clientId).length >= 20)
      return 'too many quotes of the client';
    const side = order.side === 'buy' ? 'sell' : 'buy';
    const own = { id, orderId, clientId, accountId, side, price, quantity, version: 1 } as const;
    const made: SlowQuote = { ...own, expiresAt: this.#end(terms) ?? null, status: 'Open' };
    this.quotes.push(made);
    return made;
  }

  replace(clientId: string, id: number, version: number | undefined, terms: SlowTerms): Result {
    const quote = this.#own(clientId, id, version);
    if (typeof quote === 'string') return quote;
    const order = this.orders.find((one) => one.id === quote.orderId) as SlowOrder;
    const { price = quote.price, quantity = quote.quantity } = terms;
    const wrong = this.#wrong(order, quantity, terms);
    if (wrong !== undefined) return wrong;
    const expiresAt = this.#end(terms) ?? quote.expiresAt;
    return Object.assign(quote, { price, quantity, expiresAt, version: quote.version + 1 });
  }

  cancel(clientId: string, id: number, version?: number): Result {
    const quote = this.#own(clientId, id, version);
    return typeof quote === 'string' ? quote : Object.assign(quote, { status: 'Cancelled' });
  }

  decline(clientId: string, id: number): Result {
    const quote = this.#received(clientId, id);
    return typeof quote === 'string' ? quote : Object.assign(quote, { status: 'Declined' });
  }

  accept(clientId: string, id: number, version: number | undefined): Result {
    const quote = this.#received(clientId, id);
    if (typeof quote === 'string') return quote;
    if (version !== undefined && version !== quote.version) return 'quote has another version';
    if (quote.expiresAt !== null && quote.expiresAt <= this.time) return 'quote has another state';
    const order = this.orders.find((one) => one.id === quote.orderId) as SlowOrder;
    if (quote.quantity > order.remaining) return 'order has other terms';
    quote.status = 'Accepted';
    order.remaining -= quote.quantity;
    if (order.remaining === 0) this.endOrder(order);
    this.#count(quote);
    return quote;
  }

  /** Which quotes a mass cancel ends. */
  cancelAll(which: (quote: SlowQuote) => boolean): number[] {
    const ended = this.open.filter(which);
    for (const quote of ended) quote.status = 'Cancelled';
    return ended.map(({ id }) => id);
  }

  endOrder(order: SlowOrder): void {
    order.live = false;
    for (const quote of this.open) if (quote.orderId === order.id) quote.status = 'Ended';
  }

  protect(clientId: string, protection: Omit<SlowProtection, 'counted'> | null): void {
    if (protection === null) this.#protections.delete(clientId);
    else this.#protections.set(clientId, { ...protection, counted: [] });
  }

  /** The clock is at that time: what is over expires. */
  pass(time: number): void {
    this.time = time;
    for (const quote of this.open) if (quote.expiresAt !== null && quote.expiresAt <= time) quote.status = 'Expired';
  }

  #count({ clientId, quantity }: SlowQuote): void {
    const protection = this.#protections.get(clientId);
    if (protection === undefined) return;
    const { fills, shares, seconds, counted } = protection;
    counted.push({ at: this.time, shares: quantity });
    const lately = counted.filter(({ at }) => at + seconds * SECOND > this.time);
    const sum = lately.reduce((total, one) => total + one.shares, 0);
    if (lately.length < (fills ?? 1000) && sum < (shares ?? Infinity)) return;
    protection.counted = [];
    this.cancelAll((quote) => quote.clientId === clientId);
  }

  #wrong(order: SlowOrder, quantity: number, terms: SlowTerms): Refusal | undefined {
    if (quantity > order.remaining) return 'quantity above remaining';
    return (this.#end(terms) ?? Infinity) <= this.time ? 'quote expires in the past' : undefined;
  }

  #end({ expiresAt, seconds }: SlowTerms): number | undefined {
    return seconds === undefined ? expiresAt : this.time + seconds * SECOND;
  }

  #own(clientId: string, id: number, version: number | undefined): Refusal | SlowQuote {
    const quote = this.open.find((one) => one.id === id && one.clientId === clientId);
    if (quote === undefined) return 'unknown quote';
    return version !== undefined && version !== quote.version ? 'quote has another version' : quote;
  }

  #received(clientId: string, id: number): Refusal | SlowQuote {
    const isOf = (orderId: number) => this.orders.some((one) => one.id === orderId && one.clientId === clientId);
    return this.open.find((one) => one.id === id && isOf(one.orderId)) ?? 'unknown quote';
  }
}
