import { type Amount, type Millionths, type Rounded, type Shares, withFill } from '../../api/index.ts';
import { partOfUnits, sumOf } from './cost.ts';
import { heldAfter } from './splits.ts';
import { inMillionths, isAtLeast, MILLIONTHS, minus, NO_UNITS, plus, signOf, type Units, unitsOf } from './units.ts';

/** The day of shares of which nobody knows when they were acquired: later than every day, so they are sold last. */
export const UNDATED = Infinity;

/** What made a lot. */
export type Origin = 'issue' | 'match' | 'report' | 'action';

/**
 * Shares acquired on one Eastern day (a day number, or UNDATED), and what they cost; null: not known. Their millionths,
 * what made them and the number of the entry that did are absent of those of before ISSUES_SINCE.
 */
export type Lot = readonly [
  day: number,
  quantity: Shares,
  cost: Amount | null,
  rest?: number,
  origin?: Origin | null,
  entry?: number,
];

/** Lots kept of one holder; above that, the two oldest become one, with the later of their days (F10). */
const LOTS_MAX = 4000;

/** Above that, what was ever added is counted again from what is left: the sum stays a number that is exact. */
const ADDED_MAX = 2 ** 52;

/** A lot with all shares up to it that were ever added, and how many of it are left. */
interface Kept {
  day: number;
  quantity: Shares;
  rest: number;
  cost: Amount | null;
  /** null: of before ISSUES_SINCE. */
  origin: Origin | null;
  /** The number of the entry that made it, or the first shares of it. */
  entry: number;
  upTo: number;
  /** Millionths of a share that were ever added up to it. */
  restUpTo: number;
}

/**
 * The shares of a holder by the day on which they were acquired, oldest first. Sales take the oldest, which are free of
 * a holding period before younger ones are. A question or a change costs O(log n).
 */
export class Lots {
  readonly #lots: Kept[] = [];
  /** How many at the beginning of the list are used up. */
  #gone = 0;
  #undated = lotOf([UNDATED, 0, 0]);
  /** Shares with a day, and millionths of a share: ever added, and ever taken. */
  #added = 0;
  #addedRest = 0;
  #taken = 0;
  #takenRest = 0;

  constructor(lots: Iterable<Lot> = []) {
    for (const lot of lots) this.add(lot);
  }

