import type { Db } from '../../database/schema/index.ts';
import type { OrderId, QuoteId, ShownQuote } from '../../exchange/api/index.ts';
import type { QuotesOnOrder } from '../ats/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import { earlierQuoteOf, type QuoteDeps, quoteOf } from './quote-fields.ts';

/** The quote of any client, ended ones included, as it is now; undefined when unknown. */
export async function findQuote(deps: QuoteDeps, quoteId: QuoteId): Promise<ShownQuote | undefined> {
  const open = await deps.exchange.quotes.open(quoteId);
  if (open !== undefined) return open;
  await deps.records.reached(deps.exchange.lastEventSeq());
  const { db } = deps.records;
  const row = await db.selectFrom('venue_quotes').selectAll().where('quote_id', '=', quoteId).executeTakeFirst();
  if (row !== undefined) return quoteOf(row);
  const earlier = await deps.db.selectFrom('quotes').selectAll().where('quote_id', '=', quoteId).executeTakeFirst();
  return earlier && earlierQuoteOf(earlier);
}

/**
 * Those of the client among these quotes, ended ones included, once the history has all that happened.
 * @param withinMs how long it is waited for
 */
export async function quotesOfClient(
  deps: QuoteDeps,
  clientId: string,
  { quoteIds, withinMs }: { readonly quoteIds: readonly QuoteId[]; readonly withinMs: number },
): Promise<ReadonlyMap<QuoteId, ShownQuote>> {
  if (quoteIds.length === 0) return new Map();
  await deps.records.reached(deps.exchange.lastEventSeq(), withinMs);
  const journaled = deps.records.db.selectFrom('venue_quotes').selectAll().where(ownedBy(clientId));
  const rows = await journaled.where('quote_id', 'in', quoteIds).execute();
  const earlier = deps.db.selectFrom('quotes').selectAll().where(ownedBy(clientId));
  const earlierRows = await earlier.where('quote_id', 'in', quoteIds).execute();
  return new Map([...rows.map(quoteOf), ...earlierRows.map(earlierQuoteOf)].map((quote) => [quote.quoteId, quote]));
}

/** Which quotes on an order. */
export interface QuotesRead {
  readonly orderId: OrderId;
  /** Absent: those of all clients. */
  readonly clientId?: string;
  readonly after: QuoteId;
  readonly limit: number;
}

/** The first `limit` of them with an id above `after`, oldest first, once the history has all that happened. */
export async function quotesOn(deps: QuoteDeps, read: QuotesRead): Promise<ShownQuote[]> {
  await deps.records.reached(deps.exchange.lastEventSeq());
  const { orderId, clientId, after, limit } = read;
  const earlier = deps.db.selectFrom('quotes').selectAll().where('order_id', '=', orderId);
  const rows = await (clientId === undefined ? earlier : earlier.where(ownedBy(clientId)))
    .where('quote_id', '>', after)
    .orderBy('quote_id')
    .limit(limit)
    .execute();
  const quotes = rows.map(earlierQuoteOf);
  if (quotes.length === limit) return quotes;
  // The ids of all earlier ones are below these.
  const journaled = deps.records.db.selectFrom('venue_quotes').selectAll().where('order_id', '=', orderId);
  const later = await (clientId === undefined ? journaled : journaled.where(ownedBy(clientId)))
    .where('quote_id', '>', after)
    .orderBy('quote_id')
    .limit(limit - quotes.length)
    .execute();
  return [...quotes, ...later.map(quoteOf)];
}

const NEGOTIATING = ['Open', 'Accepted', 'Declined'] as const;

/** The orders among these that have quotes in one of these states, once the history has all that happened. */
export async function quotesOnOrders(
  { db, records }: { readonly db: Db; readonly records: Pick<QuoteDeps['records'], 'db'> },
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, QuotesOnOrder>> {
  if (orderIds.length === 0) return new Map();
  const earlier = await db
    .selectFrom('quotes')
    .select(['order_id', 'status'])
    .distinct()
    .where('status', 'in', NEGOTIATING)
    .where('order_id', 'in', orderIds)
    .execute();
  const journaled = await records.db
    .selectFrom('venue_quotes')
    .select(['order_id', 'status'])
    .distinct()
    .where('status', 'in', NEGOTIATING)
    .where('order_id', 'in', orderIds)
    .execute();
  const rows = [...earlier, ...journaled];
  const ofOrders = Map.groupBy(rows, ({ order_id }) => order_id);
  const states = (of: typeof rows) => NEGOTIATING.filter((state) => of.some(({ status }) => status === state));
  return new Map([...ofOrders].map(([orderId, of]) => [orderId, new Set(states(of))]));
}
