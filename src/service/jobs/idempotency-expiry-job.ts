/** Removes idempotency keys whose 24 hours are over; no call waits for it, and its failures stop nothing else. */
import type { Logger } from 'pino';
import type { Timers } from '../../time/timers.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface IdempotencyExpiryJob {
  readonly forgetOld: () => Promise<void>;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Now and every hour. The returned function ends it, and resolves when nothing is under way any more. */
export function runIdempotencyExpiry({ forgetOld, after, log }: IdempotencyExpiryJob): () => Promise<void> {
  let ended = false;
  let cancelTimer = () => {};
  const run = async () => {
    try {
      await forgetOld();
    } catch (error) {
      log.error({ err: error }, 'old idempotency keys could not be removed; tried again in an hour');
    }
    if (!ended) cancelTimer = after(HOUR_MS, () => (underWay = run()));
  };
  let underWay = run();
  return () => {
    ended = true;
    cancelTimer();
    return underWay;
  };
}
