import { type BookSide, BUY, type OrderId, type Price, type SelfTradeMode, type Shares } from '../store/index.ts';
import { leastFillOf, type TimedOrder } from './auction-order.ts';
import { PrefixSums } from './prefix-sums.ts';

/**
 * The orders of one side by their priority: better limits first, then by time. Some may be left out. An order is named
 * by its place among them, from 0. Its terms are in lists of numbers, because a hundred thousand objects would make the
 * garbage collector stop the venue.
 */
export class AuctionSide {
  readonly isBuy: boolean;
  readonly #ids: number[] = [];
  readonly #prices: number[] = [];
  readonly #quantities: number[] = [];
  readonly #leastFills: number[] = [];
  readonly #times: number[] = [];
  readonly #owners: number[] = [];
  readonly #modes: SelfTradeMode[] = [];
  readonly #isIn: boolean[] = [];
  /** Of those that take part. */
  readonly #shares = new PrefixSums();
  readonly #counts = new PrefixSums();

  constructor(side: BookSide) {
    this.isBuy = side === BUY;
  }

  get size(): number {
    return this.#ids.length;
  }

  /** The next order by priority. It takes part. */
  push(order: TimedOrder): void {
    this.#ids.push(order.orderId);
    this.#prices.push(order.price);
    this.#quantities.push(order.quantity);
    this.#leastFills.push(leastFillOf(order));
    this.#times.push(order.time);
    this.#owners.push(order.owner);
    this.#modes.push(order.mode);
    this.#isIn.push(true);
    this.#shares.push(order.quantity);
    this.#counts.push(1);
  }

  orderId(place: number): OrderId {
    return this.#ids[place]!;
  }

  price(place: number): Price {
    return this.#prices[place]!;
  }

  quantity(place: number): Shares {
    return this.#quantities[place]!;
  }

  leastFill(place: number): Shares {
    return this.#leastFills[place]!;
  }

  time(place: number): number {
    return this.#times[place]!;
  }

  owner(place: number): number {
    return this.#owners[place]!;
  }

  mode(place: number): SelfTradeMode {
    return this.#modes[place]!;
  }

  /** Whether the order takes part; not what it does already. */
  set(place: number, isIn: boolean): void {
    const quantity = this.quantity(place);
    this.#shares.add(place, isIn ? quantity : -quantity);
    this.#counts.add(place, isIn ? 1 : -1);
    this.#isIn[place] = isIn;
  }

  isIn(place: number): boolean {
    return this.#isIn[place]!;
  }

  /** The shares of those that take part and accept the price. */
  sharesAt(price: Price): Shares {
    return this.#shares.of(this.#accepting(price));
  }

  /** The shares of those that take part and come before the order. */
  sharesBefore(place: number): Shares {
    return this.#shares.of(place);
  }

  /** The order with which the first ones have this many shares, which is above 0. */
  placeOf(shares: Shares): number {
    return this.#shares.placeOf(shares);
  }

  accepts(place: number, price: Price): boolean {
    return this.isBuy ? this.price(place) >= price : this.price(place) <= price;
  }

  /** The highest limit of an order that takes part, not above the price. */
  limitUpTo(price: Price): Price | undefined {
    return this.isBuy ? this.#firstFrom(this.#accepting(price + 1)) : this.#lastBefore(this.#accepting(price));
  }

  /** The lowest limit of an order that takes part, not below the price. */
  limitFrom(price: Price): Price | undefined {
    return this.isBuy ? this.#lastBefore(this.#accepting(price)) : this.#firstFrom(this.#accepting(price - 1));
  }

  /** How many orders accept the price, whether or not they take part. */
  #accepting(price: Price): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.accepts(middle, price)) low = middle + 1;
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
    return number === 0 ? undefined : this.#prices[this.#counts.placeOf(number)];
  }
}

/** An order of the auction. */
export interface Entrant {
  readonly side: AuctionSide;
  readonly place: number;
}
