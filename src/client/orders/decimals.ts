/** Numbers of the API: texts with six decimals (C13), and here exact integers, in millionths. */

const MILLION = 1_000_000n;
const PLACES = 6;

export function millionthsOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

export function textOf(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(PLACES + 1, '0');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** Price times shares. */
export function product(price: bigint, shares: bigint): bigint {
  return (price * shares) / MILLION;
}

/** Amount by shares, rounded half up to six places, as the service does (H14); null without shares. */
export function averageText(amount: bigint, shares: bigint): string | null {
  return shares === 0n ? null : textOf((2n * amount * MILLION + shares) / (2n * shares));
}
