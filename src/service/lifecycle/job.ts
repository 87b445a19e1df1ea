import type { Logger } from 'pino';
import { easternDate, endOfDate } from '../../calendar/eastern-time.ts';
import type { BusinessTime } from '../../time/business-time.ts';
import { jobFailed, type ReportFailure, RetryPause } from '../../time/failed-jobs.ts';
import type { MovableTime } from '../../time/movable-time.ts';
import type { Timers } from '../../time/timers.ts';
import { DAY_US, HOUR_MS, type Microseconds } from '../../time/units.ts';

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
  /** When it has work next by the time of the business, whatever `run` answers. Absent: it has none. */
  readonly due?: Due | undefined;
  readonly log: Pick<Logger, 'error'>;
}

export interface Due {
  readonly time: Pick<BusinessTime, 'at' | 'waitsFor'>;
  /** Asked after each run; in microseconds. */
  readonly next: () => Microseconds;
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
export function startJob({ failure, run, retryMs, after, due, log }: Job): () => Promise<void> {
  const stop = new AbortController();
  const pause = new RetryPause(retryMs);
  let cancelTimers = () => {};
  let isRunning = true;
  const forget = due?.time.waitsFor(() => isRunning);
  const next = async () => {
    isRunning = true;
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
    isRunning = false;
    if (stop.signal.aborted) return;
    const cancels = [after(delayMs, again), due?.time.at(due.next(), again)];
    cancelTimers = () => {
      for (const cancel of cancels) cancel?.();
    };
  };
  const again = () => {
    cancelTimers();
    current = next();
    return current;
  };
  let current = next();
  return () => {
    stop.abort();
    cancelTimers();
    forget?.();
    return current;
  };
}

/** For a job that removes what is old: once a week on the way of a clock that is moved, in place of its runs. */
export function weekly(time: MovableTime | undefined): Due | undefined {
  return time && { time, next: () => endOfDate(easternDate(time.nowUs() + 6 * DAY_US)) };
}

/** Whole milliseconds from now until a time, both in microseconds. */
export function msUntil(atUs: Microseconds, nowUs: Microseconds): number {
  return Math.ceil((atUs - nowUs) / 1000);
}
