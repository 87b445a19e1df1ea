import { priceText } from '../../../src/exchange/api/units.ts';
import type { VenueState } from '../../../src/exchange/desks/venue-state.ts';

/** What a book shows, reckoned from all live orders, not from events: [price, quantity, orders, contingent ...]. */
export function levelsOf(
  state: VenueState,
  securityId: number,
  side: 'buy' | 'sell',
  levels: number | 'all',
): unknown[][] {
  const byPrice = new Map<number, [number, number, number, number]>();
  for (const order of state.orders.values()) {
    const { ticket, status, held, contingency, price } = order;
    const remaining = order.displayed ?? order.remaining;
    const rests = ticket.type === 'Limit' && status !== 'Pending' && held === null;
    if (!rests || ticket.securityId !== securityId || ticket.side !== side || !ticket.disclosed) continue;
    const sums = byPrice.get(price) ?? [0, 0, 0, 0];
    const at = contingency === 'None' ? 0 : 2;
    sums[at] = (sums[at] as number) + remaining;
    sums[at + 1] = (sums[at + 1] as number) + 1;
    byPrice.set(price, sums);
  }
  const sign = side === 'buy' ? -1 : 1;
  const sorted = [...byPrice].sort(([one], [other]) => sign * (one - other));
  return sorted.slice(0, levels === 'all' ? undefined : levels).map(([price, sums]) => [priceText(price), ...sums]);
}
