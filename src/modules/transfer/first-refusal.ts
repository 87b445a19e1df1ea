import Type from 'typebox';
import { NO_ORDER, type OrderId } from '../../exchange/api/index.ts';
import { defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { choice, numericId, optional, required, text } from '../../http/parameters/index.ts';
import {
  answerTo,
  foreignOrderDetails,
  orderDetailsSchema,
  orderForApproval,
  orderForApprovalSchema,
  submitForOrder,
} from '../ats/index.ts';
import { moreSchema, pageAfter, pageOf } from '../shared/values/index.ts';
import { ownedSecurity, securityId, type TransferDeps } from './transfer-deps.ts';

/** Orders of one page. */
const PAGE_MAX = 100;

export function getOrdersForFirstRefusal(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getOrdersForFirstRefusal',
    summary: 'Lists the orders that wait for the answer to a right of first refusal',
    description: 'An extension (F7). By the client that owns the offering, or with a master key. Oldest first.',
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
      const security = ownedSecurity(deps, client, asked);
      const orders = deps.exchange.ordersForRefusal(security.securityId, after, limit + 1);
      const { page, more } = pageOf(orders, limit);
      return { fields: { ordersForFirstRefusal: page.map(orderForApproval), moreOrders: more } };
    },
  });
}

export function answerFirstRefusal(deps: TransferDeps): Method {
  return defineMethod({
    name: 'answerFirstRefusal',
    scope: TRADING_SCOPE,
    summary: 'Uses, or does not use, the right of first refusal on an order',
    description:
      'An extension (F7). By the client that owns the offering. Waive lets the order trade; ' +
      'Exercise ends it, for a purchase outside of the venue.',
    refusals: [190, 404, 503],
    parameters: {
      orderid: required(numericId<OrderId>()),
      answer: required(choice(['Waive', 'Exercise'])),
      reason: optional(text({ maxLength: 500, description: 'Shown to the client of the order when it ends.' })),
    },
    response: Type.Object({ orderDetails: orderDetailsSchema }),
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const accepted = await submitForOrder(deps.exchange, call, {
        type: 'firstRefusal',
        clientId: client.clientId,
        orderId: values.orderid,
        exercised: values.answer === 'Exercise',
        reason: values.reason ?? null,
      });
      return answerTo(accepted, { orderDetails: foreignOrderDetails(accepted.order) });
    },
  });
}
