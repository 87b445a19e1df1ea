import { createRequire } from 'node:module';
import { WORDS } from './arena.ts';
import { PAGE_DIRECTORY, SIDE } from './layout.ts';
import { LevelPages, PAGE, PAGES_MAX, type PagePool } from './level-pages.ts';
import type { Records, Ref } from './records.ts';

// A CommonJS package whose default export loaders disagree about.
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof import('sorted-btree');

/** Levels that may be opened in the tree, in addition to as many as there are, before the slots are laid out again. */
const OUTSIDE_MIN = 16;
/** Pages of slots that a side may have, in addition to one for every four levels: what bounds its memory. */
const PAGES_MIN = 16;
/** The steps between prices that are looked for, widest first. */
const STEPS = [1_000_000, 500_000, 100_000, 50_000, 10_000, 5000, 1000, 500, 100, 50, 10, 5, 1];
/** The share of the levels that must lie on the steps of the slots, and how many levels are read to find out. */
const ON_STEP = 7 / 8;
const STEP_LEVELS_MAX = 64;

const words = WORDS;
const { DIRECTORY, OUTSIDE } = SIDE;
const { LEVELS } = PAGE_DIRECTORY;

/**
 * Finds price levels, and the neighbours of a level, by rank. Any level can be in the tree. In front of it are
 * slots, one for each step of the price over a million steps, in which levels come and go without a search
 * (LevelPages). Prices outside of them or off their steps stay in the tree, and so do those that are scattered so
 * thinly that each would need its own page; when levels are opened there too often, the slots are laid out again.
 */
export class LevelIndex {
  readonly #tree = new BTree<number, Ref>(undefined, (a, b) => a - b);
  /** The record of the side, which knows how many levels are in the tree. */
  readonly #side: Ref;
  readonly pages: LevelPages;
  readonly #records: Records;
  /** Levels opened in the tree since the slots were laid, and how many may be. */
  #outside = 0;
  #outsideMax = 0;

  /** @param side its record, @param levels best first */
  constructor(pool: PagePool, side: Ref, levels: readonly Ref[]) {
    this.#side = side;
    this.#records = pool.records;
    this.pages = new LevelPages(pool);
    words[side + DIRECTORY] = this.pages.directory;
    for (const level of levels) this.#records.setSlot(level, -1);
    this.#lay(levels);
  }

  /** The level of a rank; 0 without one. */
  find(rank: number): Ref {
    const slot = this.pages.slotOf(rank);
    if (slot >= 0) {
      const level = this.pages.at(slot);
      if (level !== 0) return level;
    }
    return words[this.#side + OUTSIDE]! === 0 ? 0 : (this.#tree.get(rank) ?? 0);
  }

  /** The level of a rank, which is opened if it is not there. */
  findOrOpen(rank: number): Ref {
    const slot = this.pages.slotOf(rank);
    if (slot >= 0) {
      const level = this.pages.at(slot);
      if (level !== 0) return level;
    }
    if (words[this.#side + OUTSIDE]! > 0) {
      const level = this.#tree.get(rank);
      if (level !== undefined) return level;
    }
    const level = this.#records.takeLevel();
    this.#records.setRank(level, rank);
    this.#put(level, slot);
    if (this.#outside > this.#outsideMax) this.#lay(this.#all());
    return level;
  }

  /** The level must be in the index. */
  delete(level: Ref): void {
    words[this.pages.directory + LEVELS]!--;
    const slot = this.#records.slot(level);
    if (slot >= 0) this.pages.take(slot);
    else {
      words[this.#side + OUTSIDE]!--;
      this.#tree.delete(this.#records.rank(level));
    }
  }

  /** The best of the levels that are worse than this one, which need not be in the index; 0 without one. */
  worseThan(level: Ref): Ref {
    const slot = this.#records.slot(level);
    const inPages = this.pages.after(slot >= 0 ? slot : this.pages.slotsUpTo(this.#records.rank(level)) - 1);
    return words[this.#side + OUTSIDE]! === 0 ? inPages : this.#betterOf(inPages, this.#records.rank(level));
  }

  /** The level in the pages, or the best one of the tree that is worse than a rank, whichever is better. */
  #betterOf(inPages: Ref, rank: number): Ref {
    const inTree = this.#tree.nextHigherPair(rank)?.[1] ?? 0;
    if (inTree === 0) return inPages;
    return inPages === 0 || this.#records.rank(inTree) < this.#records.rank(inPages) ? inTree : inPages;
  }

  #put(level: Ref, slot: number): void {
    const size = ++words[this.pages.directory + LEVELS]!;
    if (slot >= 0 && this.pages.put(slot, level, PAGES_MIN + (size >>> 2))) return;
    this.#records.setSlot(level, -1);
    words[this.#side + OUTSIDE]!++;
    this.#outside++;
    this.#tree.set(this.#records.rank(level), level);
  }

  /** All levels, best first. */
  #all(): Ref[] {
    const records = this.#records;
    const levels: Ref[] = [];
    const tree = this.#tree.valuesArray();
    let next = 0;
    for (let level = this.pages.after(-1); level !== 0; level = this.pages.after(records.slot(level))) {
      while (next < tree.length && records.rank(tree[next]!) < records.rank(level)) levels.push(tree[next++]!);
      levels.push(level);
    }
    return [...levels, ...tree.slice(next)];
  }

  /** Lays the slots where the levels are. It costs less than what the levels in the tree have cost. */
  #lay(levels: readonly Ref[]): void {
    for (const level of levels) {
      const slot = this.#records.slot(level);
      if (slot >= 0) this.pages.take(slot);
    }
    this.#tree.clear();
    words[this.#side + OUTSIDE] = 0;
    words[this.pages.directory + LEVELS] = 0;
    this.#place(levels);
    for (const level of levels) this.#put(level, this.pages.slotOf(this.#records.rank(level)));
    this.#outside = 0;
    this.#outsideMax = OUTSIDE_MIN + levels.length;
  }

  /** With room on both sides; when the slots cannot hold all levels, most of them after the best one. */
  #place(levels: readonly Ref[]): void {
    const ranks = levels.map((level) => this.#records.rank(level));
    const step = commonStep(ranks);
    const best = ranks[0]!;
    const range = (ranks[ranks.length - 1]! - best) / step;
    let pages = 8;
    while (pages * PAGE < range * 4 && pages < PAGES_MAX) pages *= 2;
    const slots = pages * PAGE;
    const before = range < slots ? Math.floor((slots - range) / 2) : slots >>> 2;
    this.pages.lay((Math.ceil(best / step) - before) * step, step, pages);
  }
}

/** The widest step on which nearly all of the best levels lie. */
function commonStep(ranks: readonly number[]): number {
  const looked = ranks.slice(0, STEP_LEVELS_MAX);
  const isCommon = (step: number) => looked.filter((rank) => rank % step === 0).length >= looked.length * ON_STEP;
  return STEPS.find(isCommon) ?? 1;
}
