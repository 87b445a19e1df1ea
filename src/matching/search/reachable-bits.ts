import { type BitRow, firstAtLeast, passesFor, unite, wordsFor } from './bit-row.ts';

/**
 * For each suffix of the contra groups, the sums that it can reach, one bit a share. Costs the same for every mixture
 * of sizes: the way out when intervals become too many.
 */
export class ReachableBits {
  /** The row of suffix i begins at i times the words of a row; after the last one a row for scratch. */
  #bits: BitRow = new Int32Array(0);
  #words = 0;

  /**
   * Group i is filled by 0 or by low[i] to high[i] shares; sums above `most` do not matter. Returns the steps that it
   * took.
   */
  build(low: readonly number[], high: readonly number[], groups: number, most: number): number {
    this.#words = wordsFor(most);
    const needed = this.#words * (groups + 2);
    if (this.#bits.length < needed) this.#bits = new Int32Array(needed);
    const scratch = this.#row(groups + 1);
    const none = this.#row(groups);
    none.fill(0);
    none[0] = 1;
    let passes = 1;
    for (let i = groups - 1; i >= 0; i--) {
      unite(this.#row(i), this.#row(i + 1), low[i]!, high[i]!, scratch);
      passes += passesFor(low[i]!, high[i]!);
    }
    return passes * this.#words;
  }

  /** The smallest sum of at least `sum` that suffix i can reach; Infinity without one. */
  firstAtLeast(suffix: number, sum: number): number {
    return firstAtLeast(this.#row(suffix), sum);
  }

  #row(suffix: number): BitRow {
    return this.#bits.subarray(suffix * this.#words, (suffix + 1) * this.#words);
  }
}
