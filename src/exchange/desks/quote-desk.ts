import {
  type AcceptQuoteCommand,
  accepted,
  type CancelQuotesCommand,
  type EndQuoteCommand,
  filledOf,
  idOf,
  type MassQuoteCommand,
  type MatchId,
  type OpenQuote,
  type Outcome,
  type QuoteProtectionCommand,
  type QuoteTimerCommand,
  type QuotingCommand,
  type Refused,
  refused,
  textOf,
} from '../api/index.ts';
import type { VenueRecords } from '../records/index.ts';
import type { OrderDesk } from './order-desk.ts';
import { refusalOfVersion } from './quote-changes.ts';

type QuoteDeskCommand = QuotingCommand | QuoteTimerCommand;

/** The commands of quotes on RFQ orders (V38 to V42, Y1 to Y6). */
export class QuoteDesk {
  readonly #records: VenueRecords;
  readonly #orders: OrderDesk;

  constructor(records: VenueRecords, orders: OrderDesk) {
    this.#records = records;
    this.#orders = orders;
  }

  apply(command: QuoteDeskCommand): Outcome {
    switch (command.type) {
      case 'quote':
        return this.#orders.quotes.enter(command, command);
      case 'replaceQuote':
        return this.#orders.quotes.replace(command, command.clientId);
      case 'massQuote':
        return this.#massQuote(command);
      case 'acceptQuote':
        return this.#accept(command);
      case 'endQuote':
        return this.#end(command);
      case 'cancelQuotes':
        return this.#cancelMany(command);
      case 'quoteProtection':
        return this.#protect(command);
      case 'quoteTimer':
        return this.#expire(command);
    }
  }

  /** Y4. */
  #massQuote({ clientId, ip, entries }: MassQuoteCommand): Outcome {
    return { ...accepted(null), quotes: this.#orders.massQuotes.quote({ clientId, ip }, entries) };
  }

  /** V39. A refused acceptance leaves the quote as it was. */
  #accept({ clientId, quoteId, version }: AcceptQuoteCommand): Outcome {
    const { counters, orders, protections, quotes, shard } = this.#records;
    const quote = quotes.get(quoteId);
    if (quote?.orderClientId !== clientId) return refused('unknown quote');
    const refusal = refusalOfVersion(quote, version) ?? this.#refusalOfExpired(quote);
    if (refusal !== undefined) return refusal;
    const { orderId, ticket, price, quantity } = quote;
    const { deals } = this.#orders;
    const order = orders.known(orderId);
    const terms = { type: 'takeQuote', clientId, orderId, ticket, price, quantity, filled: filledOf(order) } as const;
    const stopped = deals.refusalOf(order, terms);
    if (stopped !== undefined) return stopped;
    // First: the other quotes end with the order where it is executed.
    quotes.remove(quote);
    deals.trade(order, terms);
    const matchId = idOf<MatchId>(counters.matches, shard);
    const ending = { status: 'Accepted', end: null, reason: null, matchId, updatedAt: counters.time } as const;
    const outcome = this.#orders.quotes.publish({ ...quote, ...ending });
    if (protections.filled(ticket.clientId, quantity, counters.time)) {
      const how = { change: 'quote protection', byClient: false } as const;
      this.#orders.massQuotes.cancel(ticket.clientId, {}, how);
    }
    return outcome;
  }

  /** Its timer may wait for pending work (M17). */
  #refusalOfExpired({ expiresAt }: OpenQuote): Refused | undefined {
    return expiresAt !== null && expiresAt <= this.#records.counters.time
      ? refused('quote has another state')
      : undefined;
  }

  /** V41. */
  #end({ clientId, quoteId, status, reason }: EndQuoteCommand): Outcome {
    const { quotes } = this.#orders;
    if (status === 'Cancelled') return quotes.cancel({ quoteId }, clientId, reason);
    const quote = this.#records.quotes.get(quoteId);
    if (quote?.orderClientId !== clientId) return refused('unknown quote');
    return quotes.end(quote, { status, end: 'quote declined', reason });
  }

  /** Y4. */
  #cancelMany({ clientId, filter }: CancelQuotesCommand): Outcome {
    const how = { change: 'quote cancelled', byClient: true } as const;
    return { ...accepted(null), cancelled: this.#orders.massQuotes.cancel(clientId, filter, how) };
  }

  /** Y5. */
  #protect({ clientId, protection }: QuoteProtectionCommand): Outcome {
    this.#records.protections.set(clientId, protection);
    return accepted(null);
  }

  /** Y3: those that were replaced or ended meanwhile have another time. */
  #expire({ quoteIds }: QuoteTimerCommand): Outcome {
    const { counters, quotes } = this.#records;
    for (const quoteId of quoteIds) {
      const quote = quotes.get(quoteId);
      if (quote === undefined || (quote.expiresAt ?? Infinity) > counters.time) continue;
      const end = 'quote expired';
      this.#orders.quotes.end(quote, { status: 'Expired', end, reason: textOf(end) });
    }
    return accepted(null);
  }
}
