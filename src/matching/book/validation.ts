import {
  BUY,
  CANCEL_BOTH,
  type EntryTerms,
  MINIMUM,
  NO_PREVENTION,
  NOBODY,
  NONE,
  type OrderId,
  POST_ONLY,
  QUANTITY_MAX,
  RejectReason,
  type ReplacedTerms,
  type RestingOrder,
  SELL,
} from '../store/index.ts';

// Its own constants, as V8 does not know the value of an import: every order is checked.
const [buy, sell, none, minimumOnly, quantityMax] = [BUY, SELL, NONE, MINIMUM, QUANTITY_MAX];

/** Throws where an order of a snapshot cannot have so much left, or so much of it displayed. */
export function checkRemaining({ orderId, quantity, remaining, display, shown }: RestingOrder): void {
  if (!isQuantity(remaining, quantity)) {
    throw new RangeError(`order ${orderId} cannot be restored: ${remaining} of ${quantity} remaining`);
  }
  if (display === 0 ? shown === undefined : shown !== undefined && isQuantity(shown.displayed, remaining)) return;
  throw new RangeError(`order ${orderId} cannot be restored: ${shown?.displayed} of ${remaining} displayed`);
}

/** Why an order with these terms cannot enter or be restored; 0 when it can. */
export function invalidEntry(terms: Omit<EntryTerms, 'filled'>): RejectReason | 0 {
  const { orderId, side, owner, guards, disclosed } = terms;
  const reason = invalidId(orderId) || invalidTerms(side, terms) || invalidDisplay(terms, disclosed);
  return reason || (owner === NOBODY && guards === NO_PREVENTION) ? reason : invalidOwner(owner, guards);
}

function invalidId(orderId: OrderId): RejectReason | 0 {
  return Number.isSafeInteger(orderId) && orderId >= 1 ? 0 : RejectReason.INVALID_ID;
}

/** M15, M18 */
function invalidOwner(owner: number, guards: number): RejectReason | 0 {
  const isOwner = Number.isSafeInteger(owner) && owner >= NOBODY;
  const areGuards = Number.isInteger(guards) && guards >= NO_PREVENTION && guards <= CANCEL_BOTH + POST_ONLY;
  return isOwner && areGuards ? 0 : RejectReason.INVALID_OWNER;
}

/** M19: only an order that shows, and accepts any fill, may show in part. */
export function invalidDisplay({ display, contingency }: ReplacedTerms, disclosed: boolean): RejectReason | 0 {
  if (display === 0) return 0;
  const mayHaveOne = disclosed && contingency === none;
  return mayHaveOne && isQuantity(display, quantityMax) ? 0 : RejectReason.INVALID_DISPLAY;
}

/** Why an order cannot have these terms; 0 when it can. `minimum` counts only where the contingency is MINIMUM. */
export function invalidTerms(side: number, { price, quantity, contingency, minimum }: ReplacedTerms): RejectReason | 0 {
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
