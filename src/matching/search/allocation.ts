/**
 * The problem: an initiator with a condition needs a sum of fills of at least its least fill, from contras that have
 * least fills too. Of all sums the rules want the one that serves the contras in priority order best: the
 * lexicographically greatest list of fills (M4). That is a subset sum, which is hard in general.
 *
 * It is made small in steps. (1) A sweep serves each contra in turn as far as possible: nearly always the answer. (2)
 * Contras without conditions that follow each other are one group with any sum between 1 and their total. (3) A common
 * divisor of all fixed sizes excludes many cases at once. (4) From the last group to the first, the sums that the
 * groups after it can reach are computed: as a few intervals, else as bits of a row, else as more intervals. (5) From
 * the first group to the last, each gets the most that lets the others complete the fill.
 *
 * What can go wrong: too many contras, sums or intervals. Then the search takes fewer contras, `exhaustive` is
 * false, and the book knows that a later change may find what this search did not (M9).
 *
 * Never: the search changes the book; it takes more steps than its limits allow; two runs over the same book differ.
 */

import type { HalfBook, Records, Ref, Shares } from '../store/index.ts';
import { PASSES_MAX, wordsFor } from './bit-row.ts';
import { ReachableBits } from './reachable-bits.ts';
import { ReachableIntervals } from './reachable-intervals.ts';
import { SEARCH_LIMITS, type SearchLimits } from './search-limits.ts';
import { Sweep } from './sweep.ts';

/** How often a search that needs too many intervals is repeated with half the contras, as good as always at most. */
const HALVINGS_MAX = 4;
/** The cost of an interval, in steps. */
const INTERVAL_STEPS = 8;

/** Whether there is an allocation; unfinished: the slice was too short to say (M17). */
export type Found = 'found' | 'none' | 'unfinished';

/**
 * The allocation of M4 for an initiator: which contras it trades with, and how much. One object serves an engine; its
 * arrays are used again and again.
 */
export class Allocation {
  /** The cost of the last call, in steps (M9). */
  steps = 0;

  readonly limits: SearchLimits;
  readonly #records: Records;
  #sweep: Sweep;
  readonly #intervals: ReachableIntervals;
  readonly #bits = new ReachableBits();
  /** Groups of contras: one contingent order, or plain orders that follow each other and so act as one. */
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  /** The shares of each contra that is considered: of one with a display quantity, a part (M19). */
  readonly #parts: number[] = [];
  /** Index after the last contra of each group. */
  readonly #ends: number[] = [];
  #groups = 0;

  constructor(records: Records, limits: SearchLimits = SEARCH_LIMITS) {
    this.limits = limits;
    this.#records = records;
    this.#sweep = new Sweep(records);
    this.#intervals = new ReachableIntervals(limits.intervals);
  }

