import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { QuoteEndingJob } from '../../modules/quotes/index.ts';
import { systemTimers } from '../../time/timers.ts';
import type { PartContext } from '../lifecycle/index.ts';
import type { LeaderServices } from '../parts/index.ts';

/** Quotes end with their orders. */
export function runQuoteExpiry({ log, shutdown }: PartContext, exchange: LiveExchange, services: LeaderServices): void {
  const { db, outbox, nowUs, history, notices } = services;
  const job = new QuoteEndingJob({
    services: { db, outbox, nowUs, history, notices, exchange },
    feed: exchange,
    after: systemTimers.after,
    log,
  });
  job.start();
  shutdown.add('quotes', () => job.stop());
}
