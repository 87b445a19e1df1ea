import type { OrderId, Price, Shares } from './ids.ts';
import type { BookContingency, BookSide, Guards } from './order.ts';
import type { Records, Ref } from './records.ts';

/** A copy of an order in the book. Price in millionths of a dollar, quantities in shares. */
export interface RestingOrder {
  readonly orderId: OrderId;
  readonly side: BookSide;
  readonly price: Price;
  /** The total, of which quantity - remaining is filled. */
  readonly quantity: Shares;
  readonly remaining: Shares;
  readonly contingency: BookContingency;
  readonly minimum: Shares;
  readonly disclosed: boolean;
  readonly owner: number;
  readonly guards: Guards;
}

export function restingOrder(records: Records, order: Ref): RestingOrder {
  return {
    orderId: records.orderId(order),
    side: records.side(order),
    price: records.price(order),
    quantity: records.quantity(order),
    remaining: records.remaining(order),
    contingency: records.contingency(order),
    minimum: records.minimum(order),
    disclosed: records.disclosed(order),
    owner: records.owner(order),
    guards: records.guards(order),
  };
}
