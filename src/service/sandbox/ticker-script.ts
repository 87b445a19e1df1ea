/**
 * The orders of the ticking security: a pure script from a seed. Its price walks around a middle that pulls it
 * back, orders rest on both sides of it, and now and then one crosses.
 */
import type { Shares } from '../../exchange/api/index.ts';

/** A small and well-known seeded generator (mulberry32); numbers from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Prices in cents. */
const MIDDLE = 2500;
const LOWEST = 2000;
const HIGHEST = 3000;
/** Most that the price moves in a step. */
const STEP_MAX = 3;
/** The part of its distance to the base by which the price returns. */
const PULL = 0.02;
/** How far from the price orders rest. */
const SPREAD_MIN = 1;
const SPREAD_MAX = 15;
/** How much more than the price a crossing order pays: enough to reach the other side. */
const CROSSING = 20;
/** Of the orders that rest; the oldest goes when another one comes. */
export const LIVE_MAX = 24;
/** Of steps, these parts. */
const CROSS_PART = 0.2;
const HIDDEN_PART = 0.05;
const ALL_OR_NONE_PART = 0.04;

export interface TickerOrder {
  readonly action: 'Buy' | 'Sell';
  /** Whole shares. */
  readonly quantity: Shares;
  /** Two decimals. */
  readonly price: string;
  readonly expiration: 'Day' | 'IOC';
  readonly disclosePrice: 'Yes' | 'No';
  readonly contingencies: 'None' | 'All or None';
}

/** The orders of one seed: the same seed gives the same orders. */
export class TickerScript {
  readonly #random: () => number;
  #price = MIDDLE;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  next(): TickerOrder {
    this.#walk();
    const action = this.#random() < 0.5 ? 'Buy' : 'Sell';
    return this.#random() < CROSS_PART ? this.#crossing(action) : this.#resting(action);
  }

  /** One that rests: the book of the first moment has these. */
  resting(action: 'Buy' | 'Sell'): TickerOrder {
    return this.#resting(action);
  }

  #walk(): void {
    const move = this.#whole(-STEP_MAX, STEP_MAX) + (MIDDLE - this.#price) * PULL;
    this.#price = Math.min(HIGHEST, Math.max(LOWEST, Math.round(this.#price + move)));
  }

  #crossing(action: 'Buy' | 'Sell'): TickerOrder {
    const cents = this.#price + (action === 'Buy' ? CROSSING : -CROSSING);
    return {
      action,
      quantity: this.#whole(1, 12) * 10,
      price: priceOf(cents),
      expiration: 'IOC',
      disclosePrice: 'Yes',
      contingencies: 'None',
    };
  }

  #resting(action: 'Buy' | 'Sell'): TickerOrder {
    const distance = this.#whole(SPREAD_MIN, SPREAD_MAX);
    const kind = this.#random();
    return {
      action,
      quantity: this.#whole(1, 40) * 10,
      price: priceOf(this.#price + (action === 'Buy' ? -distance : distance)),
      expiration: 'Day',
      disclosePrice: kind < HIDDEN_PART ? 'No' : 'Yes',
      contingencies: kind > 1 - ALL_OR_NONE_PART ? 'All or None' : 'None',
    };
  }

  /** Both ends included. */
  #whole(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }
}

function priceOf(cents: number): string {
  return (cents / 100).toFixed(2);
}
