/** The most slots: three levels of 32-bit words. */
export const SLOTS_MAX = 32 * 32 * 32;

/**
 * Which of up to 32,768 slots are taken, so that the nearest taken slot before another is found in three steps at most.
 * A bit of `words` is a slot; a bit of `groups` a word that is not zero; a bit of the top a group that is not zero.
 */
export class SlotBits {
  readonly #words: Int32Array;
  readonly #groups: Int32Array;
  #top = 0;

  /** @param slots a multiple of 32 */
  constructor(slots: number) {
    // One more of each, so that `before` may be asked from behind the last slot.
    this.#words = new Int32Array((slots >>> 5) + 1);
    this.#groups = new Int32Array((slots >>> 10) + 1);
  }

  /** The slot must be free. */
  take(slot: number): void {
    this.#words[slot >>> 5]! |= 1 << (slot & 31);
    this.#groups[slot >>> 10]! |= 1 << ((slot >>> 5) & 31);
    this.#top |= 1 << (slot >>> 10);
  }

  /** The slot must be taken. */
  free(slot: number): void {
    this.#words[slot >>> 5]! ^= 1 << (slot & 31);
    if (this.#words[slot >>> 5] !== 0) return;
    this.#groups[slot >>> 10]! ^= 1 << ((slot >>> 5) & 31);
    if (this.#groups[slot >>> 10] === 0) this.#top ^= 1 << (slot >>> 10);
  }

  /** The last taken slot before `slot`, which may be as large as the number of slots; -1 when there is none. */
  before(slot: number): number {
    const word = below(this.#words[slot >>> 5]!, slot);
    if (word !== 0) return (slot & ~31) | highest(word);
    const group = below(this.#groups[slot >>> 10]!, slot >>> 5);
    if (group !== 0) return this.#lastOf(((slot >>> 10) << 5) | highest(group));
    const top = slot === SLOTS_MAX ? this.#top : below(this.#top, slot >>> 10);
    if (top === 0) return -1;
    const last = highest(top);
    return this.#lastOf((last << 5) | highest(this.#groups[last]!));
  }

  #lastOf(word: number): number {
    return (word << 5) | highest(this.#words[word]!);
  }
}

/** The bits below bit `position` (modulo 32). */
function below(word: number, position: number): number {
  return word & ((1 << (position & 31)) - 1);
}

function highest(word: number): number {
  return 31 - Math.clz32(word);
}
