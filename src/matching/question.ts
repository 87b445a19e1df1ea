import { type BitRow, firstAtLeast, PASSES_MAX, passesFor, unite, wordsFor } from './bit-row.ts';
import type { HalfBook } from './half-book.ts';
import type { Records, Ref } from './records.ts';

/** Words that a question fills at most, one row for each contingent counter that it takes into account. */
const WORDS_MAX = 1_048_576;
/** However large the hubs are, so many counters are taken into account. */
const COUNTERS_MIN = 32;

/**
 * Which of many hubs of one side can surely not execute: what they all ask is nearly the same, namely which sums the
 * counters in priority order can reach, so it is asked once for all of them. A hub is hopeless when no sum that the
 * counters which it crosses can reach lies between its least fill and what remains of it. One that is not hopeless may
 * still fail, because the search of M9 looks at fewer counters.
 */
export class Question {
  #row: BitRow = new Int32Array(0);
  #next: BitRow = new Int32Array(0);
  #scratch: BitRow = new Int32Array(0);
  /** Shares of orders without contingency that the row does not have yet. */
  #plain = 0;
  #counters = 0;
  #steps = 0;

  /** The most steps that `ask` can take, besides a walk over the price levels. */
  cost(hubs: readonly Ref[], against: HalfBook): number {
    const { size } = against.index;
    const words = wordsFor(mostOf(against.records, hubs));
    return size + words * (1 + PASSES_MAX * (Math.min(countersMax(words), size) + hubs.length));
  }

  /**
   * Calls `hopeless` for the hubs that cannot execute. Returns the steps that it took.
   * @param hubs resting orders of one side, those with the worst rank first; what remains of them must fit the row in
   * memory
   */
  ask(hubs: readonly Ref[], against: HalfBook, hopeless: (hub: Ref) => void): number {
    const { records } = against;
    this.#begin(mostOf(records, hubs));
    let plain = against.plain.best;
    let contingent = against.contingent.best;
    for (const hub of hubs) {
      while (plain !== 0 || contingent !== 0) {
        const plainRank = plain === 0 ? Infinity : records.rank(plain);
        const contingentRank = contingent === 0 ? Infinity : records.rank(contingent);
        const rank = Math.min(plainRank, contingentRank);
        if (rank + records.rank(hub) > 0) break;
        if (contingentRank === rank) {
          this.#appendContingent(records, contingent);
          if (this.#counters > countersMax(this.#row.length)) return this.#steps;
          contingent = against.contingent.worse(contingent);
        }
        if (plainRank === rank) {
          this.#plain += records.shares(plain);
          this.#steps++;
          plain = against.plain.worse(plain);
        }
      }
      if (!this.#reaches(records.leastFill(hub), records.remaining(hub))) hopeless(hub);
    }
    return this.#steps;
  }

  #begin(most: number): void {
    const words = wordsFor(most);
    if (words !== this.#row.length) {
      this.#row = new Int32Array(words);
      this.#next = new Int32Array(words);
      this.#scratch = new Int32Array(words);
    }
    this.#row.fill(0);
    this.#row[0] = 1;
    this.#plain = this.#counters = 0;
    this.#steps = words;
  }

  /** Which sums are reached does not depend on the order of the counters of one price. */
  #appendContingent(records: Records, level: Ref): void {
    for (let order = records.first(level); order !== 0; order = records.next(order)) {
      const least = records.leastFill(order);
      this.#steps++;
      if (wordsFor(least) > this.#row.length) continue;
      if (++this.#counters > countersMax(this.#row.length)) return;
      this.#add(least, records.remaining(order));
    }
  }

  #add(low: number, high: number): void {
    unite(this.#next, this.#row, low, high, this.#scratch);
    const row = this.#next;
    this.#next = this.#row;
    this.#row = row;
    this.#steps += passesFor(low, high) * row.length;
  }

  #reaches(least: number, most: number): boolean {
    if (this.#plain > 0) {
      this.#add(1, this.#plain);
      this.#plain = 0;
    }
    return firstAtLeast(this.#row, least) <= most;
  }
}

function countersMax(words: number): number {
  return Math.max(COUNTERS_MIN, Math.floor(WORDS_MAX / words));
}

function mostOf(records: Records, hubs: readonly Ref[]): number {
  let most = 0;
  for (const hub of hubs) most = Math.max(most, records.remaining(hub));
  return most;
}
