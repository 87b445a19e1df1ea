import { formatTimestamp } from '../../calendar/format-time.ts';
import type { AdjustCommand } from './limit-commands.ts';
import type { Adjustment } from './limits.ts';
import { reasonCodeOf } from './reasons.ts';
import { priceText, sharesText } from './units.ts';

/** A correction of a match as its parties see it (V65). */
export function adjustFields(
  { matchId, price, quantity, reason, buyer }: AdjustCommand,
  before: Pick<Adjustment, 'price' | 'quantity'>,
  time: number,
) {
  return {
    tradeID: String(matchId),
    securityId: String(buyer.securityId),
    price: priceText(price),
    quantity: sharesText(quantity),
    priceBefore: priceText(before.price),
    quantityBefore: sharesText(before.quantity),
    reason,
    reasonCode: reasonCodeOf('adjusted'),
    adjustedDate: formatTimestamp(time),
  };
}
