import {
  NO_ORDER,
  type OrderId,
  type QuoteEnd,
  type QuoteEntry,
  type QuoteFilter,
  type QuoteResult,
  REASONS,
  type SecurityId,
} from '../api/index.ts';
import type { OrderRecord, VenueRecords, Walk } from '../records/index.ts';
import { START } from './mass-steps.ts';
import type { QuoteChanges, QuoteEnding, Quoting } from './quote-changes.ts';

/** Why many quotes end at once. */
export interface QuoteCancel {
  readonly change: QuoteEnd;
  /** The venue has nothing to say where the client itself took back what it had. */
  readonly byClient: boolean;
  /** Default: the text of the change. */
  readonly reason?: string;
}

/** Changes of many quotes at once: those that do not fit into the slice of the command happen later (M17). */
export class MassQuotes {
  readonly #records: VenueRecords;
  readonly #changes: QuoteChanges;

  constructor(records: VenueRecords, changes: QuoteChanges) {
    this.#records = records;
    this.#changes = changes;
  }

  /** V41: an RFQ order has ended, and with it the quotes on it. */
  endOn({ orderId, status, ticket }: OrderRecord): void {
    if (this.#records.quotes.countOn(orderId) === 0) return;
    const ending: QuoteEnding = { status: 'Ended', end: 'order ended', reason: `the order is ${status}` };
    this.#perform(ticket.securityId, { type: 'quote', next: NO_ORDER, orderId, ending });
  }

  /**
   * Cancels open quotes of a client.
   * @param clientId empty: of all clients
   * @returns their ids; those of quotes that end later are added to the list
   */
  cancel(clientId: string, { orderId, ...filter }: QuoteFilter, { change: end, byClient, reason }: QuoteCancel) {
    const { pending, quotes } = this.#records;
    const ending: QuoteEnding = { status: 'Cancelled', end, reason: reason ?? (byClient ? null : REASONS[end].says) };
    const ended: OrderId[] = [];
    const of = { clientId, filter, ending, ...(orderId !== undefined && { orderId }), ...keyOf(pending) };
    for (const securityId of quotes.securitiesOf(clientId)) {
      if (filter.securityId === undefined || filter.securityId === securityId)
        this.#perform(securityId, { type: 'quote', next: NO_ORDER, ...of, ended });
    }
    return ended;
  }

  /**
   * Y4: makes, replaces and ends quotes of a client.
   * @returns what became of each; of those that are done later it is added
   */
  quote(whose: Quoting, entries: readonly QuoteEntry[]): QuoteResult[] {
    const results = entries.map(
      (entry): QuoteResult => ({ refusal: 'orderId' in entry ? 'unknown order' : 'unknown quote' }),
    );
    // In the sequence of the parts, whichever slice makes them.
    const parts = entries.map(
      (entry, place) => [place, entry, 'orderId' in entry ? this.#changes.nextId() : null] as const,
    );
    const inBooks = Map.groupBy(parts, ([, entry]) => this.#bookOf(entry));
    for (const [securityId, ofBook] of inBooks) {
      if (securityId === undefined) continue;
      const quoting = { ...whose, entries: ofBook };
      this.#perform(securityId, { type: 'massQuote', next: START, quoting, ...keyOf(this.#records.pending), results });
    }
    return results;
  }

  /** Undefined: the order or the quote is unknown. */
  #bookOf(entry: QuoteEntry): SecurityId | undefined {
    const { orders, quotes } = this.#records;
    const of = 'orderId' in entry ? orders.get(entry.orderId) : quotes.get(entry.quoteId);
    return of?.ticket.securityId;
  }

  #perform(securityId: SecurityId, walk: Walk): void {
    this.#records.pending.add(securityId, walk);
    this.#records.pending.perform(securityId);
  }
}

function keyOf({ key }: VenueRecords['pending']): Pick<Walk, 'key'> {
  return key === undefined ? {} : { key };
}
