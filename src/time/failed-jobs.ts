/**
 * Work outside of all calls that failed. Whoever does such work reports each failure here and runs the work again,
 * after pauses that grow: openats_job_failures_total counts the failures, and the log has a line for each.
 */
import { MINUTE_MS, type Milliseconds } from './units.ts';

export interface FailureLog {
  error(fields: object, message: string): void;
}

/** @param failure for the log: `the batch could not be made` */
export type ReportFailure = (failure: string, error: unknown, fields?: object) => void;

let failures = 0;

/** Failures in this process. */
export function failedJobs(): number {
  return failures;
}

export function jobFailed(log: FailureLog, ...[failure, error, fields = {}]: Parameters<ReportFailure>): void {
  failures++;
  log.error({ ...fields, err: error }, `${failure}; tried again in a while`);
}

/** From a failure to the next try: a second, then twice as long each time, up to a limit. */
export class RetryPause {
  static readonly FIRST_MS: Milliseconds = 1000;
  static readonly LONGEST_MS: Milliseconds = 5 * MINUTE_MS;

  readonly #longestMs: Milliseconds;
  #nextMs = RetryPause.FIRST_MS;

  constructor(longestMs: Milliseconds = RetryPause.LONGEST_MS) {
    this.#longestMs = longestMs;
  }

  next(): Milliseconds {
    const pauseMs = Math.min(this.#nextMs, this.#longestMs);
    this.#nextMs = 2 * pauseMs;
    return pauseMs;
  }

  /** The work has succeeded. */
  reset(): void {
    this.#nextMs = RetryPause.FIRST_MS;
  }
}
