import { RejectReason } from './listener.ts';
import { BUY, MINIMUM, NONE, QUANTITY_MAX, SELL } from './order.ts';

/** Why an id cannot name an order; 0 when it can. */
export function invalidId(orderId: number): RejectReason | 0 {
  return Number.isSafeInteger(orderId) && orderId >= 1 ? 0 : RejectReason.INVALID_ID;
}

/** Why an order cannot have these terms; 0 when it can. `minimum` counts only where the contingency is MINIMUM. */
export function invalidTerms(
  side: number,
  price: number,
  quantity: number,
  contingency: number,
  minimum: number,
): RejectReason | 0 {
  if (side !== BUY && side !== SELL) return RejectReason.INVALID_SIDE;
  if (!Number.isSafeInteger(price) || price < 1) return RejectReason.INVALID_PRICE;
  if (!isQuantity(quantity, QUANTITY_MAX)) return RejectReason.INVALID_QUANTITY;
  if (contingency === NONE) return 0;
  if (!Number.isInteger(contingency) || contingency < NONE || contingency > MINIMUM) {
    return RejectReason.INVALID_CONTINGENCY;
  }
  return contingency !== MINIMUM || isQuantity(minimum, quantity) ? 0 : RejectReason.INVALID_MINIMUM;
}

function isQuantity(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}
