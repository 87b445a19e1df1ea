import type { MatchId, Millionths } from '../../api/index.ts';

/** As a snapshot keeps it. */
export type LastPricesValues = readonly [older: readonly number[], newer: readonly number[]];

/** Matches in each of the two halves. */
const HALF_MAX = 50;
/** Of a match in a list: its id and price. */
const WIDTH = 2;

/** The prices of the newest matches of a security, without busted ones (V52). */
export class LastPrices {
  #older: number[];
  #newer: number[];

  constructor([older, newer]: LastPricesValues = [[], []]) {
    this.#older = [...older];
    this.#newer = [...newer];
  }

  get values(): LastPricesValues {
    return [this.#older, this.#newer];
  }

  /** Of the newest match; null where all that are kept were busted. */
  get last(): Millionths | null {
    return ((this.#newer.at(-1) ?? this.#older.at(-1)) as Millionths | undefined) ?? null;
  }

  add(matchId: MatchId, price: Millionths): void {
    if (this.#newer.push(matchId, price) < HALF_MAX * WIDTH) return;
    this.#older = this.#newer;
    this.#newer = [];
  }

  /** @param price null: the match was busted */
  amend(matchId: MatchId, price: Millionths | null): void {
    for (const list of [this.#newer, this.#older]) {
      for (let at = 0; at < list.length; at += WIDTH) {
        if (list[at] === matchId) list.splice(at, WIDTH, ...(price === null ? [] : [matchId, price]));
      }
    }
  }

  split(priceAfter: (price: Millionths) => Millionths): void {
    for (const list of [this.#newer, this.#older]) {
      for (let at = 1; at < list.length; at += WIDTH) list[at] = priceAfter(list[at]!);
    }
  }
}
