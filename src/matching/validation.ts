import { RejectReason } from './listener.ts';
import { BUY, CANCEL_BOTH, MINIMUM, NO_PREVENTION, NOBODY, NONE, QUANTITY_MAX, SELL } from './order.ts';

/** Why an order cannot have this id, or this owner and mode (M15); 0 when it can. */
export function invalidIds(orderId: number, owner: number, mode: number): RejectReason | 0 {
  if (!Number.isSafeInteger(orderId) || orderId < 1) return RejectReason.INVALID_ID;
  const isOwner = Number.isSafeInteger(owner) && owner >= NOBODY;
  const isMode = Number.isInteger(mode) && mode >= NO_PREVENTION && mode <= CANCEL_BOTH;
  return isOwner && isMode ? 0 : RejectReason.INVALID_OWNER;
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
