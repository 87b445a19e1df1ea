import { createRequire } from 'node:module';
import type { Level } from './order.ts';
import { SLOTS_MAX, SlotBits } from './slot-bits.ts';

// A CommonJS package whose default export loaders disagree about.
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof import('sorted-btree');

/** Levels that may be opened outside of the window before it is laid anew, beside what its size allows. */
const OUTSIDE_MIN = 16;
/** Slots of the window for each level, at most: what bounds its memory. */
const SLOTS_PER_LEVEL_MAX = 64;
const SLOTS_MIN = 256;
/** The steps between prices that are looked for, widest first. */
const STEPS = [1_000_000, 500_000, 100_000, 50_000, 10_000, 5000, 1000, 500, 100, 50, 10, 5, 1];
/** The share of the levels that must lie on the steps of the window, and how many levels are looked at to find out. */
const ON_STEP = 7 / 8;
const STEP_LEVELS_MAX = 64;

/**
 * Finds price levels, and the nearest better one of a new level, by rank. Any level can be in the tree. In front of it
 * stands a window over the prices where most levels are: an array with a slot for each step of the price, in which
 * levels come and go without a search. Prices outside of it or off its steps stay in the tree; when levels are opened
 * there too often, the window is laid anew.
 */
export class LevelIndex {
  readonly #tree = new BTree<number, Level>(undefined, (a, b) => a - b);
  #size = 0;
  /** The rank of slot 0, and how far two slots are apart. */
  #from = 0;
  #step = 1;
  #slots: (Level | null)[] = [];
  #taken = new SlotBits(0);
  /** Levels opened in the tree since the window was laid, and how many may be. */
  #outside = 0;
  #outsideMax = 0;

  /** Of all levels of a chain. */
  constructor(best: Level) {
    for (let level: Level | null = best; level !== null; level = level.worse) {
      this.#size++;
      this.#tree.set(level.rank, level);
    }
    this.lay(best);
  }

  find(rank: number): Level | null {
    const slot = this.#slotOf(rank);
    if (slot >= 0) return this.#slots[slot] as Level | null;
    return this.#tree.get(rank) ?? null;
  }

  /** The level must not be in the index. */
  add(level: Level): void {
    this.#size++;
    const slot = this.#slotOf(level.rank);
    level.slot = slot;
    if (slot >= 0) {
      this.#slots[slot] = level;
      this.#taken.take(slot);
    } else {
      this.#tree.set(level.rank, level);
      this.#outside++;
    }
  }

  /** The level must be in the index. */
  delete(level: Level): void {
    this.#size--;
    const slot = level.slot;
    if (slot >= 0) {
      this.#slots[slot] = null;
      this.#taken.free(slot);
    } else this.#tree.delete(level.rank);
  }

  /** The worst of the levels that are better than this one. */
  betterThan(level: Level): Level | null {
    const inWindow = this.#betterInWindow(level);
    const inTree = this.#tree.isEmpty ? undefined : this.#tree.nextLowerPair(level.rank)?.[1];
    if (inTree === undefined) return inWindow;
    return inWindow === null || inWindow.rank < inTree.rank ? inTree : inWindow;
  }

  /** Whether too many levels were opened outside the window. */
  get isMisplaced(): boolean {
    return this.#outside > this.#outsideMax;
  }

  /** Lays the window where the levels are: all levels of a chain. */
  lay(best: Level): void {
    this.#place(best, this.#worstRank());
    this.#tree.clear();
    this.#size = 0;
    for (let level: Level | null = best; level !== null; level = level.worse) this.add(level);
    this.#outside = 0;
    // To lay the window costs less than what the levels outside have cost.
    this.#outsideMax = OUTSIDE_MIN + this.#size + (this.#slots.length >>> 3);
  }

  /** With room on both sides; when it cannot hold all levels, most of it behind the best one. */
  #place(best: Level, worstRank: number): void {
    this.#step = commonStep(best);
    const range = (worstRank - best.rank) / this.#step;
    const most = Math.min(SLOTS_MAX, this.#size * SLOTS_PER_LEVEL_MAX);
    let slots = SLOTS_MIN;
    while (slots < range * 2 && slots * 2 <= most) slots *= 2;
    const before = range < slots ? Math.floor((slots - range) / 2) : slots >>> 2;
    this.#from = (Math.ceil(best.rank / this.#step) - before) * this.#step;
    // New memory takes longer than to clear what is there: it has to come from the system, page by page.
    if (slots === this.#slots.length) this.#slots.fill(null);
    else this.#slots = new Array<Level | null>(slots).fill(null);
    this.#taken = new SlotBits(slots);
  }

  /** Found without a walk along all levels, which are seldom in the cache. */
  #worstRank(): number {
    const slot = this.#taken.before(this.#slots.length);
    const inWindow = slot < 0 ? -Infinity : (this.#slots[slot] as Level).rank;
    return Math.max(inWindow, this.#tree.maxKey() ?? -Infinity);
  }

  #betterInWindow(level: Level): Level | null {
    const better = this.#taken.before(level.slot >= 0 ? level.slot : this.#slotsBefore(level.rank));
    return better < 0 ? null : (this.#slots[better] as Level);
  }

  /** How many slots stand for better ranks. */
  #slotsBefore(rank: number): number {
    const before = Math.ceil((rank - this.#from) / this.#step);
    return Math.min(Math.max(before, 0), this.#slots.length);
  }

  /** The slot of a rank; -1 when it has none. */
  #slotOf(rank: number): number {
    const place = (rank - this.#from) / this.#step;
    const slot = place | 0;
    return slot === place && slot >= 0 && slot < this.#slots.length ? slot : -1;
  }
}

/** The widest step on which nearly all of the best levels lie. */
function commonStep(best: Level): number {
  for (const step of STEPS) {
    let levels = 0;
    let onStep = 0;
    for (let level: Level | null = best; level !== null && levels < STEP_LEVELS_MAX; level = level.worse) {
      levels++;
      if (level.rank % step === 0) onStep++;
    }
    if (onStep >= levels * ON_STEP) return step;
  }
  return 1;
}
