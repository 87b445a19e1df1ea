import { type Amount, type Millionths, type Shares, withFill } from '../../api/index.ts';
import { partOf, sumOf } from './cost.ts';

/** The day of shares of which nobody knows when they were acquired: later than every day, so they are sold last. */
export const UNDATED = Infinity;

/** Shares acquired on one Eastern day (a day number, or UNDATED), and what they cost; null: not known. */
export type Lot = readonly [day: number, quantity: Shares, cost: Amount | null];

/** Lots kept of one holder; above that, the two oldest become one, with the later of their days (F10). */
const LOTS_MAX = 4000;

/** A lot with all shares up to it that were ever added, and how many of it are left. */
interface Kept {
  day: number;
  quantity: Shares;
  cost: Amount | null;
  upTo: number;
}

/**
 * The shares of a holder by the day on which they were acquired, oldest first. Sales take the oldest, which are free of
 * a holding period before younger ones are. A question or a change costs O(log n).
 */
export class Lots {
  readonly #lots: Kept[] = [];
  /** How many at the beginning of the list are used up. */
  #gone = 0;
  #undated: Kept = { day: UNDATED, quantity: 0, cost: 0, upTo: 0 };
  /** Shares with a day: ever added, and ever taken. */
  #added = 0;
  #taken = 0;

  constructor(lots: Iterable<Lot> = []) {
    for (const [day, quantity, cost] of lots) this.add(day, quantity, cost);
  }

  get total(): Shares {
    return this.#added - this.#taken + this.#undated.quantity;
  }

  /** The shares that were acquired on this day or before. */
  upTo(day: number): Shares {
    let low = this.#gone;
    let high = this.#lots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lots[middle]!.day <= day) low = middle + 1;
      else high = middle;
    }
    return low === this.#gone ? 0 : this.#lots[low - 1]!.upTo - this.#taken;
  }

  /** Shares of a day that is not before that of the last ones; or without one. */
  add(day: number, quantity: Shares, cost: Amount | null): void {
    if (quantity === 0) return;
    if (day === UNDATED) {
      this.#undated.cost = this.#undated.quantity === 0 ? cost : sumOf(this.#undated.cost, cost);
      this.#undated.quantity += quantity;
      return;
    }
    this.#added += quantity;
    const last = this.#lots.length > this.#gone ? this.#lots.at(-1)! : undefined;
    if (last !== undefined && last.day >= day) {
      last.quantity += quantity;
      last.cost = sumOf(last.cost, cost);
      last.upTo = this.#added;
    } else this.#lots.push({ day, quantity, cost, upTo: this.#added });
    if (this.#lots.length - this.#gone > LOTS_MAX) this.#joinOldest();
  }

  /**
   * A holder bought these shares, or sold them where they are below 0. Purchases cover first what is missing.
   * @param before what it had before, @param price null: not known
   */
  move(before: Shares, shares: Shares, day: number, price: Millionths | null): void {
    if (shares < 0) this.take(-shares);
    else {
      const added = Math.max(0, Math.min(shares, before + shares));
      this.add(day, added, price === null ? null : withFill(0, price, added));
    }
  }

  /** At most this quantity, the oldest first, those without a day last. */
  take(quantity: Shares): void {
    let left = quantity;
    while (left > 0 && this.#gone < this.#lots.length) {
      const oldest = this.#lots[this.#gone]!;
      const taken = Math.min(left, oldest.quantity);
      reduce(oldest, taken);
      this.#taken += taken;
      left -= taken;
      if (oldest.quantity === 0) this.#gone++;
    }
    this.#compact();
    reduce(this.#undated, Math.min(left, this.#undated.quantity));
  }

  /** Oldest first, those without a day last. */
  get all(): Lot[] {
    const dated = this.#lots.slice(this.#gone);
    const all = this.#undated.quantity === 0 ? dated : [...dated, this.#undated];
    return all.map(({ day, quantity, cost }) => [day, quantity, cost]);
  }

  #joinOldest(): void {
    const [oldest, next] = [this.#lots[this.#gone]!, this.#lots[this.#gone + 1]!];
    next.quantity += oldest.quantity;
    next.cost = sumOf(oldest.cost, next.cost);
    this.#gone++;
    this.#compact();
  }

  /** Of the list at most half is used up, so that a step costs O(1) in the middle of many. */
  #compact(): void {
    if (this.#gone * 2 <= this.#lots.length) return;
    this.#lots.splice(0, this.#gone);
    this.#gone = 0;
  }
}

function reduce(lot: Kept, taken: Shares): void {
  if (taken === 0) return;
  if (lot.cost !== null) lot.cost = partOf(lot.cost, lot.quantity - taken, lot.quantity);
  lot.quantity -= taken;
}
