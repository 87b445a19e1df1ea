import type { Transaction } from 'kysely';
import { BulkInsert, type Columns } from '../database/queries/index.ts';
import type { Dialect, Schema, VenueQuoteRow } from '../database/schema/index.ts';
import type { QuoteOfEvent } from './recorded-events.ts';

const COLUMNS: Columns<VenueQuoteRow, QuoteOfEvent> = {
  quote_id: ({ quote }) => quote.quoteId,
  seq: ({ seq }) => seq,
  client_id: ({ quote }) => quote.ticket.clientId,
  order_id: ({ quote }) => quote.orderId,
  order_client_id: ({ quote }) => quote.orderClientId,
  security_id: ({ quote }) => quote.ticket.securityId,
  side: ({ quote }) => quote.ticket.side,
  member_id: ({ quote }) => quote.ticket.memberId,
  account_id: ({ quote }) => quote.ticket.accountId,
  price: ({ quote }) => quote.price,
  quantity: ({ quote }) => quote.quantity,
  token: ({ quote }) => quote.ticket.token,
  version: ({ quote }) => quote.version,
  expires_at: ({ quote }) => quote.expiresAt,
  status: ({ quote }) => quote.status,
  ended: ({ quote }) => quote.end,
  reason: ({ quote }) => quote.reason,
  match_id: ({ quote }) => quote.matchId,
  created_at: ({ quote }) => quote.createdAt,
  updated_at: ({ quote }) => quote.updatedAt,
};

/** Quotes that one statement removes. */
const CHUNK = 500;

/** Keeps each quote as its last event left it. */
export class QuoteRows {
  readonly #rows: BulkInsert<VenueQuoteRow, QuoteOfEvent>;

  constructor(dialect: Dialect) {
    this.#rows = new BulkInsert(dialect, 'venue_quotes', COLUMNS);
  }

  async write(transaction: Transaction<Schema>, changed: readonly QuoteOfEvent[]): Promise<void> {
    const last = [...new Map(changed.map((one) => [one.quote.quoteId, one])).values()];
    // A quote that was just made has no row.
    const before = last.flatMap(({ quote }) => (quote.updatedAt === null ? [] : [quote.quoteId]));
    for (let from = 0; from < before.length; from += CHUNK) {
      const ids = before.slice(from, from + CHUNK);
      await transaction.deleteFrom('venue_quotes').where('quote_id', 'in', ids).execute();
    }
    await this.#rows.write(transaction, last);
  }
}
