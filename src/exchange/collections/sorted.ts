/**
 * The index of the first item whose key is not below `bound`; after the last item if there is no such item.
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