  get units(): Units {
    const dated = this.#upTo(this.#added, this.#addedRest);
    return this.#undated.rest === 0 && dated.rest === 0
      ? { quantity: dated.quantity + this.#undated.quantity, rest: 0 }
      : plus(dated, this.#undated);
  }

  /** Whole shares. */
  get total(): Shares {
    return this.units.quantity;
  }

  /** The whole shares that were acquired on this day or before. */
  upTo(day: number): Shares {
    let low = this.#gone;
    let high = this.#lots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lots[middle]!.day <= day) low = middle + 1;
      else high = middle;
    }
    if (low === this.#gone) return 0;
    const { upTo, restUpTo } = this.#lots[low - 1]!;
    return this.#upTo(upTo, restUpTo).quantity;
  }

  /** Shares of a day, or without one. */
  add(lot: Lot): void {
    const [day, quantity, cost, rest = 0, origin = null, entry = 0] = lot;
    if (quantity === 0 && rest === 0) return;
    if (day === UNDATED) {
      if (signOf(this.#undated) === 0) this.#undated = lotOf(lot);
      else grow(this.#undated, lot);
      return;
    }
    const last = this.#lots.length > this.#gone ? this.#lots.at(-1)! : undefined;
    if (last !== undefined && last.day > day) {
      this.#insert(lot);
      return;
    }
    this.#added += quantity;
    this.#addedRest += rest;
    if (last?.day === day && last.origin === origin) {
      grow(last, lot);
      last.upTo = this.#added;
      last.restUpTo = this.#addedRest;
    } else {
      const upTo = { upTo: this.#added, restUpTo: this.#addedRest };
      this.#lots.push({ day, quantity, rest, cost, origin, entry, ...upTo });
    }
    if (this.#lots.length - this.#gone > LOTS_MAX) this.#joinOldest();
    if (this.#added > ADDED_MAX) this.#countAgain();
  }

  #countAgain(): void {
    for (const lot of this.#lots) {
      lot.upTo -= this.#taken;
      lot.restUpTo -= this.#takenRest;
    }
    this.#added -= this.#taken;
    this.#addedRest -= this.#takenRest;
    this.#taken = this.#takenRest = 0;
  }

  /**
   * A holder bought these shares, or sold them where they are below 0. Purchases cover first what is missing.
   * @param before what it had before, @param price null: not known
   */
  move(before: Units, shares: Shares, { day, price, entry }: Acquired): void {
    if (shares < 0) {
      this.take({ quantity: -shares, rest: 0 });
      return;
    }
    if (before.rest === 0) {
      const added = Math.max(0, Math.min(shares, before.quantity + shares));
      const cost = price === null ? null : withFill(0, price, added);
      this.add(entry === 0 ? [day, added, cost] : [day, added, cost, 0, 'match', entry]);
    } else {
      const units = { quantity: shares, rest: 0 };
      this.come(before, units, [day, shares, price === null ? null : withFill(0, price, shares), 0, 'match', entry]);
    }
  }

  /** As move, of units that come as a lot. */
  come(before: Units, units: Units, [day, , cost, , origin = null, entry = 0]: Lot): void {
    const after = plus(before, units);
    if (signOf(after) <= 0) return;
    const added = isAtLeast(units, after) ? after : units;
    const left = cost === null ? null : partOfUnits(cost, added, units);
    this.add([day, added.quantity, left, added.rest, origin, entry]);
  }

  /** As come, of units that come as several lots, of which the oldest cover first. Units below 0 go. */
  comeAll(before: Units, units: Units, lots: readonly Lot[]): void {
    if (signOf(units) < 0) this.take(minus(NO_UNITS, units));
    const after = plus(before, units);
    if (signOf(units) <= 0 || signOf(after) <= 0) return;
    const left = new Lots(lots);
    if (signOf(before) < 0) left.take(minus(NO_UNITS, before));
    for (const lot of left.all) this.add(lot);
  }

  /** At most these, the oldest first, those without a day last. */
  take(units: Units): void {
    let left: Units = units;
    while (signOf(left) > 0 && this.#gone < this.#lots.length) {
      const oldest = this.#lots[this.#gone]!;
      const isAll = isAtLeast(left, oldest);
      const { quantity, rest } = isAll ? oldest : left;
      this.#taken += quantity;
      this.#takenRest += rest;
      left = minus(left, { quantity, rest });
      if (isAll) this.#gone++;
      else reduce(oldest, { quantity, rest });
    }
    this.#compact();
    if (signOf(left) > 0) reduce(this.#undated, isAtLeast(left, this.#undated) ? { ...this.#undated } : left);
  }

  /** Oldest first, those without a day last. */
  get all(): Lot[] {
    const dated = this.#lots.slice(this.#gone);
    const all = signOf(this.#undated) === 0 ? dated : [...dated, this.#undated];
    return all.map(({ day, quantity, cost, rest, origin, entry }) =>
      origin === null && rest === 0 ? [day, quantity, cost] : [day, quantity, cost, rest, origin, entry],
    );
  }

  /** Of what was ever added, what is left. */
  #upTo(added: number, addedRest: number): Units {
    const rest = addedRest - this.#takenRest;
    if (rest === 0) return { quantity: added - this.#taken, rest };
    const whole = Math.floor(rest / MILLIONTHS);
    return { quantity: added - this.#taken + whole, rest: rest - whole * MILLIONTHS };
  }

  /** A lot that is older than the last one: an issue that came late. */
  #insert(lot: Lot): void {
    const dated = this.all.filter(([day]) => day !== UNDATED);
    const after = dated.findIndex(([day]) => day > lot[0]);
    this.#become(dated.toSpliced(after, 0, lot));
  }

  /** Each has its part of what all of them are after a split. */
  split(split: Rounded): void {
    const all = lotsAfter(this.all, split);
    this.#undated = lotOf([UNDATED, 0, 0]);
    this.#become(all);
  }

  /** @param lots oldest first; one without a day is the last */
  #become(lots: readonly Lot[]): void {
    this.#lots.length = 0;
    this.#gone = 0;
    this.#added = this.#addedRest = this.#taken = this.#takenRest = 0;
    for (const one of lots) this.add(one);
  }

  #joinOldest(): void {
    const [oldest, next] = [this.#lots[this.#gone]!, this.#lots[this.#gone + 1]!];
    const { quantity, rest } = plus(oldest, next);
    next.quantity = quantity;
    next.rest = rest;
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

/** How shares are acquired by a match. */
export interface Acquired {
  readonly day: number;
  /** null: not known. */
  readonly price: Millionths | null;
  /** 0: not numbered. */
  readonly entry: number;
}

/**
 * What lots are after a split: each is its part of what all of them are together, to the millionth of a share, so that
 * no rounding adds up. The cost of one of which nothing is left goes to the next, or to the last.
 */
export function lotsAfter(lots: readonly Lot[], split: Rounded): Lot[] {
  const all = lots.reduce<Units>((sum, [, quantity, , rest = 0]) => plus(sum, { quantity, rest }), NO_UNITS);
  const [before, after] = [inMillionths(all), inMillionths(heldAfter({ ...all, cost: 0 }, split))];
  const result: Lot[] = [];
  let [had, has] = [0n, 0n];
  let left: Amount | null = 0;
  for (const [day, quantity, cost, rest = 0, origin = null, entry = 0] of lots) {
    had += inMillionths({ quantity, rest });
    const next = (had * after) / before;
    const units = unitsOf(next - has);
    has = next;
    const kept = sumOf(left, heldCost(cost, all, split));
    left = 0;
    if (signOf(units) === 0) left = kept;
    else result.push([day, units.quantity, kept, units.rest, origin, entry]);
  }
  const last = result.pop();
  if (last === undefined) return result;
  const [day, quantity, cost, ...more] = last;
  return [...result, [day, quantity, sumOf(cost, left), ...more]];
}

/** The part of the cost of a lot that stays: that of all of them. */
function heldCost(cost: Amount | null, all: Units, split: Rounded): Amount | null {
  return heldAfter({ ...all, cost }, split).cost;
}

function lotOf([day, quantity, cost, rest = 0, origin = null, entry = 0]: Lot): Kept {
  return { day, quantity, rest, cost, origin, entry, upTo: 0, restUpTo: 0 };
}

function grow(lot: Kept, [, quantity, cost, rest = 0]: Lot): void {
  const sum = plus(lot, { quantity, rest });
  lot.quantity = sum.quantity;
  lot.rest = sum.rest;
  lot.cost = sumOf(lot.cost, cost);
}

function reduce(lot: Kept, taken: Units): void {
  if (signOf(taken) === 0) return;
  const left = minus(lot, taken);
  if (lot.cost !== null) lot.cost = partOfUnits(lot.cost, left, lot);
  lot.quantity = left.quantity;
  lot.rest = left.rest;
}
