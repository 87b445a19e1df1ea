/**
 * For each suffix of the counter groups, the sums that it can reach, one bit a share. Costs the same for every mixture
 * of sizes: the way out when intervals become too many.
 */
export class ReachableBits {
  #bits = new Uint32Array(0);
  #smeared = new Uint32Array(0);
  /** Words of one suffix. */
  #words = 0;

  /** Group i is filled by 0 or by low[i] to high[i] shares; sums above `most` do not matter. */
  build(low: readonly number[], high: readonly number[], groups: number, most: number): void {
    this.#words = (most >>> 5) + 1;
    const needed = this.#words * (groups + 1);
    if (this.#bits.length < needed) this.#bits = new Uint32Array(needed);
    if (this.#smeared.length < this.#words) this.#smeared = new Uint32Array(this.#words);
    const none = this.#row(groups);
    none.fill(0);
    none[0] = 1;
    for (let i = groups - 1; i >= 0; i--) this.#prepend(this.#row(i), this.#row(i + 1), low[i]!, high[i]!);
  }

  /** The smallest sum of at least `sum` that suffix i can reach; Infinity when there is none. */
  firstAtLeast(suffix: number, sum: number): number {
    const row = this.#row(suffix);
    let word = sum >>> 5;
    if (word >= row.length) return Infinity;
    let bits = row[word]! & (-1 << (sum & 31));
    while (bits === 0) {
      if (++word === row.length) return Infinity;
      bits = row[word]!;
    }
    return word * 32 + lowestBit(bits);
  }

  #row(suffix: number): Uint32Array {
    return this.#bits.subarray(suffix * this.#words, (suffix + 1) * this.#words);
  }

  #prepend(row: Uint32Array, behind: Uint32Array, low: number, high: number): void {
    if (low === high) uniteMoved(row, behind, behind, low);
    else {
      const smeared = this.#smeared.subarray(0, this.#words);
      smear(smeared, behind, high - low);
      uniteMoved(row, behind, smeared, low);
    }
  }
}

/** target = kept | (moved, moved up by `by` bits). From the top down, so that target may be one of the others. */
function uniteMoved(target: Uint32Array, kept: Uint32Array, moved: Uint32Array, by: number): void {
  const words = by >>> 5;
  const bits = by & 31;
  let i = target.length - 1;
  if (bits === 0) for (; i >= words; i--) target[i] = kept[i]! | moved[i - words]!;
  else {
    for (; i > words; i--) {
      target[i] = kept[i]! | (moved[i - words]! << bits) | (moved[i - words - 1]! >>> (32 - bits));
    }
    if (i === words) target[i] = kept[i]! | (moved[0]! << bits);
  }
  target.set(kept.subarray(0, Math.min(words, target.length)));
}

/** Every bit of the source, and the `width` bits above it. */
function smear(target: Uint32Array, source: Uint32Array, width: number): void {
  target.set(source);
  if (width >= 31) {
    smearWide(target, width);
    return;
  }
  for (let done = 0; done < width; ) {
    const step = Math.min(done + 1, width - done);
    uniteMoved(target, target, target, step);
    done += step;
  }
}

/** With at least 31 bits above each bit, a word has no holes behind its first bit, so one look at each word is enough. */
function smearWide(row: Uint32Array, width: number): void {
  /** The highest sum that the bits seen so far cover. */
  let covered = -1;
  for (let i = 0; i < row.length; i++) {
    const bits = row[i]!;
    const first = i * 32;
    let result = bits === 0 ? 0 : -1 << lowestBit(bits);
    if (covered >= first) result |= covered >= first + 31 ? -1 : ~(-2 << (covered - first));
    row[i] = result;
    if (bits !== 0) covered = first + 31 - Math.clz32(bits) + width;
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
