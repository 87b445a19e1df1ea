import { createRequire } from 'node:module';
import { LevelPages, PAGE, PAGES_MAX, type PagePool } from './level-pages.ts';
import type { Level } from './order.ts';

// A CommonJS package whose default export loaders disagree about.
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof import('sorted-btree');

/** Levels that may be opened in the tree before the slots are laid anew, beside as many as there are levels. */
const OUTSIDE_MIN = 16;
/** Pages of slots that a side may have, beside one for every four levels: what bounds its memory. */
const PAGES_MIN = 32;
const LEVELS_PER_PAGE = 4;
/** The steps between prices that are looked for, widest first. */
const STEPS = [1_000_000, 500_000, 100_000, 50_000, 10_000, 5000, 1000, 500, 100, 50, 10, 5, 1];
/** The share of the levels that must lie on the steps of the slots, and how many levels are looked at to find out. */
const ON_STEP = 7 / 8;
const STEP_LEVELS_MAX = 64;

/**
 * Finds price levels, and the neighbours of a level, by rank. Any level can be in the tree. In front of it stand
 * slots, one for each step of the price over a million steps, in which levels come and go without a search
 * (LevelPages). Prices beyond them or off their steps stay in the tree, and so do those that are scattered so thinly
 * that each would need a page of its own; when levels are opened there too often, the slots are laid anew.
 */
export class LevelIndex {
  readonly #tree = new BTree<number, Level>(undefined, (a, b) => a - b);
  /** Levels in the tree. */
  #inTree = 0;
  #size = 0;
  /** The rank of slot 0, and how far two slots are apart. */
  #from = 0;
  #step = 1;
  #pages: LevelPages;
  readonly #pool: PagePool;
  /** Levels opened in the tree since the slots were laid, and how many may be. */
  #outside = 0;
  #outsideMax = 0;

  /** @param levels best first */
  constructor(pool: PagePool, levels: readonly Level[]) {
    this.#pool = pool;
    this.#pages = new LevelPages(pool, 0);
    for (const level of levels) level.slot = -1;
    this.#lay(levels);
  }

  find(rank: number): Level | null {
    const slot = this.#slotOf(rank);
    if (slot >= 0) {
      const level = this.#pages.at(slot);
      if (level !== null) return level;
    }
    return this.#inTree === 0 ? null : (this.#tree.get(rank) ?? null);
  }

  /** The level must not be in the index. */
  add(level: Level): void {
    this.#put(level);
    if (this.#outside > this.#outsideMax) this.#lay(this.#all());
  }

  /** The level must be in the index. */
  delete(level: Level): void {
    this.#size--;
    if (level.slot >= 0) this.#pages.take(level.slot);
    else {
      this.#inTree--;
      this.#tree.delete(level.rank);
    }
  }

  /** The best of the levels that are worse than this one, which need not be in the index. */
  worseThan(level: Level): Level | null {
    const inPages = this.#pages.behind(level.slot >= 0 ? level.slot : this.#slotsUpTo(level.rank) - 1);
    if (this.#inTree === 0) return inPages;
    const inTree = this.#tree.nextHigherPair(level.rank)?.[1];
    if (inTree === undefined) return inPages;
    return inPages === null || inTree.rank < inPages.rank ? inTree : inPages;
  }

  #put(level: Level): void {
    this.#size++;
    const slot = this.#slotOf(level.rank);
    const most = PAGES_MIN + ((this.#size / LEVELS_PER_PAGE) | 0);
    if (slot >= 0 && this.#pages.put(slot, level, most)) {
      level.slot = slot;
      return;
    }
    level.slot = -1;
    this.#inTree++;
    this.#outside++;
    this.#tree.set(level.rank, level);
  }

  /** All levels, best first. */
  #all(): Level[] {
    const levels: Level[] = [];
    const tree = this.#tree.valuesArray();
    let next = 0;
    for (let level = this.#pages.behind(-1); level !== null; level = this.#pages.behind(level.slot)) {
      while (next < tree.length && tree[next]!.rank < level.rank) levels.push(tree[next++]!);
      levels.push(level);
    }
    return [...levels, ...tree.slice(next)];
  }

  /** Lays the slots where the levels are. It costs less than what the levels in the tree have cost. */
  #lay(levels: readonly Level[]): void {
    for (const level of levels) if (level.slot >= 0) this.#pages.take(level.slot);
    this.#tree.clear();
    this.#inTree = this.#size = 0;
    this.#place(levels);
    for (const level of levels) this.#put(level);
    this.#outside = 0;
    this.#outsideMax = OUTSIDE_MIN + this.#size;
  }

  /** With room on both sides; when the slots cannot hold all levels, most of them behind the best one. */
  #place(levels: readonly Level[]): void {
    this.#step = commonStep(levels);
    const best = levels[0]!.rank;
    const range = (levels[levels.length - 1]!.rank - best) / this.#step;
    let pages = 32;
    while (pages * PAGE < range * 4 && pages < PAGES_MAX) pages *= 2;
    const slots = pages * PAGE;
    const before = range < slots ? Math.floor((slots - range) / 2) : slots >>> 2;
    this.#from = (Math.ceil(best / this.#step) - before) * this.#step;
    this.#pages = new LevelPages(this.#pool, pages);
  }

  /** How many slots stand for ranks up to this one, which has none itself. */
  #slotsUpTo(rank: number): number {
    const upTo = Math.ceil((rank - this.#from) / this.#step);
    return Math.min(Math.max(upTo, 0), this.#pages.slots);
  }

  /** The slot of a rank; -1 when it has none. */
  #slotOf(rank: number): number {
    const place = (rank - this.#from) / this.#step;
    const slot = place | 0;
    return slot === place && slot >= 0 && slot < this.#pages.slots ? slot : -1;
  }
}

/** The widest step on which nearly all of the best levels lie. */
function commonStep(levels: readonly Level[]): number {
  const looked = levels.slice(0, STEP_LEVELS_MAX);
  const isCommon = (step: number) => looked.filter(({ rank }) => rank % step === 0).length >= looked.length * ON_STEP;
  return STEPS.find(isCommon) ?? 1;
}
