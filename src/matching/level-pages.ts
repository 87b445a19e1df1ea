import type { Level } from './order.ts';

const PAGE_BITS = 8;
/** Slots of a page. */
export const PAGE = 1 << PAGE_BITS;
const IN_PAGE = PAGE - 1;
/** The most pages: over a million slots. */
export const PAGES_MAX = 4096;
/** Empty pages that wait for their next use; more are left to the garbage collector. */
const SPARE_MAX = 1024;

/** 256 slots in a row: the levels that stand in them, and a bit for each that is taken. */
class Page {
  readonly levels = new Array<Level | null>(PAGE).fill(null);
  readonly words = new Int32Array(PAGE >>> 5);
  /** A bit for each word that is not zero. */
  taken = 0;
}

/** Empty pages for their next use, shared by the books of an engine. */
export class PagePool {
  readonly #spare: Page[] = [];

  take(): Page {
    return this.#spare.pop() ?? new Page();
  }

  put(page: Page): void {
    if (this.#spare.length < SPARE_MAX) this.#spare.push(page);
  }
}

/**
 * Price levels in up to a million numbered slots, in pages that are made when a level is put into them and given back
 * when the last one leaves. The next level behind another is found in a few words of bits: those of its own page, and
 * one bit for each page that there is.
 */
export class LevelPages {
  readonly #pool: PagePool;
  readonly #pages: (Page | null)[];
  /** A bit for each page that is there. */
  readonly #present: Int32Array;
  /** How many pages there are. */
  count = 0;

  /** @param pages at most PAGES_MAX */
  constructor(pool: PagePool, pages: number) {
    this.#pool = pool;
    this.#pages = new Array<Page | null>(pages).fill(null);
    this.#present = new Int32Array((pages + 31) >>> 5);
  }

  get slots(): number {
    return this.#pages.length << PAGE_BITS;
  }

  at(slot: number): Level | null {
    const page = this.#pages[slot >>> PAGE_BITS] as Page | null;
    return page === null ? null : (page.levels[slot & IN_PAGE] as Level | null);
  }

  /**
   * Puts a level into a free slot. Tells whether it could: not where that needs a page, and there are `most` already.
   */
  put(slot: number, level: Level, most: number): boolean {
    const page = this.#pages[slot >>> PAGE_BITS] ?? this.#open(slot >>> PAGE_BITS, most);
    if (page === null) return false;
    const word = (slot & IN_PAGE) >>> 5;
    page.levels[slot & IN_PAGE] = level;
    page.words[word]! |= 1 << (slot & 31);
    page.taken |= 1 << word;
    return true;
  }

  /** Takes the level out of a slot, which must have one. */
  take(slot: number): void {
    const page = this.#pages[slot >>> PAGE_BITS] as Page;
    const word = (slot & IN_PAGE) >>> 5;
    page.levels[slot & IN_PAGE] = null;
    const left = page.words[word]! ^ (1 << (slot & 31));
    page.words[word] = left;
    if (left !== 0) return;
    page.taken ^= 1 << word;
    if (page.taken === 0) this.#close(slot >>> PAGE_BITS, page);
  }

  /** The first level behind a slot, which may be -1; null when there is none. */
  behind(slot: number): Level | null {
    const next = slot + 1;
    const number = next >>> PAGE_BITS;
    if (number >= this.#pages.length) return null;
    const page = this.#pages[number] as Page | null;
    if (page !== null) {
      const word = (next & IN_PAGE) >>> 5;
      const bits = page.words[word]! & ~below(next);
      if (bits !== 0) return page.levels[(word << 5) | lowest(bits)] as Level;
      const words = page.taken & ~below(word + 1);
      if (words !== 0) return firstOf(page, lowest(words));
    }
    const from = number + 1;
    for (let at = from >>> 5; at < this.#present.length; at++) {
      const present = at === from >>> 5 ? this.#present[at]! & ~below(from) : this.#present[at]!;
      if (present === 0) continue;
      const first = this.#pages[(at << 5) | lowest(present)] as Page;
      return firstOf(first, lowest(first.taken));
    }
    return null;
  }

  #open(number: number, most: number): Page | null {
    if (this.count >= most) return null;
    this.count++;
    const page = this.#pool.take();
    this.#pages[number] = page;
    this.#present[number >>> 5]! |= 1 << (number & 31);
    return page;
  }

  #close(number: number, page: Page): void {
    this.count--;
    this.#pages[number] = null;
    this.#present[number >>> 5]! ^= 1 << (number & 31);
    this.#pool.put(page);
  }
}

function firstOf(page: Page, word: number): Level {
  return page.levels[(word << 5) | lowest(page.words[word]!)] as Level;
}

/** The bits below bit `position` (modulo 32). */
function below(position: number): number {
  return (1 << (position & 31)) - 1;
}

function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}
