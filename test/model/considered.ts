/** The counters that the search of the model looks at, coded from M9. */
import { NONE, type SearchLimits } from '../../src/matching/index.ts';
import { isContingent, leastFill, type ModelOrder } from './model-order.ts';

/** The counters that can be part of an allocation at all. */
export function fitting(hub: ModelOrder, counters: readonly ModelOrder[]): ModelOrder[] {
  return counters.filter((counter) => leastFill(counter) <= hub.remaining);
}

/** M9: the counters that the search takes into account. */
export function considered(hub: ModelOrder, counters: readonly ModelOrder[], limits: SearchLimits): ModelOrder[] {
  let kept = upToContingent(fitting(hub, counters).slice(0, limits.counters), limits.contingentCounters);
  const isSmall = hub.remaining <= limits.bitQuantity;
  const groups = Math.max(limits.bitGroups, Math.floor(limits.bitWords / (Math.floor(hub.remaining / 32) + 1)));
  if (isSmall && groupsOf(kept) <= groups) return kept;
  if (intervalsOf(hub.remaining, kept) <= limits.fewIntervals) return kept;
  if (isSmall) {
    while (groupsOf(kept) > groups) kept = kept.slice(0, -1);
    return kept;
  }
  while (intervalsOf(hub.remaining, kept) > limits.intervals) kept = kept.slice(0, Math.floor(kept.length / 2));
  return kept;
}

/** The counters before the first contingent one that is too many. */
function upToContingent(counters: readonly ModelOrder[], contingentMax: number): ModelOrder[] {
  const tooMany = counters.filter(isContingent)[contingentMax];
  return tooMany === undefined ? [...counters] : counters.slice(0, counters.indexOf(tooMany));
}

/** Contingent counters, and runs of counters without contingency that follow each other. */
function groupsOf(counters: readonly ModelOrder[]): number {
  return counters.filter((counter, i) => isContingent(counter) || i === 0 || isContingent(counters[i - 1]!)).length;
}

/**
 * How many intervals the reachable sums of all suffixes have together, plain counters that follow each other as one.
 */
function intervalsOf(most: number, counters: readonly ModelOrder[]): number {
  let reachable = new Set([0]);
  let intervals = 1;
  for (let i = counters.length - 1; i >= 0; i--) {
    const counter = counters[i] as ModelOrder;
    const sums = new Set(reachable);
    for (const sum of reachable) {
      for (let fill = leastFill(counter); fill <= counter.remaining && sum + fill <= most; fill++) sums.add(sum + fill);
    }
    reachable = sums;
    const before = counters[i - 1];
    const goesOn = counter.contingency === NONE && before !== undefined && before.contingency === NONE;
    if (!goesOn) intervals += [...reachable].filter((sum) => !reachable.has(sum - 1)).length;
  }
  return intervals;
}
