import type { Db, QuoteRow } from '../../database/schema/index.ts';
import {
  type EventFeed,
  type ExchangeEvent,
  isTerminal,
  type MatchId,
  NO_MATCH,
  NO_ORDER,
  type OrderEnd,
  type OrderId,
  type OrderView,
  REASONS,
} from '../../exchange/api/index.ts';
import { type FailureLog, jobFailed, RetryPause } from '../../time/failed-jobs.ts';
import { type OrderSources, orderById, orderWithMatches } from '../ats/index.ts';
import { inOneTransaction } from '../shared/change/index.ts';
import { isOf } from '../shared/record/index.ts';
import type { QuoteDeps } from './quote-fields.ts';
import { atRisk, holdQuote, moveQuote } from './quote-records.ts';
import { answeredWebhook, cancelledWebhook, quoteNotice } from './quote-webhooks.ts';

/** The most quotes of one transaction. */
const BATCH = 100;

type EndDeps = Pick<QuoteDeps, 'db' | 'outbox' | 'nowUs' | 'exchange' | 'history' | 'notices'>;

/** Ends the quotes of an order that has ended (V41); of a live one, those that a mass cancel concerns (V47). */
export async function endQuotes(deps: EndDeps, orderId: OrderId): Promise<void> {
  const order = await orderById(deps, orderId);
  if (order !== undefined && !isTerminal(order.status)) {
    await cancelQuotes(deps, { order_id: orderId });
    return;
  }
  let ended: number;
  do {
    ended = await endSome(deps, orderId, order);
    if (ended > 0) await deps.notices.publish();
  } while (ended === BATCH);
}

/** Ends at most BATCH of them; returns their number. */
function endSome(deps: EndDeps, orderId: OrderId, order: OrderView | undefined): Promise<number> {
  const { outbox, notices, nowUs } = deps;
  const reason = `the order is ${order?.status ?? 'unknown'}`;
  return inOneTransaction(deps, async (db) => {
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

/** Cancels those of these open quotes that a mass cancel concerns, as the venue decided in its journal (V47). */
export async function cancelQuotes(
  deps: EndDeps,
  these: Partial<Pick<QuoteRow, 'order_id' | 'client_id'>>,
): Promise<void> {
  const { db, exchange, notices } = deps;
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('quotes')
      .selectAll()
      .where(({ and }) => and({ ...these, status: 'Open' }))
      .where('quote_id', '>', after)
      .orderBy('quote_id')
      .limit(BATCH)
      .execute();
    const ended: [QuoteRow, OrderEnd][] = [];
    for (const row of rows) {
      const end = await exchange.risk.endOfQuote(atRisk(row));
      if (end !== undefined) ended.push([row, end]);
    }
    if (ended.length > 0) {
      await inOneTransaction(deps, async (transaction) => {
        for (const [row, end] of ended) await cancelOne(deps, transaction, row, end);
      });
      await notices.publish();
    }
    if (rows.length < BATCH) return;
    after = rows[rows.length - 1]!.quote_id;
  }
}

/** Neither side did it, or only the client that quotes did, by a command that names no quote: both are notified. */
async function cancelOne({ outbox, notices, nowUs }: EndDeps, db: Db, row: QuoteRow, end: OrderEnd): Promise<void> {
  const held = await holdQuote(db, row);
  if (held.status !== 'Open') return;
  const cancelled = await moveQuote(db, held, 'cancel', { reason: REASONS[end].says, updated_at: nowUs() });
  await outbox.add(db, answeredWebhook(cancelled));
  if (!isOf(cancelled.order_client_id, cancelled)) await outbox.add(db, cancelledWebhook(cancelled));
  await notices.add(db, quoteNotice(cancelled));
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
export async function settleAccepting(deps: EndDeps, quote: QuoteRow, matchId: MatchId | undefined): Promise<QuoteRow> {
  const { outbox, notices, nowUs } = deps;
  const settled = await inOneTransaction(deps, async (db) => {
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

/** The longest pause after a failure. */
const RETRY_MS = 5000;

export interface QuoteEndingJobDeps {
  readonly deps: Pick<QuoteDeps, 'db' | 'outbox' | 'nowUs' | 'exchange' | 'history' | 'notices'>;
  readonly feed: Pick<EventFeed, 'subscribe'>;
  /** Calls back once after the delay in milliseconds; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: FailureLog;
}

/** Ends quotes with their orders: those of orders that end from now on, and at the start those that were missed. */
export class QuoteEndingJob {
  readonly #deps: QuoteEndingJobDeps;
  /** Orders that have ended; their quotes have yet to. */
  readonly #ended = new Set<OrderId>();
  /** Clients of mass cancels whose quotes are still to be cancelled; empty: all clients. */
  readonly #cancelled = new Set<string>();
  #unsubscribe: () => void = () => {};
  #cancelTimer: () => void = () => {};
  #stopped = false;
  #isFirst = true;
  readonly #pause = new RetryPause(RETRY_MS);
  #underWay: Promise<void> | undefined;

  constructor(deps: QuoteEndingJobDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#unsubscribe = this.#deps.feed.subscribe((event) => this.#take(event));
    this.#begin();
  }

  /** Resolves when no quote is being ended any more. The next start ends the others. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    this.#cancelTimer();
    await this.#underWay;
  }

  /** Resolves when each quote known by now has ended, or waits after a failure. */
  async idle(): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay;
  }

  #take(event: ExchangeEvent): void {
    if (event.type === 'massCancel') {
      this.#cancelled.add(event.clientId);
      this.#begin();
    }
    if (event.type !== 'order' || event.order.ticket.type !== 'RFQ' || !isTerminal(event.order.status)) return;
    this.#ended.add(event.order.orderId);
    this.#begin();
  }

  #begin(): void {
    if (this.#underWay !== undefined || this.#stopped) return;
    this.#underWay = this.#run().finally(() => {
      this.#underWay = undefined;
    });
  }

  async #run(): Promise<void> {
    const { deps, after, log } = this.#deps;
    try {
      if (this.#isFirst) await catchUp(deps);
      this.#isFirst = false;
      for (const clientId of this.#cancelled) {
        if (this.#stopped) return;
        this.#cancelled.delete(clientId);
        await cancelQuotes(deps, clientId === '' ? {} : { client_id: clientId }).catch((error: unknown) => {
          this.#cancelled.add(clientId);
          throw error;
        });
      }
      for (const orderId of this.#ended) {
        if (this.#stopped) return;
        await endQuotes(deps, orderId);
        this.#ended.delete(orderId);
      }
      this.#pause.reset();
    } catch (error) {
      jobFailed(log, 'quotes could not be ended with their orders', error);
      if (!this.#stopped) this.#cancelTimer = after(this.#pause.next(), () => this.#begin());
    }
  }
}

/** What a crash left: quotes that were being accepted, and open ones of orders that have ended. */
async function catchUp(deps: QuoteEndingJobDeps['deps']): Promise<void> {
  const { db } = deps;
  const accepting = await db.selectFrom('quotes').selectAll().where('status', '=', 'Accepting').execute();
  for (const quote of accepting) await settleAccepting(deps, quote, await matchOfAccepting(deps, quote));
  await cancelQuotes(deps, {});
  for (let last = NO_ORDER; ; ) {
    const open = await db
      .selectFrom('quotes')
      .select('order_id')
      .distinct()
      .where('status', '=', 'Open')
      .where('order_id', '>', last)
      .orderBy('order_id')
      .limit(500)
      .execute();
    for (const { order_id } of open) await endQuotes(deps, order_id);
    const end = open.at(-1);
    if (end === undefined) return;
    last = end.order_id;
  }
}
