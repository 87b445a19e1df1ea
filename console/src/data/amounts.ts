/** Prices and quantities as they are shown. Prices come as text with six decimals, and are kept as whole millionths. */

const MILLION = 1_000_000;

/** Digits with or without commas between thousands; otherwise undefined. */
function wholeOf(text: string): string | undefined {
  return /^(\d{1,3}(,\d{3})+|\d{1,10})$/.test(text) ? text.replaceAll(',', '') : undefined;
}

/** Whole shares, 1 or more, as text; undefined for other text. */
export function sharesOf(text: string): string | undefined {
  const whole = wholeOf(text.trim());
  return whole === undefined || Number(whole) === 0 ? undefined : String(Number(whole));
}

/** Whole millionths of a price in text, such as 1,000.50; undefined for other text. */
export function millionths(text: string): number | undefined {
  const [, before = '', fraction = ''] = /^([\d,]+)(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  const whole = wholeOf(before);
  return whole === undefined ? undefined : Number(whole) * MILLION + Number(fraction.padEnd(6, '0'));
}

/**
 * A number as the API takes it, from what people write: `250,000`, `$1,000.50`, `12.5 %`, `1.5k`, `2m`. Another text is
 * left as it is, for the venue to say what is wrong with it.
 */
export function numberIn(text: string): string {
  const [, sign = '', before = '', fraction = '', unit = ''] =
    /^(-?)\$?\s*([\d,]+)(?:\.(\d+))?\s*([km%]?)$/i.exec(text.trim()) ?? [];
  const whole = wholeOf(before);
  if (whole === undefined) return text.trim();
  const power = { k: 3, m: 6 }[unit.toLowerCase()] ?? 0;
  const digits = fraction.padEnd(power, '0');
  const rest = digits.slice(power).replace(/0+$/, '');
  return `${sign}${BigInt(whole + digits.slice(0, power))}${rest === '' ? '' : `.${rest}`}`;
}

/** Whole millionths in the form of the API: `-0.500000`. */
export function decimalText(amount: number | bigint): string {
  const digits = String(amount < 0 ? -amount : amount).padStart(7, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** How many decimals it takes to show all of these prices: two at least, so that a column is aligned. */
export function decimalsOf(prices: Iterable<string>): number {
  let decimals = 2;
  for (const price of prices) {
    const fraction = /\.(\d*?)0*$/.exec(price)?.[1] ?? '';
    decimals = Math.max(decimals, Math.min(6, fraction.length));
  }
  return decimals;
}

/** `10.250000` with two decimals: `10.25`. Whole thousands are parted. */
export function priceText(price: string, decimals = decimalsOf([price])): string {
  const [whole = '', fraction = ''] = price.split('.');
  return `${parted(whole)}.${fraction.padEnd(6, '0').slice(0, decimals)}`;
}

export function quantityText(quantity: number | string): string {
  return parted(String(quantity).replace(/\.0+$/, '').replace('-', '−'));
}

/** Dollars from a sum in text: `1234.500000` is `1,234.50`. */
export function moneyText(amount: string): string {
  return /^-?\d+(\.\d+)?$/.test(amount) ? priceText(amount) : amount;
}

/** A sum in text with its currency: `$1,234.50`, `−$5.00`. */
export function dollarText(amount: string): string {
  const money = moneyText(amount.replace('-', ''));
  return `${amount.startsWith('-') ? '−' : ''}$${money}`;
}

/** Whole millionths of an amount of the API. A number of JavaScript does not have all of them exactly. */
export function exactOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(6, '0')}`);
}

/** The exact sum of those amounts that are known, as text: `1234.500000`. */
export function sumText(amounts: readonly (string | null)[]): string {
  return decimalText(amounts.reduce((sum, amount) => sum + exactOf(amount ?? '0'), 0n));
}

/** Millionths rounded to whole cents: `$12.35` of 12,345,000. */
export function centsText(amount: bigint): string {
  const half = amount < 0n ? -5_000n : 5_000n;
  return dollarText(decimalText(((amount + half) / 10_000n) * 10_000n));
}

/** Dollars of shares at a price in whole millionths: `1,234.50`. */
export function valueText(price: number, shares: string): string {
  return moneyText(decimalText(BigInt(price) * BigInt(shares)));
}

function parted(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
