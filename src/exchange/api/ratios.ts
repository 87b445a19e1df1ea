/** What a ratio of shares makes of shares and prices (R3, R5), in exact arithmetic. */
import type { Fractions, Ratio } from './corporate-actions.ts';
import type { SharesAndRest } from './register-reads.ts';
import type { Millionths } from './units.ts';

/** Millionths in a share. */
const M = 1_000_000n;

/** A ratio, and how parts of a share are rounded. */
export interface Rounded extends Ratio {
  readonly fractions: Fractions;
  /**
   * Absent: a split. Of a redemption or conversion the shares that are taken are rounded down to whole ones, and take
   * their part of the cost along; where `to` is 0, all shares are taken.
   */
  readonly cause?: 'redemption' | 'conversion';
}

/** In millionths of a share. */
export function inMillionths({ quantity, rest }: SharesAndRest): bigint {
  return BigInt(quantity) * M + BigInt(rest);
}

/** Sizes of shares after it: exact, in parts of which `share` are one share; and the whole shares that are left. */
export function exactlyAfter(shares: SharesAndRest, { to, from, fractions }: Rounded) {
  const exact = inMillionths(shares) * BigInt(to);
  const size = exact < 0n ? -exact : exact;
  const share = M * BigInt(from);
  const whole = fractions === 'up' ? (size + share - 1n) / share : size / share;
  return { size, share, whole, isBelow: exact < 0n };
}

/** Whole shares: parts of one are paid in cash, or rounded up. What is below 0 is rounded by its size. */
export function sharesAfter(shares: SharesAndRest, ratio: Rounded): SharesAndRest {
  if (ratio.cause !== undefined) return withoutTaken(shares, ratio);
  const { whole, isBelow } = exactlyAfter(shares, ratio);
  return { quantity: Number(isBelow ? -whole : whole), rest: 0 };
}

/** Without the whole shares that a redemption takes. */
function withoutTaken(shares: SharesAndRest, { to, from }: Ratio): SharesAndRest {
  if (to === 0) return { quantity: 0, rest: 0 };
  const exact = inMillionths(shares);
  const size = exact < 0n ? -exact : exact;
  const taken = Number((size * BigInt(from - to)) / (M * BigInt(from)));
  return { quantity: shares.quantity + (exact < 0n ? taken : -taken), rest: shares.rest };
}

/** For the shares that a holder has no more: millionths of a dollar, rounded down; below 0: owed. */
export function cashForTaken(before: SharesAndRest, after: SharesAndRest, price: Millionths): bigint {
  const taken = inMillionths(before) - inMillionths(after);
  const cash = ((taken < 0n ? -taken : taken) * BigInt(price)) / M;
  return taken < 0n ? -cash : cash;
}

/** For the parts of a share that are paid in cash: millionths of a dollar, rounded down; below 0: owed. */
export function cashInLieu(shares: SharesAndRest, ratio: Rounded & { readonly cashPrice: Millionths | null }): bigint {
  const { size, share, whole, isBelow } = exactlyAfter(shares, ratio);
  if (ratio.fractions === 'up' || ratio.cashPrice === null) return 0n;
  const cash = ((size - whole * share) * BigInt(ratio.cashPrice)) / share;
  return isBelow ? -cash : cash;
}

/** The price of one share after it, rounded half up; at least a millionth of a dollar, and a number that is exact. */
export function priceAfter(price: Millionths, { to, from }: Ratio): Millionths {
  const exact = BigInt(price) * BigInt(from);
  const rounded = Number((2n * exact + BigInt(to)) / (2n * BigInt(to)));
  return Math.min(Math.max(1, rounded), Number.MAX_SAFE_INTEGER);
}
