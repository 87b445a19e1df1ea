import {
  BUY,
  CANCEL_BOTH,
  MINIMUM,
  NO_PREVENTION,
  NOBODY,
  NONE,
  type OrderId,
  POST_ONLY,
  type Price,
  QUANTITY_MAX,
  RejectReason,
  SELL,
  type Shares,
} from '../store/index.ts';

// Its own constants, as V8 does not look through an import: every order is checked.
const [buy, sell, none, minimumOnly, quantityMax] = [BUY, SELL, NONE, MINIMUM, QUANTITY_MAX];

/** Throws where an order of a snapshot cannot have so much left. */
export function checkRemaining(orderId: OrderId, remaining: Shares, quantity: Shares): void {
  if (Number.isSafeInteger(remaining) && remaining >= 1 && remaining <= quantity) return;
  throw new RangeError(`order ${orderId} cannot be restored: ${remaining} of ${quantity} remaining`);
}

/** Why an order cannot have this id; 0 when it can. */
export function invalidId(orderId: OrderId): RejectReason | 0 {
  return Number.isSafeInteger(orderId) && orderId >= 1 ? 0 : RejectReason.INVALID_ID;
}

/** Why an order cannot have this owner and these guards (M15, M18); 0 when it can. */
export function invalidOwner(owner: number, guards: number): RejectReason | 0 {
  const isOwner = Number.isSafeInteger(owner) && owner >= NOBODY;
  const areGuards = Number.isInteger(guards) && guards >= NO_PREVENTION && guards <= CANCEL_BOTH + POST_ONLY;
  return isOwner && areGuards ? 0 : RejectReason.INVALID_OWNER;
}

/** Why an order cannot have these terms; 0 when it can. `minimum` counts only where the contingency is MINIMUM. */
export function invalidTerms(
  side: number,
  price: Price,
  quantity: Shares,
  contingency: number,
  minimum: Shares,
): RejectReason | 0 {
  if (side !== buy && side !== sell) return RejectReason.INVALID_SIDE;
  if (!Number.isSafeInteger(price) || price < 1) return RejectReason.INVALID_PRICE;
  if (!isQuantity(quantity, quantityMax)) return RejectReason.INVALID_QUANTITY;
  if (contingency === none) return 0;
  if (!Number.isInteger(contingency) || contingency < none || contingency > minimumOnly) {
    return RejectReason.INVALID_CONTINGENCY;
  }
  return contingency !== minimumOnly || isQuantity(minimum, quantity) ? 0 : RejectReason.INVALID_MINIMUM;
}

function isQuantity(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}
