/** The venue's exact integers as text: numbers are strings with six decimals outside (C13). */
const MILLION = 1_000_000;

/** The sum of price times shares, in millionths of a dollar: digits as text where a number would not be exact. */
export type Amount = number | string;

/** Millionths of a dollar, at least 0, as a decimal with six places; exact for every safe integer. */
export function priceText(millionths: number): string {
  const fraction = millionths % MILLION;
  return `${(millionths - fraction) / MILLION}.${String(fraction + MILLION).slice(1)}`;
}

/** Whole shares as a decimal with six places. */
export function sharesText(shares: number): string {
  return `${shares}.000000`;
}
