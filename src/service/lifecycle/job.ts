import type { Logger } from 'pino';
import { jobFailed, type ReportFailure, RetryPause } from '../../time/failed-jobs.ts';
import type { Timers } from '../../time/timers.ts';
import { HOUR_MS, type Microseconds } from '../../time/units.ts';

/** Work that runs by time, outside of all calls: bank batches, expiries, removal of old records. */
export interface Job {
  /** For the log: `the batch could not be made`. */
  readonly failure: string;
  /**
   * Does all work that is due. Answers the milliseconds until the next run; absent, or more than an hour: an hour.
   * `failed` reports a part that failed while the rest went on: the next run comes no later than after a failed one.
   */
  readonly run: (stop: AbortSignal, failed: ReportFailure) => Promise<number | undefined>;
  /** The longest pause from a failed run to the next one, in milliseconds. Five minutes if absent. */
  readonly retryMs?: number;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

export interface FailedWork extends Pick<Job, 'failure' | 'after' | 'log'> {
  readonly error: unknown;
  readonly again: () => Promise<unknown>;
  /** Nobody wants it any more. */
  readonly isOver: () => boolean;
}

/** Runs work that failed again, after growing pauses, until it succeeds. */
export function runAgain(work: FailedWork, pause = new RetryPause()): void {
  const { failure, error, again, isOver, after, log } = work;
  jobFailed(log, failure, error);
  after(pause.next(), () => {
    if (isOver()) return;
    again().catch((next: unknown) => runAgain({ ...work, error: next }, pause));
  });
}

/** Runs the job now, then by its answers. The returned function stops it and resolves when no run is in progress. */
export function startJob({ failure, run, retryMs, after, log }: Job): () => Promise<void> {
  const stop = new AbortController();
  const pause = new RetryPause(retryMs);
  let cancelTimer = () => {};
  const next = async () => {
    let hasFailed = false;
    const failed: ReportFailure = (...reported) => {
      hasFailed = true;
      jobFailed(log, ...reported);
    };
    // Not longer than an hour: a clock may be set, and a machine may sleep.
    let delayMs = HOUR_MS;
    try {
      delayMs = Math.min(HOUR_MS, Math.max(1, (await run(stop.signal, failed)) ?? HOUR_MS));
    } catch (error) {
      failed(failure, error);
    }
    if (hasFailed) delayMs = Math.min(delayMs, pause.next());
    else pause.reset();
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
