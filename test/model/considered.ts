/** The contras that the search of the model looks at, coded from M9. */
import { NONE, type SearchLimits } from '../../src/matching/index.ts';
import { isContingent, leastFill, type ModelOrder } from './model-order.ts';

/** The contras that can be part of an allocation at all. */
export function fitting(initiator: ModelOrder, contras: readonly ModelOrder[]): ModelOrder[] {
  return contras.filter((contra) => leastFill(contra) <= initiator.remaining);
}

/** M9: the contras that the search takes into account. */
export function considered(initiator: ModelOrder, contras: readonly ModelOrder[], limits: SearchLimits): ModelOrder[] {
  let kept = upToContingent(fitting(initiator, contras).slice(0, limits.contras), limits.contingentContras);
  const isSmall = initiator.remaining <= limits.bitQuantity;
  const groups = Math.max(limits.bitGroups, Math.floor(limits.bitWords / (Math.floor(initiator.remaining / 32) + 1)));
  if (isSmall && groupsOf(kept) <= groups) return kept;
  if (intervalsOf(initiator.remaining, kept) <= limits.fewIntervals) return kept;
  if (isSmall) {
    while (groupsOf(kept) > groups) kept = kept.slice(0, -1);
    return kept;
  }
  while (intervalsOf(initiator.remaining, kept) > limits.intervals) kept = kept.slice(0, Math.floor(kept.length / 2));
  return kept;
}

/** The contras before the first contingent one that is too many. */
function upToContingent(contras: readonly ModelOrder[], contingentMax: number): ModelOrder[] {
  const tooMany = contras.filter(isContingent)[contingentMax];
  return tooMany === undefined ? [...contras] : contras.slice(0, contras.indexOf(tooMany));
}

/** Contingent contras, and runs of contras without contingency that follow each other. */
function groupsOf(contras: readonly ModelOrder[]): number {
  return contras.filter((contra, i) => isContingent(contra) || i === 0 || isContingent(contras[i - 1]!)).length;
}

/**
 * How many intervals the reachable sums of all suffixes have together, plain contras that follow each other as one.
 */
function intervalsOf(most: number, contras: readonly ModelOrder[]): number {
  let reachable = new Set([0]);
  let intervals = 1;
  for (let i = contras.length - 1; i >= 0; i--) {
    const contra = contras[i] as ModelOrder;
    const sums = new Set(reachable);
    for (const sum of reachable) {
      for (let fill = leastFill(contra); fill <= contra.remaining && sum + fill <= most; fill++) sums.add(sum + fill);
    }
    reachable = sums;
    const before = contras[i - 1];
    const goesOn = contra.contingency === NONE && before !== undefined && before.contingency === NONE;
    if (!goesOn) intervals += [...reachable].filter((sum) => !reachable.has(sum - 1)).length;
  }
  return intervals;
}
