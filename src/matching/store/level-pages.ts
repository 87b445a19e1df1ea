import { DOUBLES, WORDS } from './arena.ts';
import type { Records, Ref } from './records.ts';

const words = WORDS;
const doubles = DOUBLES;

/** Slots of a page; 32 words of bits. */
export const PAGE = 1024;
/** The most pages: over a million slots. */
export const PAGES_MAX = 1024;
/**
 * Words of a page: the Refs of its levels, a bit for each slot that is taken (from word 1,024), and a bit for each of
 * these words that is not zero (word 1,056). A directory is as long.
 */
const PAGE_WORDS = 1072;

/** Pages for the levels of all books of an engine, which lie among the records. */
export class PagePool {
  readonly records: Records;
  /** Empty pages for their next use, chained through their first word. */
  #spare: Ref = 0;

  constructor(records: Records) {
    this.records = records;
  }

  /** A page without levels. */
  take(): Ref {
    const page = this.#spare;
    if (page === 0) return this.records.takeRun(PAGE_WORDS);
    this.#spare = words[page]!;
    words[page] = 0;
    return page;
  }

  /** The page must be empty. */
  put(page: Ref): void {
    words[page] = this.#spare;
    this.#spare = page;
  }
}

/**
 * Price levels in up to a million numbered slots, in pages that are made when a level is put into them; one that has
 * become empty stays where it is until a page is wanted elsewhere. The next level after another is found in a few
 * words of bits: that of its slot, the one of its page that has a bit for each of these, and the same two for the
 * pages.
 *
 * The directory of the pages lies among the records too:
 *
 * | words | |
 * |---|---|
 * | 0, 1 | the rank of slot 0 |
 * | 2, 3 | how far two slots are apart |
 * | 4 | how many slots there are |
 * | 5, 8 | how many pages there are, and how many of them are empty |
 * | 6 | a bit for each of the next words that is not zero |
 * | 7 | how many levels there are, in pages or not |
 * | 16 to 47 | a bit for each page that is not empty |
 * | from 48 | the page of each 1,024 slots; 0 without one |
 */
export class LevelPages {
  readonly #pool: PagePool;
  readonly #directory: Ref;

  constructor(pool: PagePool) {
    this.#pool = pool;
    this.#directory = pool.take();
  }

  get directory(): Ref {
    return this.#directory;
  }

  /** Lays the slots out again; all must be free. @param pages at most PAGES_MAX */
  lay(from: number, step: number, pages: number): void {
    const directory = this.#directory;
    doubles[directory >>> 1] = from;
    doubles[(directory >>> 1) + 1] = step;
    doubles[(directory >>> 1) + 5] = 1 / step;
    words[directory + 4] = pages * PAGE;
  }

