import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { systemTimers, type Timers } from '../../time/timers.ts';
import { type PartContext, startJob } from '../lifecycle/index.ts';

/** Between two checks of the length of a log, and after one that a reader did not let be cut off. */
const LOOK_MS = 10_000;
const RETRY_MS = 5000;

/** Ends before the databases are closed. */
export function openLogJob({ log, shutdown }: PartContext, databases: readonly Pick<Database, 'log'>[]): void {
  const logs = databases.flatMap(({ log }) => log ?? []);
  if (logs.length > 0) shutdown.add('logs of the databases', runLogJob({ logs, after: systemTimers.after, log }));
}

export interface LogJob {
  /** Of the databases that have one. */
  readonly logs: readonly Pick<NonNullable<Database['log']>, 'shorten'>[];
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Keeps the write-ahead logs of SQLite's files short: one that a long read has let grow is cut off once it ends. */
export function runLogJob({ logs, after, log }: LogJob): () => Promise<void> {
  return startJob({
    failure: 'the write-ahead log of a database could not be made shorter',
    run: async (stop) => {
      let areShort = true;
      for (const one of logs) {
        if (stop.aborted) break;
        if (!(await one.shorten())) areShort = false;
      }
      return areShort ? LOOK_MS : RETRY_MS;
    },
    retryMs: RETRY_MS,
    after,
    log,
  });
}
