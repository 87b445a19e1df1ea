import { runClosedLoad } from './closed-load.ts';
import type { LoadResult, LoadTask } from './load-task.ts';
import { runOpenLoad } from './open-load.ts';

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
