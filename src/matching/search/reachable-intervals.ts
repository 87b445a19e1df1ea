const INTERVALS_AT_FIRST = 1024;

/**
 * For each suffix of the contra groups, the sums that it can reach: sorted, disjoint, non-adjacent closed intervals.
 * All suffixes share two flat arrays; the last suffix (no group, sum 0) comes first.
 */
export class ReachableIntervals {
  readonly #capacityMax: number;
  #intervalsMax = 0;
  #from: Int32Array;
  #to: Int32Array;
  /** Where the intervals of suffix i end; they begin where those of suffix i + 1 end. */
  #end: number[] = [];
  #groups = 0;
  /** Index after the last interval written. */
  #length = 0;

  /** @param intervalsMax of all suffixes together, in any search */
  constructor(intervalsMax: number) {
    this.#capacityMax = intervalsMax;
    this.#from = new Int32Array(Math.min(INTERVALS_AT_FIRST, intervalsMax));
    this.#to = new Int32Array(this.#from.length);
  }

  /**
   * Group i is filled by 0 or by low[i] to high[i] shares; sums above `most` are left out. Returns false when there
   * are more than `intervalsMax` intervals.
   */
  build(low: readonly number[], high: readonly number[], groups: number, most: number, intervalsMax: number): boolean {
    this.#intervalsMax = Math.min(intervalsMax, this.#capacityMax);
    this.#groups = groups;
    this.#end[groups] = this.#length = 1;
    this.#from[0] = this.#to[0] = 0;
    for (let i = groups - 1; i >= 0; i--) {
      if (!this.#prepend(i, low[i]!, high[i]!, most)) return false;
      this.#end[i] = this.#length;
    }
    return true;
  }

  /** Intervals of the last build. */
  get length(): number {
    return this.#length;
  }

  /** The smallest sum of at least `sum` that suffix i can reach; Infinity without one. */
  firstAtLeast(suffix: number, sum: number): number {
    const end = this.#end[suffix]!;
    let low = this.#begin(suffix);
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#to[middle]! < sum) low = middle + 1;
      else high = middle;
    }
    if (low === end) return Infinity;
    return Math.max(sum, this.#from[low]!);
  }

  #begin(suffix: number): number {
    return suffix === this.#groups ? 0 : this.#end[suffix + 1]!;
  }

  #reserve(intervals: number): void {
    const needed = Math.min(intervals, this.#intervalsMax);
    if (needed <= this.#from.length) return;
    const capacity = Math.min(this.#intervalsMax, 2 * needed);
    const { from, to } = { from: this.#from, to: this.#to };
    this.#from = new Int32Array(capacity);
    this.#to = new Int32Array(capacity);
    this.#from.set(from);
    this.#to.set(to);
  }

  /** Merges the intervals of suffix i + 1 with the same ones moved up by low to high. */
  #prepend(i: number, low: number, high: number, most: number): boolean {
    const end = this.#end[i + 1]!;
    const first = this.#length;
    // The most that the merge can write.
    this.#reserve(first + 2 * (end - this.#begin(i + 1)));
    const from = this.#from;
    const to = this.#to;
    let kept = this.#begin(i + 1);
    let moved = kept;
    for (;;) {
      const keptFrom = kept < end ? from[kept]! : Infinity;
      const movedFrom = moved < end ? from[moved]! + low : Infinity;
      const start = Math.min(keptFrom, movedFrom);
      if (start > most) return true;
      const stop = Math.min(most, keptFrom <= movedFrom ? to[kept++]! : to[moved++]! + high);
      const last = this.#length - 1;
      if (last >= first && start <= to[last]! + 1) {
        if (stop > to[last]!) to[last] = stop;
      } else if (this.#length === this.#intervalsMax) return false;
      else {
        from[this.#length] = start;
        to[this.#length++] = stop;
      }
    }
  }
}
