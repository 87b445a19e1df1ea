import type { HalfBook, Records, Ref } from '../store/index.ts';
import { type BitRow, firstAtLeast, PASSES_MAX, passesFor, unite, wordsFor } from './bit-row.ts';

/** Words that a question fills at most, one row for each contingent contra that it takes into account. */
const WORDS_MAX = 1_048_576;
/** Contras that are taken into account, however large the initiators are. */
const CONTRAS_MIN = 32;

/**
 * Finds the initiators of one side that surely cannot execute: they all ask nearly the same question, namely which sums
 * the contras in priority order can reach, so it is asked once for all of them. An initiator is hopeless when no sum
 * that the contras which it crosses can reach lies between its least fill and what remains of it. One that is not
 * hopeless may still fail, because the search of M9 takes fewer contras.
 */
export class Question {
  #row: BitRow = new Int32Array(0);
  #next: BitRow = new Int32Array(0);
  #scratch: BitRow = new Int32Array(0);
  /** Shares of orders without contingency that the row does not have yet. */
  #plain = 0;
  #contras = 0;
  #steps = 0;

  /** The most steps that `ask` can take, besides a walk over the price levels. */
  cost(initiators: readonly Ref[], against: HalfBook): number {
    const { size } = against.index;
    const words = wordsFor(mostOf(against.records, initiators));
    return size + words * (1 + PASSES_MAX * (Math.min(contrasMax(words), size) + initiators.length));
  }

  /**
   * Calls `hopeless` for the initiators that cannot execute. Returns the steps that it took.
   * @param initiators resting orders of one side, those with the worst rank first; what remains of them must fit the
   * row in
   * memory
   */
  ask(initiators: readonly Ref[], against: HalfBook, hopeless: (initiator: Ref) => void): number {
    const { records } = against;
    this.#begin(mostOf(records, initiators));
    let plain = against.plain.best;
    let contingent = against.contingent.best;
    for (const initiator of initiators) {
      while (plain !== 0 || contingent !== 0) {
        const plainRank = plain === 0 ? Infinity : records.rank(plain);
        const contingentRank = contingent === 0 ? Infinity : records.rank(contingent);
        const rank = Math.min(plainRank, contingentRank);
        if (rank + records.rank(initiator) > 0) break;
        if (contingentRank === rank) {
          this.#appendContingent(records, contingent);
          if (this.#contras > contrasMax(this.#row.length)) return this.#steps;
          contingent = against.contingent.worse(contingent);
        }
        if (plainRank === rank) {
          this.#plain += records.shares(plain);
          this.#steps++;
          plain = against.plain.worse(plain);
        }
      }
      if (!this.#reaches(records.leastFill(initiator), records.remaining(initiator))) hopeless(initiator);
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
    this.#plain = this.#contras = 0;
    this.#steps = words;
  }

  /** The sums that are reached do not depend on the order of the contras of one price. */
  #appendContingent(records: Records, level: Ref): void {
    for (let order = records.first(level); order !== 0; order = records.next(order)) {
      const least = records.leastFill(order);
      this.#steps++;
      if (wordsFor(least) > this.#row.length) continue;
      if (++this.#contras > contrasMax(this.#row.length)) return;
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

function contrasMax(words: number): number {
  return Math.max(CONTRAS_MIN, Math.floor(WORDS_MAX / words));
}

function mostOf(records: Records, initiators: readonly Ref[]): number {
  let most = 0;
  for (const initiator of initiators) most = Math.max(most, records.remaining(initiator));
  return most;
}
