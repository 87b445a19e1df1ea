/** Orders that the reader is asked about once more before they are sent. */
import { type Desk, decimalText, millionths, priced, priceText, sharesOf, valueText } from '../data/index.ts';

/** Percent. A price further from the last one is asked about again. */
const UNUSUAL_PERCENT = 5;
/** An order of this value is asked about again, in millionths of a dollar. */
const UNUSUAL_VALUE = 1_000_000_000_000n;

/** Side, shares and price as they were typed. */
interface Typed {
  readonly side: 'Buy' | 'Sell';
  readonly quantity: string;
  readonly price: string;
}

/** Dollars of shares at a price; zero where one cannot be read. */
export const worthOf = ({ quantity, price }: Pick<Typed, 'quantity' | 'price'>): string =>
  `$${valueText(millionths(price) ?? 0, sharesOf(quantity) ?? '0')}`;

/** Why terms are asked about again before they are sent; empty: they are not. */
export function unusualTerms(desk: Desk, securityId: string, typed: Typed): string {
  const value = BigInt(millionths(typed.price) ?? 0) * BigInt(sharesOf(typed.quantity) ?? 0);
  const worth = value >= UNUSUAL_VALUE ? `The order is worth ${worthOf(typed)}.` : '';
  return `${unusualPrice(desk, securityId, typed.side, typed.price) ?? ''} ${worth}`.trim();
}

/** How far an unusual price is from the last one; before a trade, from the best price of the other side. */
export function unusualPrice(desk: Desk, securityId: string, side: 'Buy' | 'Sell', text: string): string | undefined {
  const top = desk.market.tops.get(securityId);
  const other = priced(side === 'Buy' ? top?.offer : top?.bid)?.price;
  const last = desk.market.days.get(securityId)?.last ?? other;
  const [price, reference] = [millionths(text), millionths(last ?? '')];
  if (price === undefined || reference === undefined || reference === 0) return undefined;
  const percent = (100 * (price - reference)) / reference;
  if (Math.abs(percent) <= UNUSUAL_PERCENT) return undefined;
  const way = percent > 0 ? 'above' : 'below';
  const distance = `${Math.abs(percent).toFixed(1)} % ${way} ${priceText(last ?? '')}`;
  return `The price ${priceText(decimalText(price))} is ${distance}.`;
}
