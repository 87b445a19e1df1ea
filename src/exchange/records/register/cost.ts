/**
 * The cost of a holding by the average: shares that leave it take their part of the cost along (V52). The cost of a
 * holding below 0 is the proceeds of its sales. Sums are in millionths of a dollar, exact or rounded down.
 */
import { type Amount, amountFrom, type Millionths, type Shares, withFill } from '../../api/index.ts';

/** Shares and what they cost; null: not known. */
export interface Held {
  readonly quantity: Shares;
  readonly cost: Amount | null;
}

/** After a trade of these shares, below 0 where they were sold. */
export function costAfter({ quantity, cost }: Held, shares: Shares, price: Millionths): Amount | null {
  const next = quantity + shares;
  if (Math.sign(next) !== Math.sign(quantity)) return withFill(0, price, Math.abs(next));
  if (cost === null) return null;
  const grows = Math.sign(shares) === Math.sign(quantity);
  return grows ? withFill(cost, price, Math.abs(shares)) : partOf(cost, next, quantity);
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
export function costOfShares({ quantity, cost }: Held, next: number): Amount | null {
  if (next === 0) return 0;
  return cost === null || Math.sign(next) !== Math.sign(quantity) ? null : partOf(cost, next, quantity);
}

/** The part of the cost of all of these shares that some of them have. */
export function partOf(cost: Amount, shares: Shares, quantity: Shares): Amount {
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

/** Two costs together; null unless both are known. */
export function sumOf(one: Amount | null, other: Amount | null): Amount | null {
  if (one === null || other === null) return null;
  return amountFrom(String(BigInt(one) + BigInt(other)));
}
