import { type BookSide, BUY, type Price, type Shares } from '../store/index.ts';
import type { Entrant } from './auction-order.ts';
import { PrefixSums } from './prefix-sums.ts';

/** The orders of one side by their priority: better limits first, then by time. Some may be left out. */
export class AuctionSide {
  readonly entrants: readonly Entrant[];
  readonly #isBuy: boolean;
  readonly #shares: PrefixSums;
  readonly #counts: PrefixSums;
  readonly #isIn: Uint8Array;

  /** @param entrants of this side, oldest first; all of them take part */
  constructor(side: BookSide, entrants: readonly Entrant[]) {
    this.#isBuy = side === BUY;
    const sign = this.#isBuy ? -1 : 1;
    this.entrants = entrants.toSorted((a, b) => sign * (a.order.price - b.order.price) || a.time - b.time);
    this.#shares = new PrefixSums(entrants.length);
    this.#counts = new PrefixSums(entrants.length);
    this.#isIn = new Uint8Array(entrants.length);
    for (const [place, entrant] of this.entrants.entries()) {
      entrant.place = place;
      this.set(entrant, true);
    }
  }

  /** Whether the order takes part; not what it does already. */
  set({ place, order }: Entrant, isIn: boolean): void {
    this.#shares.add(place, isIn ? order.quantity : -order.quantity);
    this.#counts.add(place, isIn ? 1 : -1);
    this.#isIn[place] = Number(isIn);
  }

  isIn({ place }: Entrant): boolean {
    return this.#isIn[place] === 1;
  }

  /** The shares of those that take part and accept the price. */
  sharesAt(price: Price): Shares {
    return this.#shares.of(this.#accepting(price));
  }

  /** The shares of those that take part and come before the order. */
  sharesBefore({ place }: Entrant): Shares {
    return this.#shares.of(place);
  }

  /** The order with which the first ones have this many shares, which is above 0. */
  entrantAt(shares: Shares): Entrant {
    return this.entrants[this.#shares.placeOf(shares)]!;
  }

  accepts({ order }: Entrant, price: Price): boolean {
    return this.#isBuy ? order.price >= price : order.price <= price;
  }

  /** The highest limit of an order that takes part, not above the price. */
  limitUpTo(price: Price): Price | undefined {
    return this.#isBuy ? this.#firstFrom(this.#accepting(price + 1)) : this.#lastBefore(this.#accepting(price));
  }

  /** The lowest limit of an order that takes part, not below the price. */
  limitFrom(price: Price): Price | undefined {
    return this.#isBuy ? this.#lastBefore(this.#accepting(price)) : this.#firstFrom(this.#accepting(price - 1));
  }

  /** How many orders accept the price, whether or not they take part. */
  #accepting(price: Price): number {
    let low = 0;
    let high = this.entrants.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.accepts(this.entrants[middle]!, price)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #firstFrom(place: number): Price | undefined {
    return this.#limitOf(this.#counts.of(place) + 1);
  }

  #lastBefore(place: number): Price | undefined {
    return this.#limitOf(this.#counts.of(place));
  }

  /** Of the order with this number among those that take part. */
  #limitOf(number: number): Price | undefined {
    return number === 0 ? undefined : this.entrants[this.#counts.placeOf(number)]?.order.price;
  }
}
