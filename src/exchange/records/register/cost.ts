/**
 * The cost of a holding by the average: shares that leave it take their part of the cost along (V52). The cost of a
 * holding below 0 is the proceeds of its sales. Sums are in millionths of a dollar, exact or rounded down.
 */
import { type Amount, amountFrom, type Millionths, type Shares, withFill } from '../../api/index.ts';
import { plus, shareOf, signOf, type Units } from './units.ts';

/** Shares and what they cost; null: not known. */
export interface Held extends Units {
  readonly cost: Amount | null;
}

export const NOTHING: Held = { quantity: 0, rest: 0, cost: 0 };

/** After a trade of these shares, below 0 where they were sold. */
export function costAfter(held: Held, shares: Shares, price: Millionths): Amount | null {
  const { quantity, rest, cost } = held;
  const next = quantity + shares;
  if (rest !== 0) return costOfParts(held, shares, price);
  if (Math.sign(next) !== Math.sign(quantity)) return withFill(0, price, Math.abs(next));
  if (cost === null) return null;
  const grows = Math.sign(shares) === Math.sign(quantity);
  return grows ? withFill(cost, price, Math.abs(shares)) : partOf(cost, next, quantity);
}

/** The same of a holding that is no whole number of shares. */
function costOfParts(held: Held, shares: Shares, price: Millionths): Amount | null {
  const { rest, cost } = held;
  const next = { quantity: held.quantity + shares, rest };
  const sign = signOf(held);
  if (signOf(next) !== sign) return amountOf(shareOf(price, next, ONE));
  if (cost === null) return null;
  if (Math.sign(shares) === sign) return withFill(cost, price, Math.abs(shares));
  return amountOf(shareOf(cost, next, held));
}

const ONE: Units = { quantity: 1, rest: 0 };

/** After units at this cost have come, or have gone where they are below 0. */
export function costWith(held: Held, units: Units, cost: Amount | null): Amount | null {
  const next = plus(held, units);
  const [sign, after] = [signOf(held), signOf(next)];
  if (after === 0) return 0;
  if (sign === 0) return cost;
  if (sign === signOf(units)) return sumOf(held.cost, cost);
  const [part, whole] = after === sign ? [held.cost, held] : [cost, units];
  return part === null ? null : amountOf(shareOf(part, next, whole));
}

/**
 * As if such a trade had not been, by the rules of before REPLAYED_COST_SINCE. If the holding changed its sign since,
 * its price is taken for the rest.
 */
export function costBefore({ quantity, cost }: Held, shares: Shares, price: Millionths): Amount | null {
  const next = quantity - shares;
  if (Math.sign(next) !== Math.sign(quantity)) return withFill(0, price, Math.abs(next));
  if (cost === null) return null;
  if (Math.sign(shares) !== Math.sign(quantity)) return partOf(cost, next, quantity);
  const rest = BigInt(cost) - BigInt(price) * BigInt(Math.abs(shares));
  return rest > 0n ? amountFrom(String(rest)) : partOf(cost, next, quantity);
}

/** Other shares at the same average; null without one. */
export function costOfUnits(held: Held, next: Units): Amount | null {
  if (signOf(next) === 0) return 0;
  const { cost } = held;
  return cost === null || signOf(next) !== signOf(held) ? null : partOfUnits(cost, next, held);
}

/** The part of the cost of all of these shares that some of them have. */
function partOf(cost: Amount, shares: Shares, quantity: Shares): Amount {
  const [part, whole] = [Math.abs(shares), Math.abs(quantity)];
  if (typeof cost === 'number') {
    // By the average and its rest: the product of cost and shares is soon too large for a number.
    const average = Math.floor(cost / whole);
    const rest = (cost - average * whole) * part;
    const amount = average * part + Math.floor(rest / whole);
    // More shares than before may also cost more than a number can hold exactly.
    if (Math.max(rest, amount) <= Number.MAX_SAFE_INTEGER) return amount;
  }
  return amountFrom(String((BigInt(cost) * BigInt(part)) / BigInt(whole)));
}

/** As partOf, of units. */
export function partOfUnits(cost: Amount, part: Units, whole: Units): Amount {
  if (part.rest === 0 && whole.rest === 0) return partOf(cost, part.quantity, whole.quantity);
  return amountOf(shareOf(cost, part, whole));
}

/** Two costs together; null unless both are known. */
export function sumOf(one: Amount | null, other: Amount | null): Amount | null {
  if (one === null || other === null) return null;
  if (typeof one === 'number' && typeof other === 'number') {
    const sum = one + other;
    if (sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  return amountFrom(String(BigInt(one) + BigInt(other)));
}

function amountOf(millionths: bigint): Amount {
  return amountFrom(String(millionths));
}
