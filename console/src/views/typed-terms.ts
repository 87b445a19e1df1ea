/** Shares and prices as readers type them: which one cannot be read, and what to type instead. */
import { millionths, sharesOf } from '../data/index.ts';

/** Empty: it can be sent. */
export function sharesFault(text: string): string {
  if (sharesOf(text) !== undefined) return '';
  return text.trim() === '' ? 'Enter shares.' : 'Shares: enter a whole number, such as 1,000.';
}

/** Empty: it can be sent. */
function priceFault(text: string): string {
  if (millionths(text) !== undefined) return '';
  return text.trim() === '' ? 'Enter a price.' : 'Price: enter a number with six decimals at most, such as 1,000.50.';
}

/** One sentence for each field; empty: both can be sent. */
export const termsFault = (shares: string, price: string): string =>
  `${sharesFault(shares)} ${priceFault(price)}`.trim();
