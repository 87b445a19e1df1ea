import { type Amount, inMillionths, ofMillionths, type Shares } from '../../api/index.ts';

export { inMillionths, ofMillionths as unitsOf };

/** Millionths in a share. */
export const MILLIONTHS = 1_000_000;

/**
 * Shares with six decimals: a whole number, which may be below 0, and from 0 to 999,999 millionths of a share more. One
 * number for both would not be exact above 9,007,199,254 shares.
 */
export interface Units {
  readonly quantity: Shares;
  readonly rest: number;
}

export const NO_UNITS: Units = { quantity: 0, rest: 0 };

export function plus(one: Units, other: Units): Units {
  return carried(one.quantity + other.quantity, one.rest + other.rest);
}

export function minus(one: Units, other: Units): Units {
  return carried(one.quantity - other.quantity, one.rest - other.rest);
}

/** @param rest from -999,999 to 1,999,998 */
function carried(quantity: number, rest: number): Units {
  const carry = rest < 0 ? -1 : rest >= MILLIONTHS ? 1 : 0;
  return { quantity: quantity + carry, rest: rest - carry * MILLIONTHS };
}

export function signOf({ quantity, rest }: Units): number {
  return quantity === 0 ? Math.sign(rest) : Math.sign(quantity);
}

export function isAtLeast(one: Units, other: Units): boolean {
  return one.quantity === other.quantity ? one.rest >= other.rest : one.quantity > other.quantity;
}

/** Such a part of the amount, rounded down. */
export function shareOf(amount: Amount, part: Units, whole: Units): bigint {
  return (BigInt(amount) * size(inMillionths(part))) / size(inMillionths(whole));
}

function size(millionths: bigint): bigint {
  return millionths < 0n ? -millionths : millionths;
}
