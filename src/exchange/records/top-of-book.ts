import type { SecurityId, TopOfBook, TopSide } from '../api/index.ts';

/** Whether two sides look the same to a subscriber: a change that leaves the visible top as it is sends nothing. */
export function sameTop(a: TopSide, b: TopSide): boolean {
  if (a === b) return true;
  if (a === null || b === null || a === 'RFQ' || b === 'RFQ') return false;
  return (
    a.price === b.price &&
    a.quantity === b.quantity &&
    a.orders === b.orders &&
    a.contingentQuantity === b.contingentQuantity &&
    a.contingentOrders === b.contingentOrders &&
    a.firm?.price === b.firm?.price &&
    a.firm?.quantity === b.firm?.quantity &&
    a.firm?.orders === b.firm?.orders
  );
}

/** The top of a security about which nothing was published yet. */
export function emptyTop(securityId: SecurityId): TopOfBook {
  return { securityId, seq: 0, time: 0, bid: null, offer: null };
}
