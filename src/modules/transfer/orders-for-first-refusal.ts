import Type from 'typebox';
import { NO_ORDER, type OrderId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { orderForApprovalFields } from '../../webhooks/index.ts';
import { orderForApprovalSchema } from '../ats/index.ts';
import { moreSchema, pageAfter, pageOf } from '../shared/values/index.ts';
import { securityId } from './transfer-parameters.ts';
import { GROUP, ownedSecurity, type TransferServices } from './transfer-services.ts';

/** Orders of one page. */
const PAGE_MAX = 100;

export function getOrdersForFirstRefusal(services: TransferServices): Method {
  return defineMethod({
    name: 'getOrdersForFirstRefusal',
    verb: 'POST',
    group: GROUP,
    summary: 'Lists the orders that wait for the answer to a right of first refusal',
    description:
      'An extension (F7). Oldest first. While moreOrders is Yes, call again with `after`, the orderId of the last ' +
      'order of this page. By the client that owns the offering, or with a master key; others: 162. Unknown ' +
      'security: 138.',
    refusals: [138, 162],
    parameters: {
      securityId: required(securityId),
      ...pageAfter<OrderId>('Orders', 'orderId', PAGE_MAX),
    },
    response: Type.Object({
      ordersForFirstRefusal: Type.Array(orderForApprovalSchema),
      moreOrders: moreSchema,
    }),
    handler: ({ client, values: { securityId: asked, after = NO_ORDER, limit = PAGE_MAX } }) => {
      const security = ownedSecurity(services, client, asked);
      const orders = services.exchange.ordersForRefusal(security.securityId, after, limit + 1);
      const { page, more } = pageOf(orders, limit);
      return { fields: { ordersForFirstRefusal: page.map(orderForApprovalFields), moreOrders: more } };
    },
  });
}
