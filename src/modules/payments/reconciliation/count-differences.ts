import { KINDS, type Kind } from './difference.ts';
import { isDone, readItems } from './open-differences.ts';
import type { DifferenceReads } from './reconciliation-deps.ts';

/** Of each kind this many are counted. */
export const COUNTED_MAX = 1000;

/** How many of each kind are open, at most COUNTED_MAX. */
export async function openDifferences(reads: DifferenceReads): Promise<ReadonlyMap<Kind, number>> {
  const counts = new Map<Kind, number>();
  for (const kind of KINDS) {
    const query = {
      kind,
      limit: COUNTED_MAX,
      examined: 2 * COUNTED_MAX,
      isAsked: (one: Parameters<typeof isDone>[0]) => !isDone(one),
    };
    counts.set(kind, (await readItems(reads, query)).items.length);
  }
  return counts;
}
