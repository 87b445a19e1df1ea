import type { BookContingency, BookSide, Order, SelfTradeMode } from './order.ts';

/** A copy of an order in the book. Price in millionths of a dollar, quantities in shares. */
export interface RestingOrder {
  readonly orderId: number;
  readonly side: BookSide;
  readonly price: number;
  /** The total, of which quantity - remaining is filled. */
  readonly quantity: number;
  readonly remaining: number;
  readonly contingency: BookContingency;
  readonly minimum: number;
  readonly disclosed: boolean;
  readonly owner: number;
  readonly mode: SelfTradeMode;
}

export function restingOrder(order: Order): RestingOrder {
  const { orderId, side, price, quantity, remaining, contingency, minimum, disclosed, owner, mode } = order;
  return { orderId, side, price, quantity, remaining, contingency, minimum, disclosed, owner, mode };
}
