/**
 * Where the first item stands whose key is not below `bound`; behind the last one when there is none.
 * @param items sorted by their keys, those before `from` left out
 */
export function placeOf<T>(items: readonly T[], keyOf: (item: T) => number, bound: number, from = 0): number {
  let [low, high] = [from, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(items[middle] as T) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
