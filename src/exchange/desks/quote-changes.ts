import { type Microseconds, SECOND_US } from '../../time/units.ts';
import {
  accepted,
  asksClient,
  countOfId,
  idOf,
  type NewQuote,
  type OpenQuote,
  type OrderTicket,
  type Outcome,
  openView,
  type QuoteChange,
  type QuoteEntry,
  type QuoteExpiry,
  type QuoteId,
  type QuoteResult,
  type QuoteView,
  type Refused,
  refused,
} from '../api/index.ts';
import type { EventPublisher, OrderRecord, VenueRecords } from '../records/index.ts';

/** Who quotes. */
export interface Quoting {
  readonly clientId: string;
  readonly ip: string;
}

/** How a quote ended without a match. */
export type QuoteEnding = Pick<QuoteView, 'status' | 'end' | 'reason'>;

/** Makes, replaces and ends quotes (Y1 to Y3), and publishes each change to its two clients. */
export class QuoteChanges {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;

  constructor(records: VenueRecords, events: EventPublisher) {
    this.#records = records;
    this.#events = events;
  }

  /** V38, Y1. @param reserved the id of the quote; absent: the next one */
  enter(quote: NewQuote, whose: Quoting, reserved?: QuoteId): Outcome {
    const { counters, limits, orders, quotes, risk } = this.#records;
    const { clientId } = whose;
    const order = orders.get(quote.orderId);
    if (order === undefined || !mayQuote(order, clientId)) return refused('unknown order');
    if (order.ticket.type !== 'RFQ' || order.status === 'Pending') return refused('order takes no quotes');
    const ticket = ticketOf(quote, whose, order);
    const broken =
      this.#refusalOfTerms(order, quote) ?? risk.stopped(ticket) ?? risk.refusalOfQuotedTerms(order, quote);
    if (broken !== undefined) return broken;
    const full = quotes.refusalOf(clientId, quote.orderId, limits?.quotesPerClient);
    if (full !== undefined) return refused(full);
    const made: OpenQuote = {
      quoteId: reserved ?? this.nextId(),
      orderId: quote.orderId,
      orderClientId: order.ticket.clientId,
      ticket,
      price: quote.price,
      quantity: quote.quantity,
      version: 1,
      expiresAt: this.#expiryOf(quote) ?? null,
      createdAt: counters.time,
      updatedAt: null,
    };
    return this.#set(made);
  }

  /** Y2. */
  replace(change: QuoteChange, clientId: string): Outcome {
    const { counters, orders, risk } = this.#records;
    const quote = this.#own(change, clientId);
    if ('ok' in quote) return quote;
    const order = orders.known(quote.orderId);
    const terms = { price: change.price ?? quote.price, quantity: change.quantity ?? quote.quantity };
    if (order.status === 'Pending') return refused('order takes no quotes');
    const broken =
      this.#refusalOfTerms(order, { ...change, ...terms }) ??
      risk.stopped(quote.ticket) ??
      risk.refusalOfQuotedTerms(order, terms);
    if (broken !== undefined) return broken;
    const expiresAt = this.#expiryOf(change) ?? quote.expiresAt;
    return this.#set({ ...quote, ...terms, version: quote.version + 1, expiresAt, updatedAt: counters.time });
  }

  /** V41: the client that quotes takes it back. */
  cancel(named: Pick<QuoteChange, 'quoteId' | 'version'>, clientId: string, reason: string | null): Outcome {
    const quote = this.#own(named, clientId);
    if ('ok' in quote) return quote;
    return this.end(quote, { status: 'Cancelled', end: 'quote cancelled', reason });
  }

  /** Y4: one part of a mass quote. */
  perform(entry: QuoteEntry, whose: Quoting, reserved: QuoteId | null): QuoteResult {
    const outcome = this.#outcomeOf(entry, whose, reserved);
    if (!outcome.ok) return { refusal: outcome.refusal };
    const { quoteId, version } = outcome.quote as QuoteView;
    return { quoteId, version };
  }

  #outcomeOf(entry: QuoteEntry, whose: Quoting, reserved: QuoteId | null): Outcome {
    if ('orderId' in entry) return this.enter(entry, whose, reserved ?? undefined);
    return 'cancel' in entry ? this.cancel(entry, whose.clientId, null) : this.replace(entry, whose.clientId);
  }

  end(quote: OpenQuote, ending: QuoteEnding): Outcome {
    this.#records.quotes.remove(quote);
    return this.publish({ ...quote, ...ending, matchId: null, updatedAt: this.#records.counters.time });
  }

  publish(quote: QuoteView): Outcome {
    this.#events.quote(quote);
    return { ...accepted(null), quote };
  }

  /** The open quote of the client, in the version that it names. */
  #own({ quoteId, version }: Pick<QuoteChange, 'quoteId' | 'version'>, clientId: string): OpenQuote | Refused {
    const quote = this.#records.quotes.get(quoteId);
    if (quote?.ticket.clientId !== clientId) return refused('unknown quote');
    return refusalOfVersion(quote, version) ?? quote;
  }

  #set(quote: OpenQuote): Outcome {
    this.#records.quotes.set(quote);
    return this.publish(openView(quote));
  }

  #refusalOfTerms(order: OrderRecord, { quantity, ...expiry }: Pick<NewQuote, 'quantity'> & QuoteExpiry) {
    if (quantity > order.remaining) return refused('quantity above remaining');
    const expiresAt = this.#expiryOf(expiry) ?? Infinity;
    return expiresAt <= this.#records.counters.time ? refused('quote expires in the past') : undefined;
  }

  #expiryOf({ expiresAt, seconds }: QuoteExpiry): Microseconds | undefined {
    return seconds === undefined ? expiresAt : this.#records.counters.time + seconds * SECOND_US;
  }

  /** The database gave the ids of quotes before QUOTES_SINCE: those of new ones come after them. */
  nextId(): QuoteId {
    const { counters, quotes, shard } = this.#records;
    quotes.count = Math.max(quotes.count, countOfId(counters.ids.quote ?? 0, shard));
    return idOf<QuoteId>(++quotes.count, shard);
  }
}

/** V41: who names a version means the quote as it was then. */
export function refusalOfVersion(quote: OpenQuote, version: number | undefined): Refused | undefined {
  return version === undefined || version === quote.version ? undefined : refused('quote has another version');
}

/** V38. Nobody else knows of an order that waits for approval. */
function mayQuote({ ticket, status }: OrderRecord, clientId: string): boolean {
  return asksClient(ticket, clientId) && (status !== 'Pending' || ticket.clientId === clientId);
}

/** Of the order that is made when the quote is accepted. The RFQ order solicited it. */
function ticketOf({ memberId, accountId, token }: NewQuote, { clientId, ip }: Quoting, { ticket }: OrderRecord) {
  return Object.freeze<OrderTicket>({
    clientId,
    securityId: ticket.securityId,
    memberId,
    accountId,
    type: 'Limit',
    side: ticket.side === 'buy' ? 'sell' : 'buy',
    token,
    disclosed: false,
    solicited: true,
    expiration: 'IOC',
    expirationDate: null,
    ip,
  });
}
