/** Prices that are asked about once more before they are sent. */
import { type Desk, decimalText, millionths, priced, priceText } from '../data/index.ts';

/** Percent. A price further from the last one is asked about again. */
const UNUSUAL_PERCENT = 5;
/** How far an unusual price is from the last one; before a trade, from the best price of the other side. */
export function unusualPrice(desk: Desk, side: 'Buy' | 'Sell', text: string): string | undefined {
  const top = desk.market.tops.get(desk.selected);
  const other = priced(side === 'Buy' ? top?.offer : top?.bid)?.price;
  const last = desk.market.days.get(desk.selected)?.last ?? other;
  const [price, reference] = [millionths(text), millionths(last ?? '')];
  if (price === undefined || reference === undefined || reference === 0) return undefined;
  const percent = (100 * (price - reference)) / reference;
  if (Math.abs(percent) <= UNUSUAL_PERCENT) return undefined;
  const way = percent > 0 ? 'above' : 'below';
  const distance = `${Math.abs(percent).toFixed(1)} % ${way} ${priceText(last ?? '')}`;
  return `The price ${priceText(decimalText(price))} is ${distance}.`;
}
