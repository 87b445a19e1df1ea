import type { Logger } from 'pino';
import type { Timers } from '../../time/timers.ts';
import { HOUR_MS, MINUTE_MS, type Microseconds } from '../../time/units.ts';

/** Work that runs by time, outside of all calls: bank batches, expiries, removal of old records. */
export interface Job {
  /** For the log: `the batch could not be made`. */
  readonly failure: string;
  /** Does all work that is due. Answers the milliseconds until the next run; absent, or more than an hour: an hour. */
  readonly run: (stop: AbortSignal) => Promise<number | undefined>;
  /** From a failed run to the next one, in milliseconds. Five minutes if absent. */
  readonly retryMs?: number;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Runs the job now, then by its answers. The returned function stops it and resolves when no run is in progress. */
export function startJob({ failure, run, retryMs = 5 * MINUTE_MS, after, log }: Job): () => Promise<void> {
  const stop = new AbortController();
  let cancelTimer = () => {};
  const next = async () => {
    let delayMs = retryMs;
    try {
      // Not longer than an hour: a clock may be set, and a machine may sleep.
      delayMs = Math.min(HOUR_MS, Math.max(1, (await run(stop.signal)) ?? HOUR_MS));
    } catch (error) {
      log.error({ err: error }, `${failure}; tried again in a while`);
    }
    if (!stop.signal.aborted) cancelTimer = after(delayMs, () => (current = next()));
  };
  let current = next();
  return () => {
    stop.abort();
    cancelTimer();
    return current;
  };
}

/** Whole milliseconds from now until a time, both in microseconds. */
export function msUntil(atUs: Microseconds, nowUs: Microseconds): number {
  return Math.ceil((atUs - nowUs) / 1000);
}
