/** What the methods that change an order answer, and what their webhooks show. */

import Type, { type Static } from 'typebox';
import { ORDER_STATUSES, type OrderView, reasonCodeOf, shownTerms } from '../../../exchange/api/index.ts';
import { namedObject } from '../../../http/methods/index.ts';
import { shownTermsSchema, sideText } from '../shared/index.ts';

export const orderDetailsSchema = namedObject('OrderState', {
  id: Type.String({ description: 'The same number as orderId.' }),
  securityId: Type.String(),
  orderId: Type.String(),
  action: Type.Union([Type.Literal('Bid'), Type.Literal('Offer')]),
  orderStatus: Type.Enum([...ORDER_STATUSES]),
  token: Type.Optional(Type.String({ description: 'As sent; absent when none was sent.' })),
  held: Type.Optional(
    Type.String({ description: 'An extension: why the order must not trade now (F9), from the list of reasons.' }),
  ),
  ...shownTermsSchema,
});

export type OrderDetails = Static<typeof orderDetailsSchema>;

/** The order as createOrder answers it. Ids are strings, as everywhere outside. */
export function orderDetails(order: OrderView): OrderDetails {
  const orderId = String(order.orderId);
  const details: OrderDetails = {
    id: orderId,
    securityId: String(order.ticket.securityId),
    orderId,
    action: sideText(order.ticket.side),
    orderStatus: order.status,
    ...shownTerms(order.ticket.optional),
  };
  if (order.ticket.token !== null) details.token = order.ticket.token;
  if (order.held !== null) details.held = reasonCodeOf(order.held);
  return details;
}

/** The same for another client than the one whose order it is: the token is the caller's own and stays with it. */
export function foreignOrderDetails(order: OrderView) {
  return orderDetails({ ...order, ticket: { ...order.ticket, token: null } });
}
