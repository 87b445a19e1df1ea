import { PASSES_MAX, wordsFor } from './bit-row.ts';
import { CounterWalk } from './counter-walk.ts';
import type { HalfBook } from './half-book.ts';
import { ReachableBits } from './reachable-bits.ts';
import { ReachableIntervals } from './reachable-intervals.ts';
import type { Records, Ref } from './records.ts';
import { SEARCH_LIMITS, type SearchLimits } from './search-limits.ts';

/** How often a search that needs too many intervals is repeated with half the counters, as good as always at most. */
const HALVINGS_MAX = 4;
/** What an interval takes, in steps. */
const INTERVAL_STEPS = 8;

/**
 * The allocation of M4 for a hub with a contingency: which counters it trades with, and how much. One object serves an
 * engine; its arrays are used again and again.
 */
export class Allocation {
  /** The result: counters in priority order and their fills, the first `count` of each. */
  readonly counters: Ref[] = [];
  readonly fills: number[] = [];
  count = 0;
  /** Whether the limits of M9 left nothing out. If not, another change of the book may find what was not found now. */
  exhaustive = true;
  /** What the last search took, in steps (M9). */
  steps = 0;

  readonly limits: SearchLimits;
  readonly #records: Records;
  readonly #walk: CounterWalk;
  readonly #intervals: ReachableIntervals;
  readonly #bits = new ReachableBits();
  /** Groups of counters: one contingent order, or plain orders that follow each other and so act as one. */
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  /** Index behind the last counter of each group. */
  readonly #behind: number[] = [];
  #groups = 0;
  #guarded = false;

  constructor(records: Records, limits: SearchLimits = SEARCH_LIMITS) {
    this.limits = limits;
    this.#records = records;
    this.#walk = new CounterWalk(records);
    this.#intervals = new ReachableIntervals(limits.intervals);
  }

