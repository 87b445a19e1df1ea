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

let failures = 0;

/** Runs of jobs of this process that failed. */
export function failedJobs(): number {
  return failures;
}

export interface FailedWork extends Pick<Job, 'failure' | 'after' | 'log'> {
  readonly error: unknown;
  readonly again: () => Promise<unknown>;
  /** Nobody wants it any more. */
  readonly isOver: () => boolean;
}

/** Runs work that failed again, after growing pauses, until it succeeds. */
export function runAgain(work: FailedWork, delayMs = 1000): void {
  const { failure, error, again, isOver, after, log } = work;
  failures++;
  log.error({ err: error }, `${failure}; tried again in a while`);
  after(delayMs, () => {
    if (isOver()) return;
    again().catch((next: unknown) => runAgain({ ...work, error: next }, Math.min(2 * delayMs, 5 * MINUTE_MS)));
  });
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
      failures++;
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
