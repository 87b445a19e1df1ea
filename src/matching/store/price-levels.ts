import { DOUBLES, WORDS } from './arena.ts';
import type { Shares } from './ids.ts';
import { LEVEL_PAGE, ORDER, PAGE_DIRECTORY, PRICE_LEVEL, RECORD, SIDE } from './layout.ts';
import { LevelIndex } from './level-index.ts';
import type { LevelPages, PagePool } from './level-pages.ts';
import type { Records, Ref } from './records.ts';

const words = WORDS;
const doubles = DOUBLES;
const { REMAINING, PREVIOUS, NEXT, LEVEL, FLAGS } = ORDER;
const { SHARES, DISCLOSED_SHARES, ORDERS, DISCLOSED_ORDERS, FIRST, LAST, SLOT, PARTED } = PRICE_LEVEL;
const { BEST, VISIBLE, DIRECTORY, OUTSIDE } = SIDE;
const { STEP, SLOTS, LEVELS, PAGE_OF } = PAGE_DIRECTORY;
const { TAKEN, TAKEN_WORDS } = LEVEL_PAGE;

/** A look-up that walks over more levels than this lays an index. */
export const WALK_MAX = 16;

/**
 * The price levels of one side of a book, for the orders without contingency or for those with one. A few levels form a
 * chain from the best outwards, which is walked; there is nothing else. When the walk becomes long, an index takes the
 * place of the chain, for good: it finds the level of a price, and the next worse one of a level. So a quiet book stays
 * small: an engine may have a hundred thousand of them.
 *
 * `join` and `leave` do themselves what a level in a page needs, which is nearly always all: so an order that comes or
 * goes is two calls at most. See layout.ts for what they read and write.
 */
export class PriceLevels {
  /** The record of the side. */
  readonly side: Ref;
  #index: LevelIndex | null = null;
  readonly #pool: PagePool;
  readonly #records: Records;

  constructor(pool: PagePool, side = pool.records.takeRun(RECORD)) {
    this.#pool = pool;
    this.#records = pool.records;
    this.side = side;
  }

  /** 0 when there is no level. */
  get best(): Ref {
    return words[this.side + BEST]!;
  }

  /** The best level with a disclosed order; 0 without one. */
  get visible(): Ref {
    return words[this.side + VISIBLE]!;
  }

