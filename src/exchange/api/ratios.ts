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

export function ofMillionths(millionths: bigint): SharesAndRest {
  const rest = ((millionths % M) + M) % M;
  return { quantity: Number((millionths - rest) / M), rest: Number(rest) };
}

/** Sizes of shares after it, in parts of which `share` are one share: exact, and what is left of them once rounded. */
export function exactlyAfter(shares: SharesAndRest, { to, from, fractions }: Rounded) {
  const exact = inMillionths(shares) * BigInt(to);
  const size = exact < 0n ? -exact : exact;
  const share = M * BigInt(from);
  const unit = fractions === 'kept' ? BigInt(from) : share;
  const left = ((fractions === 'up' ? size + unit - 1n : size) / unit) * unit;
  const millionths = left / BigInt(from);
  return { size, share, left, isBelow: exact < 0n, after: ofMillionths(exact < 0n ? -millionths : millionths) };
}

/** Parts of a share are paid in cash, rounded up or kept. What is below 0 is rounded by its size. */
export function sharesAfter(shares: SharesAndRest, ratio: Rounded): SharesAndRest {
  return ratio.cause === undefined ? exactlyAfter(shares, ratio).after : withoutTaken(shares, ratio);
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
  if (ratio.fractions !== 'cash' || ratio.cashPrice === null) return 0n;
  const { size, share, left, isBelow } = exactlyAfter(shares, ratio);
  const cash = ((size - left) * BigInt(ratio.cashPrice)) / share;
  return isBelow ? -cash : cash;
}

/** The price of one share after it, rounded half up; at least a millionth of a dollar, and a number that is exact. */
export function priceAfter(price: Millionths, { to, from }: Ratio): Millionths {
  const exact = BigInt(price) * BigInt(from);
  const rounded = Number((2n * exact + BigInt(to)) / (2n * BigInt(to)));
  return Math.min(Math.max(1, rounded), Number.MAX_SAFE_INTEGER);
}
