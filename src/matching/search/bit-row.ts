/**
 * Sums of shares as bits: bit s of a row, counted from its first word, is set where the sum s can be reached. All rows
 * of an operation have the same length; larger sums are dropped. Loops are unrolled by hand: a search is made of
 * little else.
 */
export type BitRow = Int32Array;

/**
 * A width from which on the bits above two neighbours always touch, so that a word has no holes after its first bit.
 */
const WIDE = 31;

/** Words of a row that holds the sums from 0 to `most`. */
export function wordsFor(most: number): number {
  return (most >>> 5) + 1;
}

/** The most passes that one group takes. */
export const PASSES_MAX = 4;

/** How many passes over a row it takes to add a group: what `unite` costs, in rows. */
export function passesFor(low: number, high: number): number {
  if (low === high) return 1;
  const smearing = isWide(low, high) ? 1 : 3;
  return low === 1 ? smearing : smearing + 1;
}

/**
 * target = the sums of a row, and those that they make with one more group, which is filled by low to high shares.
 * @param scratch a third row, whose content does not matter
 */
export function unite(target: BitRow, row: BitRow, low: number, high: number, scratch: BitRow): void {
  if (low === high) uniteMoved(target, row, row, low);
  else if (low === 1) smear(target, row, high);
  else {
    smear(scratch, row, high - low);
    uniteMoved(target, row, scratch, low);
  }
}

function isWide(low: number, high: number): boolean {
  return (low === 1 ? high : high - low) >= WIDE;
}

/** target = kept | (moved, moved up by `by` bits). target may not be moved, unless by is 0. */
function uniteMoved(target: BitRow, kept: BitRow, moved: BitRow, by: number): void {
  const words = Math.min(by >>> 5, kept.length);
  const bits = by & 31;
  const upper = target.subarray(words);
  const same = kept.subarray(words);
  if (words > 0) target.set(kept.subarray(0, words));
  if (bits === 0) orWords(upper, same, moved);
  else orShifted(upper, same, moved, bits);
}

function orWords(target: BitRow, kept: BitRow, moved: BitRow): void {
  const { length } = target;
  for (let i = 0; i < length; i++) target[i] = kept[i]! | moved[i]!;
}

/** @param bits 1 to 31 */
function orShifted(target: BitRow, kept: BitRow, moved: BitRow, bits: number): void {
  const back = 32 - bits;
  const { length } = target;
  let below = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    const first = moved[i]!;
    const second = moved[i + 1]!;
    const third = moved[i + 2]!;
    const fourth = moved[i + 3]!;
    target[i] = kept[i]! | (first << bits) | (below >>> back);
    target[i + 1] = kept[i + 1]! | (second << bits) | (first >>> back);
    target[i + 2] = kept[i + 2]! | (third << bits) | (second >>> back);
    target[i + 3] = kept[i + 3]! | (fourth << bits) | (third >>> back);
    below = fourth;
  }
  for (; i < length; i++) {
    const word = moved[i]!;
    target[i] = kept[i]! | (word << bits) | (below >>> back);
    below = word;
  }
}

/** target = every bit of the row, and the `width` bits above it. target may be the row. */
function smear(target: BitRow, row: BitRow, width: number): void {
  if (width >= WIDE) smearWide(target, row, width);
  else smearNarrow(target, row, width);
}

function smearWide(target: BitRow, row: BitRow, width: number): void {
  /** The highest sum that the bits seen so far cover. */
  let covered = -1;
  for (let i = 0; i < row.length; i++) {
    const bits = row[i]!;
    const first = i * 32;
    let result = bits === 0 ? 0 : -1 << lowestBit(bits);
    if (covered >= first) result |= covered >= first + 31 ? -1 : ~(-2 << (covered - first));
    target[i] = result;
    if (bits !== 0) covered = first + 31 - Math.clz32(bits) + width;
  }
}

/** No bit reaches further than into the next word: so two words are smeared together, by doubling what is covered. */
function smearNarrow(target: BitRow, row: BitRow, width: number): void {
  let before = 0;
  for (let i = 0; i < row.length; i++) {
    const word = row[i]!;
    let low = before;
    let high = word;
    for (let done = 0; done < width; ) {
      const step = Math.min(done + 1, width - done);
      high |= (high << step) | (low >>> (32 - step));
      low |= low << step;
      done += step;
    }
    target[i] = high;
    before = word;
  }
}

/** The smallest sum of at least `sum` in a row; Infinity without one. */
export function firstAtLeast(row: BitRow, sum: number): number {
  let word = sum >>> 5;
  if (word >= row.length) return Infinity;
  let bits = row[word]! & (-1 << (sum & 31));
  while (bits === 0) {
    if (++word === row.length) return Infinity;
    bits = row[word]!;
  }
  return word * 32 + lowestBit(bits);
}

/** The number of the lowest bit that is set; at least one is. */
function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