  /** The level of a rank; 0 without one. */
  find(rank: number): Ref {
    if (this.#index !== null) return this.#index.find(rank);
    const level = this.#walkTo(rank);
    return level !== 0 && this.#records.rank(level) === rank ? level : 0;
  }

  /** Puts an order after all others at its price. It must have joined the book after them. */
  join(order: Ref): void {
    const side = this.side;
    const rank = doubles[order >>> 1]!;
    const directory = words[side + DIRECTORY]!;
    let level = 0;
    if (directory !== 0 && words[side + OUTSIDE] === 0) {
      const place = (rank - doubles[directory >>> 1]!) / doubles[(directory >>> 1) + STEP]!;
      const slot = place | 0;
      if (slot === place && slot >= 0 && slot < words[directory + SLOTS]!) {
        const page = words[directory + PAGE_OF + (slot >>> 10)]!;
        if (page !== 0) level = words[page + (slot & 1023)]! || this.#openIn(page, slot, rank);
      }
    }
    if (level === 0) level = this.findOrOpen(rank);

    const last = words[level + LAST]!;
    words[order + LEVEL] = level;
    words[order + PREVIOUS] = last;
    words[order + NEXT] = 0;
    words[last === 0 ? level + FIRST : last + NEXT] = order;
    words[level + LAST] = order;
    const remaining = words[order + REMAINING]!;
    words[level + ORDERS]!++;
    doubles[(level >>> 1) + SHARES]! += remaining;
    if ((words[order + FLAGS]! & 1) === 0) return;
    words[level + DISCLOSED_ORDERS]!++;
    const isWhole = this.#records.further(order) === 0;
    doubles[(level >>> 1) + DISCLOSED_SHARES]! += isWhole ? remaining : this.#records.displayed(order);
    if (!isWhole) words[level + PARTED]!++;
    const visible = words[side + VISIBLE]!;
    if (visible === 0 || rank < doubles[visible >>> 1]!) words[side + VISIBLE] = level;
  }

  /** Takes shares from what remains of a resting order. @param displayed how many of them were displayed (M19) */
  reduce(order: Ref, quantity: Shares, displayed = quantity): void {
    const half = words[order + LEVEL]! >>> 1;
    const further = this.#records.further(order);
    if (further !== 0) this.#records.setDisplayed(order, this.#records.displayed(order) - displayed);
    words[order + REMAINING]! -= quantity;
    doubles[half + SHARES]! -= quantity;
    if ((words[order + FLAGS]! & 1) !== 0) doubles[half + DISCLOSED_SHARES]! -= displayed;
  }

  /** The same; an order of which nothing remains leaves. */
  fill(order: Ref, quantity: Shares): void {
    if (words[order + REMAINING]! > quantity) this.reduce(order, quantity);
    else {
      this.leave(order);
      words[order + REMAINING] = 0;
    }
  }

  leave(order: Ref): void {
    const level = words[order + LEVEL]!;
    const previous = words[order + PREVIOUS]!;
    const next = words[order + NEXT]!;
    words[previous === 0 ? level + FIRST : previous + NEXT] = next;
    words[next === 0 ? level + LAST : next + PREVIOUS] = previous;
    words[order + LEVEL] = 0;
    const remaining = words[order + REMAINING]!;
    const left = words[level + ORDERS]! - 1;
    words[level + ORDERS] = left;
    doubles[(level >>> 1) + SHARES]! -= remaining;
    if ((words[order + FLAGS]! & 1) !== 0) {
      words[level + DISCLOSED_ORDERS]!--;
      const isWhole = this.#records.further(order) === 0;
      doubles[(level >>> 1) + DISCLOSED_SHARES]! -= isWhole ? remaining : this.#records.displayed(order);
      if (!isWhole) words[level + PARTED]!--;
    }
    if (left === 0) this.#close(level);
    else if (words[level + DISCLOSED_ORDERS] === 0 && level === words[this.side + VISIBLE])
      words[this.side + VISIBLE] = this.nextVisible(level);
  }

  /** The next worse level with a disclosed order; 0 after the last. */
  nextVisible(level: Ref): Ref {
    return this.#visibleFrom(this.worse(level));
  }

  /** The next worse level; 0 after the last. */
  worse(level: Ref): Ref {
    return this.#index === null ? this.#records.worse(level) : this.#index.worseThan(level);
  }

  // ---------------------------------------------------------------- for the plain flow, where it is not short

  /** The pages of a side that has an index. */
  get pages(): LevelPages {
    return (this.#index as LevelIndex).pages;
  }

  /** The level of a rank, which is opened without orders if it is not there. */
  findOrOpen(rank: number): Ref {
    const index = this.#index;
    if (index === null) return this.#walkOrOpen(rank);
    const level = index.findOrOpen(rank);
    if (this.best === 0 || rank < this.#records.rank(this.best)) words[this.side + BEST] = level;
    return level;
  }

  /** Takes the best level out of the index. Returns the next one, which is not best yet. */
  deleteBest(level: Ref): Ref {
    const index = this.#index as LevelIndex;
    const best = index.worseThan(level);
    index.delete(level);
    return best;
  }

  /** Takes out a level that is not the best. Its record is not free yet. */
  closeWorse(level: Ref): void {
    if (level === this.visible) words[this.side + VISIBLE] = this.nextVisible(level);
    if (this.#index === null) this.#unlink(level);
    else this.#index.delete(level);
  }

  /** The level, or the first worse one with a disclosed order, is the visible one. */
  seeFrom(level: Ref): void {
    words[this.side + VISIBLE] = this.#visibleFrom(level);
  }

  // ---------------------------------------------------------------- levels in pages

  /** Opens a level in a free slot of a page that is there. */
  #openIn(page: Ref, slot: number, rank: number): Ref {
    const side = this.side;
    const level = this.#records.takeLevel();
    const word = (slot >>> 5) & 31;
    doubles[level >>> 1] = rank;
    if (words[page + TAKEN_WORDS] === 0) (this.#index as LevelIndex).pages.occupied(slot >>> 10);
    words[level + SLOT] = slot;
    words[page + (slot & 1023)] = level;
    words[page + TAKEN + word]! |= 1 << (slot & 31);
    words[page + TAKEN_WORDS]! |= 1 << word;
    words[words[side + DIRECTORY]! + LEVELS]!++;
    const best = words[side + BEST]!;
    if (best === 0 || rank < doubles[best >>> 1]!) words[side + BEST] = level;
    return level;
  }

  /** The last order of a level has left. */
  #close(level: Ref): void {
    const side = this.side;
    const directory = words[side + DIRECTORY]!;
    const slot = words[level + SLOT]!;
    const isBest = level === words[side + BEST];
    if (directory === 0 || slot < 0 || words[side + OUTSIDE] !== 0 || (!isBest && level === words[side + VISIBLE])) {
      this.#closeAnywhere(level);
      return;
    }
    const page = words[directory + PAGE_OF + (slot >>> 10)]!;
    const word = (slot >>> 5) & 31;
    const bits = words[page + TAKEN + word]! ^ (1 << (slot & 31));
    const taken = bits === 0 ? words[page + TAKEN_WORDS]! ^ (1 << word) : words[page + TAKEN_WORDS]!;
    if (taken === 0) (this.#index as LevelIndex).pages.emptied(slot >>> 10);
    words[page + (slot & 1023)] = 0;
    words[page + TAKEN + word] = bits;
    words[page + TAKEN_WORDS] = taken;
    words[directory + LEVELS]!--;
    if (isBest) {
      // The next level in the same word of bits, or in the first one after it that is not zero.
      const here = bits & (-2 << (slot & 31));
      const later = taken & (-2 << word);
      let best = 0;
      if (here !== 0) best = words[page + (slot & 992) + 31 - Math.clz32(here & -here)]!;
      else if (later !== 0) {
        const first = 31 - Math.clz32(later & -later);
        const firstBits = words[page + TAKEN + first]!;
        best = words[page + (first << 5) + 31 - Math.clz32(firstBits & -firstBits)]!;
      } else best = (this.#index as LevelIndex).worseThan(level);
      words[side + BEST] = best;
      if (level === words[side + VISIBLE]) words[side + VISIBLE] = this.#visibleFrom(best);
    }
    this.#records.put(level);
  }

  // ---------------------------------------------------------------- levels in the chain, or anywhere in the index

  #walkOrOpen(rank: number): Ref {
    const better = this.#walkTo(rank);
    if (better !== 0 && this.#records.rank(better) === rank) return better;
    // The walk may have laid an index.
    if (this.#index !== null) return this.findOrOpen(rank);
    const level = this.#records.takeLevel();
    this.#records.setRank(level, rank);
    this.#link(level, better);
    return level;
  }

  /** The level of a rank, or else the worst of the better ones. */
  #walkTo(rank: number): Ref {
    const records = this.#records;
    let reached: Ref = 0;
    let steps = 0;
    for (let level = this.best; level !== 0 && records.rank(level) <= rank; level = records.worse(level)) {
      reached = level;
      steps++;
    }
    if (steps > WALK_MAX) this.#layIndex();
    return reached;
  }

  #layIndex(): void {
    const levels: Ref[] = [];
    for (let level = this.best; level !== 0; level = this.#records.worse(level)) levels.push(level);
    this.#index = new LevelIndex(this.#pool, this.side, levels);
  }

  #link(level: Ref, better: Ref): void {
    const records = this.#records;
    const worse = better === 0 ? this.best : records.worse(better);
    records.setBetter(level, better);
    records.setWorse(level, worse);
    if (better === 0) words[this.side + BEST] = level;
    else records.setWorse(better, level);
    if (worse !== 0) records.setBetter(worse, level);
  }

  #closeAnywhere(level: Ref): void {
    if (level === this.visible) words[this.side + VISIBLE] = this.nextVisible(level);
    if (this.#index === null) this.#unlink(level);
    else {
      if (level === this.best) words[this.side + BEST] = this.#index.worseThan(level);
      this.#index.delete(level);
    }
    this.#records.put(level);
  }

  #unlink(level: Ref): void {
    const better = this.#records.better(level);
    const worse = this.#records.worse(level);
    if (better === 0) words[this.side + BEST] = worse;
    else this.#records.setWorse(better, worse);
    if (worse !== 0) this.#records.setBetter(worse, better);
  }

  /** The level, or the first worse one, that has a disclosed order. */
  #visibleFrom(level: Ref): Ref {
    let from = level;
    while (from !== 0 && this.#records.disclosedOrders(from) === 0) from = this.worse(from);
    return from;
  }
}