  /** The most steps that `find` can take, besides reading the counters. */
  cost(hub: Ref, against: HalfBook): number {
    return this.costOf(this.#records.remaining(hub), against);
  }

  /** The same for a hub of so many shares. */
  costOf(quantity: number, against: HalfBook): number {
    const { contingentCounters, fewIntervals, bitQuantity, intervals } = this.limits;
    const contingent = Math.min(contingentCounters, against.index.size);
    // Each contingent counter doubles the sums at most; counters without contingency only widen them.
    const most = contingent < 32 ? 2 ** (contingent + 1) : Infinity;
    if (most <= fewIntervals) return INTERVAL_STEPS * most;
    if (quantity > bitQuantity) return INTERVAL_STEPS * (fewIntervals + HALVINGS_MAX * intervals);
    const groups = Math.min(this.#bitGroups(quantity), 2 * contingent + 1);
    return INTERVAL_STEPS * fewIntervals + PASSES_MAX * wordsFor(quantity) * (groups + 1);
  }

  /** How many groups of counters are looked at by bits. */
  #bitGroups(quantity: number): number {
    return Math.max(this.limits.bitGroups, Math.floor(this.limits.bitWords / wordsFor(quantity)));
  }

  /**
   * Finds the hub's allocation; returns false when there is none. The book is left as it is.
   * @param guarded whether the hub may have to leave out orders of its owner (M15)
   */
  find(hub: Ref, against: HalfBook, guarded: boolean): boolean {
    this.exhaustive = true;
    this.#guarded = guarded;
    this.count = 0;
    this.steps = 0;
    const least = this.#records.leastFill(hub);
    if (against.supply(this.#records.rank(hub), least) < least) return false;
    if (this.#sweep(hub, against, least)) return true;
    return !this.#records.isPlain(hub) && this.#search(hub, against, least);
  }

  /** Each counter in turn gets as much as it can take. The answer whenever it reaches the hub's least fill. */
  #sweep(hub: Ref, against: HalfBook, least: number): boolean {
    let left = this.#records.remaining(hub);
    this.#walk.start(against, hub, this.#guarded);
    for (let counter = this.#walk.next(left); counter !== 0; counter = this.#walk.next(left)) {
      this.steps++;
      const fill = Math.min(left, this.#records.remaining(counter));
      this.counters[this.count] = counter;
      this.fills[this.count++] = fill;
      left -= fill;
      if (left === 0) break;
    }
    this.steps += this.#walk.skipped;
    return this.#records.remaining(hub) - left >= least;
  }

  /** The sweep did not reach the least fill: the lexicographically greatest allocation that does, if there is one. */
  #search(hub: Ref, against: HalfBook, least: number): boolean {
    let counters = this.#collect(hub, against);
    this.#group(counters, this.#records.remaining(hub));
    // Without a contingent counter the sweep has already taken everything.
    if (this.#groups < 2 && (counters === 0 || this.#records.isPlain(this.counters[0]!))) return false;
    if (!this.#commonDivisorAllows(least, this.#records.remaining(hub))) return false;
    if (this.#buildIntervals(hub, this.limits.fewIntervals))
      return this.#choose(this.#intervals, least, this.#records.remaining(hub));
    if (this.#records.remaining(hub) <= this.limits.bitQuantity) {
      const groups = this.#bitGroups(this.#records.remaining(hub));
      if (this.#groups > groups) {
        this.exhaustive = false;
        this.#groups = groups;
      }
      this.steps += this.#bits.build(this.#low, this.#high, this.#groups, this.#records.remaining(hub));
      return this.#choose(this.#bits, least, this.#records.remaining(hub));
    }
    while (!this.#buildIntervals(hub, this.limits.intervals)) {
      this.exhaustive = false;
      counters >>>= 1;
      this.#group(counters, this.#records.remaining(hub));
    }
    return this.#choose(this.#intervals, least, this.#records.remaining(hub));
  }

  #buildIntervals(hub: Ref, intervalsMax: number): boolean {
    const most = Math.min(this.limits.intervals, intervalsMax);
    const built = this.#intervals.build(this.#low, this.#high, this.#groups, this.#records.remaining(hub), most);
    this.steps += INTERVAL_STEPS * this.#intervals.length;
    return built;
  }

  /**
   * The counters that can be part of an allocation, best-ranked first, up to the limits of M9. Returns their number.
   */
  #collect(hub: Ref, against: HalfBook): number {
    let contingent = 0;
    let count = 0;
    this.#walk.start(against, hub, this.#guarded);
    for (;;) {
      const counter = this.#walk.next(this.#records.remaining(hub));
      if (counter === 0) break;
      this.steps++;
      if (!this.#records.isPlain(counter)) contingent++;
      if (count === this.limits.counters || contingent > this.limits.contingentCounters) {
        this.exhaustive = false;
        break;
      }
      this.counters[count++] = counter;
    }
    this.steps += this.#walk.skipped;
    return count;
  }

  #group(counters: number, most: number): void {
    const records = this.#records;
    this.#groups = 0;
    let plain = false;
    for (let i = 0; i < counters; i++) {
      const counter = this.counters[i]!;
      const joins = plain && records.isPlain(counter);
      if (joins) {
        const last = this.#groups - 1;
        this.#high[last] = Math.min(most, this.#high[last]! + records.remaining(counter));
        this.#behind[last] = i + 1;
        continue;
      }
      plain = records.isPlain(counter);
      this.#low[this.#groups] = records.leastFill(counter);
      this.#high[this.#groups] = Math.min(most, records.remaining(counter));
      this.#behind[this.#groups++] = i + 1;
    }
  }

  /**
   * Whether a sum between `least` and `most` can be a multiple of what all fixed sizes share, and what the others add.
   * A cheap way to see the usual reason why many all-or-none orders cannot add up: all are even, and the hub is odd.
   */
  #commonDivisorAllows(least: number, most: number): boolean {
    let divisor = 0;
    let slack = 0;
    for (let i = 0; i < this.#groups; i++) {
      const low = this.#low[i]!;
      const high = this.#high[i]!;
      if (low === 1) slack += high;
      else if (low === high) divisor = commonDivisor(divisor, low);
      else return true;
    }
    const multiple = divisor === 0 ? 0 : most - (most % divisor);
    return multiple + slack >= least;
  }

  /** Gives each group in turn the most that lets the groups behind it complete the fill. */
  #choose(reachable: ReachableIntervals | ReachableBits, least: number, most: number): boolean {
    if (reachable.firstAtLeast(0, least) > most) return false;
    this.count = 0;
    let filled = 0;
    let counter = 0;
    for (let i = 0; i < this.#groups; i++) {
      // The smallest sum behind that this group can complete leaves the most to this group.
      const rest = reachable.firstAtLeast(i + 1, Math.max(0, least - filled - this.#high[i]!));
      const room = most - filled - rest;
      let fill = room < this.#low[i]! ? 0 : Math.min(room, this.#high[i]!);
      filled += fill;
      for (; counter < this.#behind[i]!; counter++) {
        const order = this.counters[counter]!;
        const part = Math.min(fill, this.#records.remaining(order));
        if (part === 0) continue;
        fill -= part;
        // Never ahead of the reading: count <= counter.
        this.counters[this.count] = order;
        this.fills[this.count++] = part;
      }
    }
    return true;
  }
}

function commonDivisor(a: number, b: number): number {
  return a === 0 ? b : commonDivisor(b % a, a);
}
