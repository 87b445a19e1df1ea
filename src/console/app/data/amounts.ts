/** Prices and quantities as they are shown. Prices come as text with six decimals, and are kept as whole millionths. */

const MILLION = 1_000_000;

/** Whole millionths of a price in text; undefined for other text. */
export function millionths(text: string): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (match === null) return undefined;
  return Number(match[1]) * MILLION + Number((match[2] ?? '').padEnd(6, '0'));
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
  return parted(String(quantity).replace(/\.0+$/, ''));
}

/** Dollars from a sum in text: `1234.500000` is `1,234.50`. */
export function moneyText(amount: string): string {
  return /^-?\d+(\.\d+)?$/.test(amount) ? priceText(amount) : amount;
}

function parted(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
