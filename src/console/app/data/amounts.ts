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

/** As the API takes it. */
export function decimalText(amount: number): string {
  return `${Math.floor(amount / MILLION)}.${String(amount % MILLION).padStart(6, '0')}`;
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

/** The exact sum of amounts in text, as text: `1234.500000`. */
export function sumText(amounts: readonly string[]): string {
  const digits = String(amounts.reduce((sum, amount) => sum + wholeMillionths(amount), 0n)).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function wholeMillionths(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(6, '0')}`);
}

/** Dollars of shares at a price in whole millionths: `1,234.50`. */
export function valueText(price: number, shares: string): string {
  const value = BigInt(price) * BigInt(shares);
  return moneyText(`${value / 1_000_000n}.${String(value % 1_000_000n).padStart(6, '0')}`);
}

function parted(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