  /** The most steps that `find` can take, besides reading the contras. */
  cost(initiator: Ref, against: HalfBook): number {
    return this.costOf(this.#records.remaining(initiator), against);
  }

  /** The same for an initiator of this many shares. */
  costOf(quantity: Shares, against: HalfBook): number {
    const { contingentContras, fewIntervals, bitQuantity, intervals } = this.limits;
    const contingent = Math.min(contingentContras, against.index.size);
    // Each contingent contra doubles the sums at most; contras without contingency only widen them.
    const most = contingent < 32 ? 2 ** (contingent + 1) : Infinity;
    if (most <= fewIntervals) return INTERVAL_STEPS * most;
    if (quantity > bitQuantity) return INTERVAL_STEPS * (fewIntervals + HALVINGS_MAX * intervals);
    const groups = Math.min(this.#bitGroups(quantity), 2 * contingent + 1);
    return INTERVAL_STEPS * fewIntervals + PASSES_MAX * wordsFor(quantity) * (groups + 1);
  }

  /** How many groups of contras are computed by bits. */
  #bitGroups(quantity: Shares): number {
    return Math.max(this.limits.bitGroups, Math.floor(this.limits.bitWords / wordsFor(quantity)));
  }

  /** The result: contras in priority order, and their fills. */
  get contras(): readonly Ref[] {
    return this.#sweep.contras;
  }

  get fills(): readonly Shares[] {
    return this.#sweep.fills;
  }

  get count(): number {
    return this.#sweep.count;
  }

  /** Whether the limits of M9 left nothing out. If not, another change of the book may find what was not found now. */
  get exhaustive(): boolean {
    return this.#sweep.exhaustive;
  }

  /**
   * Finds the allocation, or a part of it. The book is left as it is.
   * @param most contras and orders that it reads before it is unfinished
   */
  find(initiator: Ref, against: HalfBook, guarded: boolean, countsWhole: boolean, most = Infinity): Found {
    const least = this.#records.leastFill(initiator);
    if (against.supply(this.#records.rank(initiator), least) < least) {
      this.steps = 0;
      this.#sweep.exhaustive = true;
      return 'none';
    }
    this.#sweep.start(initiator, against, guarded, countsWhole);
    return this.#goOn(most);
  }

  /** Goes on with a search that was not finished: what it reads in two slices it reads as well in one. */
  resume(sweep: Sweep, most: number): Found {
    this.#sweep = sweep;
    return this.#goOn(most);
  }

  /** Hands over the search that was not finished: it goes on with `resume`, after those of other books. */
  handOver(): Sweep {
    const sweep = this.#sweep;
    this.#sweep = new Sweep(this.#records);
    return sweep;
  }

  #goOn(most: number): Found {
    const sweep = this.#sweep;
    sweep.allow(most);
    const found = this.#findIn(sweep);
    this.steps = sweep.takeSpent();
    return found;
  }

  #findIn(sweep: Sweep): Found {
    if (!sweep.isFound) {
      if (!sweep.read()) return 'unfinished';
      const { initiator } = sweep.walk;
      const least = this.#records.leastFill(initiator);
      // The answer whenever it reaches the least fill.
      sweep.isFound = sweep.filled >= least || (!this.#records.isPlain(initiator) && this.#search(initiator, least));
      if (!sweep.isFound) return 'none';
    }
    return sweep.joinParts() ? 'found' : 'unfinished';
  }

  /** The sweep did not reach the least fill: the lexicographically greatest allocation that does, if there is one. */
  #search(initiator: Ref, least: number): boolean {
    let contras = this.#collect(initiator);
    this.#group(contras, this.#records.remaining(initiator));
    // Without a contingent contra the sweep has already taken everything.
    if (this.#groups < 2 && (contras === 0 || this.#records.isPlain(this.#sweep.contras[0]!))) return false;
    if (!this.#commonDivisorAllows(least, this.#records.remaining(initiator))) return false;
    if (this.#buildIntervals(initiator, this.limits.fewIntervals))
      return this.#choose(this.#intervals, least, this.#records.remaining(initiator));
    if (this.#records.remaining(initiator) <= this.limits.bitQuantity) {
      const groups = this.#bitGroups(this.#records.remaining(initiator));
      if (this.#groups > groups) {
        this.#sweep.exhaustive = false;
        this.#groups = groups;
      }
      this.#sweep.spend(this.#bits.build(this.#low, this.#high, this.#groups, this.#records.remaining(initiator)));
      return this.#choose(this.#bits, least, this.#records.remaining(initiator));
    }
    while (!this.#buildIntervals(initiator, this.limits.intervals)) {
      this.#sweep.exhaustive = false;
      contras >>>= 1;
      this.#group(contras, this.#records.remaining(initiator));
    }
    return this.#choose(this.#intervals, least, this.#records.remaining(initiator));
  }

  #buildIntervals(initiator: Ref, intervalsMax: number): boolean {
    const most = Math.min(this.limits.intervals, intervalsMax);
    const built = this.#intervals.build(this.#low, this.#high, this.#groups, this.#records.remaining(initiator), most);
    this.#sweep.spend(INTERVAL_STEPS * this.#intervals.length);
    return built;
  }

  /**
   * The contras that can be part of an allocation, best-ranked first, up to the limits of M9. Returns their number.
   */
  #collect(initiator: Ref): number {
    const { walk, contras } = this.#sweep;
    let contingent = 0;
    let count = 0;
    let read = 0;
    walk.restart();
    for (;;) {
      const contra = walk.next(this.#records.remaining(initiator));
      if (contra === 0) break;
      read++;
      if (!this.#records.isPlain(contra)) contingent++;
      if (count === this.limits.contras || contingent > this.limits.contingentContras) {
        this.#sweep.exhaustive = false;
        break;
      }
      this.#parts[count] = walk.part;
      contras[count++] = contra;
    }
    this.#sweep.spend(read + walk.skipped);
    return count;
  }

  #group(contras: number, most: number): void {
    const records = this.#records;
    const all = this.#sweep.contras;
    this.#groups = 0;
    let plain = false;
    for (let i = 0; i < contras; i++) {
      const contra = all[i]!;
      const joins = plain && records.isPlain(contra);
      if (joins) {
        const last = this.#groups - 1;
        this.#high[last] = Math.min(most, this.#high[last]! + this.#parts[i]!);
        this.#ends[last] = i + 1;
        continue;
      }
      plain = records.isPlain(contra);
      this.#low[this.#groups] = records.leastFill(contra);
      this.#high[this.#groups] = Math.min(most, this.#parts[i]!);
      this.#ends[this.#groups++] = i + 1;
    }
  }

  /**
   * Whether a sum between `least` and `most` can be a multiple of what all fixed sizes share, and what the others add.
   * A cheap way to see the usual reason why many all-or-none orders cannot add up: all are even, and the initiator is
   * odd.
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

  /** Gives each group in turn the most that lets the groups after it complete the fill. */
  #choose(reachable: ReachableIntervals | ReachableBits, least: number, most: number): boolean {
    if (reachable.firstAtLeast(0, least) > most) return false;
    const sweep = this.#sweep;
    sweep.count = 0;
    let filled = 0;
    let contra = 0;
    for (let i = 0; i < this.#groups; i++) {
      // The smallest sum after it that this group can complete leaves the most to this group.
      const rest = reachable.firstAtLeast(i + 1, Math.max(0, least - filled - this.#high[i]!));
      const room = most - filled - rest;
      let fill = room < this.#low[i]! ? 0 : Math.min(room, this.#high[i]!);
      filled += fill;
      for (; contra < this.#ends[i]!; contra++) {
        const order = sweep.contras[contra]!;
        const part = Math.min(fill, this.#parts[contra]!);
        if (part === 0) continue;
        fill -= part;
        // Never ahead of the reading: count <= contra.
        sweep.contras[sweep.count] = order;
        sweep.fills[sweep.count++] = part;
      }
    }
    return true;
  }
}

function commonDivisor(a: number, b: number): number {
  return a === 0 ? b : commonDivisor(b % a, a);
}
