import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects all garbage, or that of young objects. */
export const collect: (options?: { readonly type: 'minor' }) => void = runInNewContext('gc');

/** Before they are counted: V8 compiles what runs often, and that takes memory. */
const WARM_UP_RUNS = 100;
/** An object that is used moves out of the young generation with the second collection. */
const YOUNG_COLLECTIONS = 3;

/** What the runtime keeps at times, such as compiled code, is not in each of these. */
const ROUNDS = 3;

/**
 * Bytes of each run that collections of young objects do not free: a whole collection has to find them.
 * Counts up to three rounds and returns the least; stops at the first round below `bytesMax`.
 */
export async function keptBytes(runs: number, bytesMax: number, run: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < WARM_UP_RUNS; n++) await run();
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least >= bytesMax; round++) {
    least = Math.min(least, await keptInRound(runs, run));
  }
  return least;
}

async function keptInRound(runs: number, run: () => Promise<unknown>): Promise<number> {
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < runs; n++) await run();
  for (let n = 0; n < YOUNG_COLLECTIONS; n++) collect({ type: 'minor' });
  return (process.memoryUsage().heapUsed - before) / runs;
}