  /** How many pages have levels. */
  get count(): number {
    return words[this.#directory + 5]! - words[this.#directory + 8]!;
  }

  /** The slot of a rank; -1 when it has none. */
  slotOf(rank: number): number {
    const directory = this.#directory;
    const place = (rank - doubles[directory >>> 1]!) / doubles[(directory >>> 1) + 1]!;
    const slot = place | 0;
    return slot === place && slot >= 0 && slot < words[directory + 4]! ? slot : -1;
  }

  /** How many slots stand for ranks up to this one, which has none itself. */
  slotsUpTo(rank: number): number {
    const directory = this.#directory;
    const upTo = Math.ceil((rank - doubles[directory >>> 1]!) / doubles[(directory >>> 1) + 1]!);
    return Math.min(Math.max(upTo, 0), words[directory + 4]!);
  }

  /** The level in a slot; 0 without one. */
  at(slot: number): Ref {
    const page = words[this.#directory + 48 + (slot >>> 10)]!;
    return page === 0 ? 0 : words[page + (slot & 1023)]!;
  }

  /**
   * Puts a level into a free slot. Returns whether it could: not where that needs a page, and `most` pages have levels
   * already.
   */
  put(slot: number, level: Ref, most: number): boolean {
    let page = words[this.#directory + 48 + (slot >>> 10)]!;
    if (page === 0) {
      if (words[this.#directory + 5]! >= most && !this.#giveBackEmpty()) return false;
      page = this.#open(slot >>> 10);
    }
    if (words[page + 1056] === 0) this.occupied(slot >>> 10);
    const word = (slot >>> 5) & 31;
    words[page + (slot & 1023)] = level;
    words[page + 1024 + word]! |= 1 << (slot & 31);
    words[page + 1056]! |= 1 << word;
    words[level + 14] = slot;
    return true;
  }

  /** Takes the level out of a slot, which must have one. */
  take(slot: number): void {
    const page = words[this.#directory + 48 + (slot >>> 10)]!;
    const at = page + 1024 + ((slot >>> 5) & 31);
    words[page + (slot & 1023)] = 0;
    const left = words[at]! ^ (1 << (slot & 31));
    words[at] = left;
    if (left !== 0) return;
    const taken = words[page + 1056]! ^ (1 << ((slot >>> 5) & 31));
    words[page + 1056] = taken;
    if (taken === 0) this.emptied(slot >>> 10);
  }

  /** The first level after a slot, which may be -1; 0 without one. */
  after(slot: number): Ref {
    const next = slot + 1;
    const directory = this.#directory;
    if (next >= words[directory + 4]!) return 0;
    const page = words[directory + 48 + (next >>> 10)]!;
    if (page !== 0) {
      const word = (next >>> 5) & 31;
      const bits = words[page + 1024 + word]! & (-1 << (next & 31));
      if (bits !== 0) return words[page + (word << 5) + 31 - Math.clz32(bits & -bits)]!;
      // Not in the word of the slot: the first word after it that is not zero.
      const later = words[page + 1056]! & (-2 << word);
      if (later !== 0) return firstOf(page, lowest(later));
    }
    return this.#afterPage(next >>> 10);
  }

  #afterPage(number: number): Ref {
    const directory = this.#directory;
    let word = number >>> 5;
    let bits = words[directory + 16 + word]! & (-2 << (number & 31));
    if (bits === 0) {
      const later = words[directory + 6]! & (-2 << word);
      if (later === 0) return 0;
      word = lowest(later);
      bits = words[directory + 16 + word]!;
    }
    const page = words[directory + 48 + (word << 5) + lowest(bits)]!;
    return firstOf(page, lowest(words[page + 1056]!));
  }

  /** An empty page gets a level. */
  occupied(number: number): void {
    const directory = this.#directory;
    words[directory + 8]!--;
    words[directory + 16 + (number >>> 5)]! |= 1 << (number & 31);
    words[directory + 6]! |= 1 << (number >>> 5);
  }

  /** The last level of a page has left. */
  emptied(number: number): void {
    const directory = this.#directory;
    words[directory + 8]!++;
    const left = words[directory + 16 + (number >>> 5)]! ^ (1 << (number & 31));
    words[directory + 16 + (number >>> 5)] = left;
    if (left === 0) words[directory + 6]! ^= 1 << (number >>> 5);
  }

  /** The last level of a page has left, which was in this slot: the first level after it; 0 without one. */
  afterEmptied(slot: number): Ref {
    this.emptied(slot >>> 10);
    return this.#afterPage(slot >>> 10);
  }

  #open(number: number): Ref {
    const page = this.#pool.take();
    words[this.#directory + 5]!++;
    words[this.#directory + 8]!++;
    words[this.#directory + 48 + number] = page;
    return page;
  }

  /** Returns whether there were empty pages. */
  #giveBackEmpty(): boolean {
    const directory = this.#directory;
    const empty = words[directory + 8]!;
    for (let number = 0; words[directory + 8]! > 0; number++) {
      const page = words[directory + 48 + number]!;
      if (page === 0 || words[page + 1056] !== 0) continue;
      words[directory + 48 + number] = 0;
      words[directory + 5]!--;
      words[directory + 8]!--;
      this.#pool.put(page);
    }
    return empty > 0;
  }
}

function firstOf(page: Ref, word: number): Ref {
  return words[page + (word << 5) + lowest(words[page + 1024 + word]!)]!;
}

/** The number of the lowest bit that is set; at least one is. */
function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
