import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, optional, required, wholeNumber } from '../../http/parameters/index.ts';
import { orderForApprovalFields } from '../../webhooks/venue-events.ts';
import { orderForApprovalSchema } from '../ats/index.ts';
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
      'An extension (F7). Oldest first; while moreOrders is Yes, the next call reads on with `after`, the orderId of ' +
      'the last of this page. By the client that owns the offering, or with a master key; others: 162. Unknown ' +
      'security: 138.',
    refusals: [138, 162],
    parameters: {
      securityId: required(securityId),
      after: optional(numericId({ description: 'The orders with a higher orderId than this.' })),
      limit: optional(
        wholeNumber({ minimum: 1, maximum: PAGE_MAX, description: `Orders of a page; ${PAGE_MAX} when absent.` }),
      ),
    },
    response: Type.Object({
      ordersForFirstRefusal: Type.Array(orderForApprovalSchema),
      moreOrders: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
    }),
    handler: ({ client, values: { securityId: asked, after = 0, limit = PAGE_MAX } }) => {
      const security = ownedSecurity(services, client, asked);
      const orders = services.exchange.ordersForRefusal(security.securityId, after, limit + 1);
      return {
        fields: {
          ordersForFirstRefusal: orders.slice(0, limit).map(orderForApprovalFields),
          moreOrders: orders.length > limit ? 'Yes' : 'No',
        },
      };
    },
  });
}
