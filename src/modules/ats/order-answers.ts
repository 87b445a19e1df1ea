/** What the methods that change an order answer, and what their webhooks tell. */
import Type, { type TObject } from 'typebox';
import type { OrderView } from '../../exchange/interface.ts';
import { priceText, sharesText } from '../../exchange/units.ts';
import { sideText } from './formats.ts';

export const orderDetailsSchema: TObject = Type.Object({
  id: Type.String({ description: 'The same number as orderId.' }),
  securityId: Type.String(),
  orderId: Type.String(),
  action: Type.Union([Type.Literal('Bid'), Type.Literal('Offer')]),
  orderStatus: Type.String(),
  token: Type.Optional(Type.String({ description: 'As sent; absent when none was sent.' })),
});

/** The order as spec/3 createOrder shows it. Ids are strings, as everywhere outside. */
export function orderDetails(order: OrderView): Record<string, string> {
  const orderId = String(order.orderId);
  const details: Record<string, string> = {
    id: orderId,
    securityId: String(order.securityId),
    orderId,
    action: sideText(order.side),
    orderStatus: order.status,
  };
  if (order.token !== null) details.token = order.token;
  return details;
}

/** The same for another client than the one whose order it is: the token is the caller's own and stays with it. */
export function foreignOrderDetails(order: OrderView): Record<string, string> {
  return orderDetails({ ...order, token: null });
}

/** Fields of the createOrder webhook (spec/4 13.2); null fields are left out by the delivery (spec/1, Events 7). */
export function createOrderWebhook(order: OrderView): Record<string, string | null> {
  const orderId = String(order.orderId);
  return {
    id: orderId,
    securityId: String(order.securityId),
    orderId,
    memberId: order.memberId,
    accountId: order.accountId,
    action: sideText(order.side),
    type: order.type,
    quantity: sharesText(order.quantity),
    price: priceText(order.price),
    orderStatus: order.status,
    token: order.token,
  };
}

/** Marks a stored answer; it fires no webhook, for nothing happened. */
export const REPLAYED = Object.freeze({ 'Idempotency-Replayed': 'true' });
