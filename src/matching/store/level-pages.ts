import { DOUBLES, WORDS } from './arena.ts';
import { LEVEL_PAGE, PAGE_DIRECTORY, PRICE_LEVEL } from './layout.ts';
import type { Records, Ref } from './records.ts';

const words = WORDS;
const doubles = DOUBLES;
const { SLOT } = PRICE_LEVEL;
const { STEP, PER_STEP, SLOTS, PAGES, OCCUPIED_WORDS, EMPTY_PAGES, OCCUPIED, PAGE_OF } = PAGE_DIRECTORY;
const { TAKEN, TAKEN_WORDS } = LEVEL_PAGE;

/** Slots of a page; 32 words of bits. */
export const PAGE = 1024;
/** The most pages: over a million slots. */
export const PAGES_MAX = 1024;
/** Words of a page (layout.ts), of which the last ones are not used. A directory is as long. */
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
 * The directory of the pages lies among the records too (layout.ts).
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
    doubles[(directory >>> 1) + STEP] = step;
    doubles[(directory >>> 1) + PER_STEP] = 1 / step;
    words[directory + SLOTS] = pages * PAGE;
  }

  /** How many pages have levels. */
  get count(): number {
    return words[this.#directory + PAGES]! - words[this.#directory + EMPTY_PAGES]!;
  }

  /** The slot of a rank; -1 when it has none. */
  slotOf(rank: number): number {
    const directory = this.#directory;
    const place = (rank - doubles[directory >>> 1]!) / doubles[(directory >>> 1) + STEP]!;
    const slot = place | 0;
    return slot === place && slot >= 0 && slot < words[directory + SLOTS]! ? slot : -1;
  }

  /** How many slots stand for ranks up to this one, which has none itself. */
  slotsUpTo(rank: number): number {
    const directory = this.#directory;
    const upTo = Math.ceil((rank - doubles[directory >>> 1]!) / doubles[(directory >>> 1) + STEP]!);
    return Math.min(Math.max(upTo, 0), words[directory + SLOTS]!);
  }

  /** The level in a slot; 0 without one. */
  at(slot: number): Ref {
    const page = words[this.#directory + PAGE_OF + (slot >>> 10)]!;
    return page === 0 ? 0 : words[page + (slot & 1023)]!;
  }

  /**
   * Puts a level into a free slot. Returns whether it could: not where that needs a page, and `most` pages have levels
   * already.
   */
  put(slot: number, level: Ref, most: number): boolean {
    let page = words[this.#directory + PAGE_OF + (slot >>> 10)]!;
    if (page === 0) {
      if (words[this.#directory + PAGES]! >= most && !this.#giveBackEmpty()) return false;
      page = this.#open(slot >>> 10);
    }
    if (words[page + TAKEN_WORDS] === 0) this.occupied(slot >>> 10);
    const word = (slot >>> 5) & 31;
    words[page + (slot & 1023)] = level;
    words[page + TAKEN + word]! |= 1 << (slot & 31);
    words[page + TAKEN_WORDS]! |= 1 << word;
    words[level + SLOT] = slot;
    return true;
  }

  /** Takes the level out of a slot, which must have one. */
  take(slot: number): void {
    const page = words[this.#directory + PAGE_OF + (slot >>> 10)]!;
    const at = page + TAKEN + ((slot >>> 5) & 31);
    words[page + (slot & 1023)] = 0;
    const left = words[at]! ^ (1 << (slot & 31));
    words[at] = left;
    if (left !== 0) return;
    const taken = words[page + TAKEN_WORDS]! ^ (1 << ((slot >>> 5) & 31));
    words[page + TAKEN_WORDS] = taken;
    if (taken === 0) this.emptied(slot >>> 10);
  }

  /** The first level after a slot, which may be -1; 0 without one. */
  after(slot: number): Ref {
    const next = slot + 1;
    const directory = this.#directory;
    if (next >= words[directory + SLOTS]!) return 0;
    const page = words[directory + PAGE_OF + (next >>> 10)]!;
    if (page !== 0) {
      const word = (next >>> 5) & 31;
      const bits = words[page + TAKEN + word]! & (-1 << (next & 31));
      if (bits !== 0) return words[page + (word << 5) + 31 - Math.clz32(bits & -bits)]!;
      // Not in the word of the slot: the first word after it that is not zero.
      const later = words[page + TAKEN_WORDS]! & (-2 << word);
      if (later !== 0) return firstOf(page, lowest(later));
    }
    return this.#afterPage(next >>> 10);
  }

  #afterPage(number: number): Ref {
    const directory = this.#directory;
    let word = number >>> 5;
    let bits = words[directory + OCCUPIED + word]! & (-2 << (number & 31));
    if (bits === 0) {
      const later = words[directory + OCCUPIED_WORDS]! & (-2 << word);
      if (later === 0) return 0;
      word = lowest(later);
      bits = words[directory + OCCUPIED + word]!;
    }
    const page = words[directory + PAGE_OF + (word << 5) + lowest(bits)]!;
    return firstOf(page, lowest(words[page + TAKEN_WORDS]!));
  }

  /** An empty page gets a level. */
  occupied(number: number): void {
    const directory = this.#directory;
    words[directory + EMPTY_PAGES]!--;
    words[directory + OCCUPIED + (number >>> 5)]! |= 1 << (number & 31);
    words[directory + OCCUPIED_WORDS]! |= 1 << (number >>> 5);
  }

  /** The last level of a page has left. */
  emptied(number: number): void {
    const directory = this.#directory;
    words[directory + EMPTY_PAGES]!++;
    const left = words[directory + OCCUPIED + (number >>> 5)]! ^ (1 << (number & 31));
    words[directory + OCCUPIED + (number >>> 5)] = left;
    if (left === 0) words[directory + OCCUPIED_WORDS]! ^= 1 << (number >>> 5);
  }

  /** The last level of a page has left, which was in this slot: the first level after it; 0 without one. */
  afterEmptied(slot: number): Ref {
    this.emptied(slot >>> 10);
    return this.#afterPage(slot >>> 10);
  }

  #open(number: number): Ref {
    const page = this.#pool.take();
    words[this.#directory + PAGES]!++;
    words[this.#directory + EMPTY_PAGES]!++;
    words[this.#directory + PAGE_OF + number] = page;
    return page;
  }

  /** Returns whether there were empty pages. */
  #giveBackEmpty(): boolean {
    const directory = this.#directory;
    const empty = words[directory + EMPTY_PAGES]!;
    for (let number = 0; words[directory + EMPTY_PAGES]! > 0; number++) {
      const page = words[directory + PAGE_OF + number]!;
      if (page === 0 || words[page + TAKEN_WORDS] !== 0) continue;
      words[directory + PAGE_OF + number] = 0;
      words[directory + PAGES]!--;
      words[directory + EMPTY_PAGES]!--;
      this.#pool.put(page);
    }
    return empty > 0;
  }
}

function firstOf(page: Ref, word: number): Ref {
  return words[page + (word << 5) + lowest(words[page + TAKEN + word]!)]!;
}

/** The number of the lowest bit that is set; at least one is. */
function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
