import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { QuoteEndingJob } from '../../modules/quotes/index.ts';
import { systemTimers } from '../../time/timers.ts';
import type { PartContext } from '../lifecycle/index.ts';
import type { LeaderDeps } from '../parts/index.ts';

/** Quotes end with their orders. */
export function runQuoteExpiry({ log, shutdown }: PartContext, exchange: LiveExchange, work: LeaderDeps): void {
  const { db, outbox, nowUs, history, notices } = work;
  const job = new QuoteEndingJob({
    deps: { db, outbox, nowUs, history, notices, exchange },
    feed: exchange,
    after: systemTimers.after,
    log,
  });
  job.start();
  shutdown.add('quotes', () => job.stop());
}
