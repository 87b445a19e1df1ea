import { runClosedLoad } from './closed-load.ts';
import { runOpenLoad } from './open-load.ts';
import type { ResponseTimes } from './response-times.ts';

export interface LoadTask {
  readonly port: number;
  readonly connections: number;
  /** Whole HTTP requests, sent in turn. */
  readonly requests: readonly Buffer[];
  /** For this long ... */
  readonly duration_ms?: number;
  /** ... or this many requests; one of the two. */
  readonly count?: number;
  /** Requests a second, evenly, whatever the answers (open loop, with a duration); absent: each after an answer (closed). */
  readonly rate?: number;
}

export interface LoadResult {
  /** Of all the requests; each was answered. */
  readonly times: ResponseTimes;
  /** How long after it was due each request was sent; of an open loop alone. */
  readonly late?: ResponseTimes;
  /** From the start to the last answer. */
  readonly seconds: number;
}

/** Throws at the first answer that is not a good one. */
export function runLoad(task: LoadTask): Promise<LoadResult> {
  const { rate, duration_ms } = task;
  if (rate === undefined) return runClosedLoad(task);
  if (duration_ms === undefined) throw new Error('a load with a rate wants a duration_ms');
  return runOpenLoad(task, evenly(rate, duration_ms));
}

/** When each request is due, in milliseconds from the start, at a rate a second. */
export function evenly(rate: number, duration_ms: number): Float64Array {
  const dueMs = new Float64Array(Math.floor((rate * duration_ms) / 1000));
  // By multiplication, so that no rounding adds up.
  return dueMs.map((_, request) => (request * 1000) / rate);
}
