import type { QuoteRow } from '../../database/schema/index.ts';
import { isTerminal, type MatchId, NO_MATCH, type OrderId, type OrderView } from '../../exchange/api/index.ts';
import { type OrderSources, orderById, orderWithMatches } from '../ats/index.ts';
import { inOneTransaction } from '../shared/change/index.ts';
import { holdQuote, moveQuote } from './quote-records.ts';
import type { QuoteServices } from './quote-services.ts';
import { answeredWebhook, quoteNotice } from './quote-webhooks.ts';

/** The most quotes of one transaction. */
const BATCH = 100;

type EndServices = Pick<QuoteServices, 'db' | 'outbox' | 'nowUs' | 'exchange' | 'history' | 'notices'>;

/** Ends the quotes of an order that has ended (V41); does nothing while it is live. */
export async function endQuotes(services: EndServices, orderId: OrderId): Promise<void> {
  const order = await orderById(services, orderId);
  if (order !== undefined && !isTerminal(order.status)) return;
  let ended: number;
  do {
    ended = await endSome(services, orderId, order);
    if (ended > 0) await services.notices.publish();
  } while (ended === BATCH);
}

/** Ends at most BATCH of them; returns their number. */
function endSome(services: EndServices, orderId: OrderId, order: OrderView | undefined): Promise<number> {
  const { outbox, notices, nowUs } = services;
  const reason = `the order is ${order?.status ?? 'unknown'}`;
  return inOneTransaction(services, async (db) => {
    const rows = await db
      .selectFrom('quotes')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('status', '=', 'Open')
      .orderBy('quote_id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const held = await holdQuote(db, row);
      if (held.status !== 'Open') continue;
      const ended = await moveQuote(db, held, 'orderEnded', { reason, updated_at: nowUs() });
      await outbox.add(db, answeredWebhook(ended));
      await notices.add(db, quoteNotice(ended));
    }
    return rows.length;
  });
}

/**
 * The match of a quote that is being accepted; undefined while the venue has made no match. An RFQ order trades only
 * by quotes, one at a time, so everything filled after that moment belongs to this quote.
 */
export async function matchOfAccepting(
  sources: OrderSources,
  { order_id, filled }: QuoteRow,
): Promise<MatchId | undefined> {
  let before = 0;
  for (let after = NO_MATCH; ; ) {
    const found = await orderWithMatches(sources, order_id, after);
    for (const match of found?.matches ?? []) {
      if (before === filled) return match.matchId;
      before += match.quantity;
      after = match.matchId;
    }
    if (!found?.more) return undefined;
  }
}

/** Stores the venue's result for a quote that was being accepted; returns the quote after that. */
export async function settleAccepting(
  services: EndServices,
  quote: QuoteRow,
  matchId: MatchId | undefined,
): Promise<QuoteRow> {
  const { outbox, notices, nowUs } = services;
  const settled = await inOneTransaction(services, async (db) => {
    const held = await holdQuote(db, quote);
    if (held.status !== 'Accepting') return held;
    if (matchId === undefined) return moveQuote(db, held, 'notTraded', { filled: null, updated_at: nowUs() });
    const accepted = await moveQuote(db, held, 'traded', { match_id: matchId, updated_at: nowUs() });
    await outbox.add(db, answeredWebhook(accepted));
    await notices.add(db, quoteNotice(accepted));
    return accepted;
  });
  await notices.publish();
  return settled;
}
