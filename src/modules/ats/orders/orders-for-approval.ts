import Type from 'typebox';
import { formatTimestamp } from '../../../calendar/format-time.ts';
import {
  NO_ORDER,
  ORDER_STATUSES,
  type OrderId,
  type OrderView,
  type SecurityId,
} from '../../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { orderForApprovalFields } from '../../../webhooks/index.ts';
import { moreSchema, pageAfter, pageOf, textOrNull } from '../../shared/values/index.ts';
import { type AtsDeps, knownSecurity, notOwner } from '../shared/index.ts';

/** Orders of one page. */
const PAGE_MAX = 100;

export const orderForApprovalSchema = Type.Object({
  orderId: Type.String(),
  securityId: Type.String(),
  clientId: Type.String({ description: 'Who sent the order.' }),
  memberId: Type.String(),
  accountId: textOrNull(),
  action: Type.Union([Type.Literal('Bid'), Type.Literal('Offer')]),
  type: Type.String(),
  number_shares: Type.String(),
  shares_remaining: Type.String({
    description: 'Less than number_shares where the order traded before it was replaced.',
  }),
  price_per_share: Type.String({ description: 'A decimal, or RFQ.' }),
  contingencies: Type.String(),
  minimumThreshold: Type.String(),
  expiration: Type.String(),
  expirationDate: textOrNull(),
  orderStatus: Type.Enum([...ORDER_STATUSES]),
  createdDate: Type.String({ description: 'When the order was sent.' }),
});

export const orderForApproval = (order: OrderView) => ({
  ...orderForApprovalFields(order),
  clientId: order.ticket.clientId,
  createdDate: formatTimestamp(order.createdAt),
});

/** With the checks of the account that would hold the shares. */
const checkedOrderSchema = Type.Object({
  ...orderForApprovalSchema.properties,
  kycStatus: textOrNull('That of the account; empty: not begun, null: the order is for no account.'),
  amlStatus: textOrNull(),
  accreditedStatus: textOrNull(),
});
const NO_CHECKS = { kycStatus: null, amlStatus: null, accreditedStatus: null };

export function getOrdersForApproval(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getOrdersForApproval',
    summary: 'Lists the orders of a security that await approval',
    refusals: [138, 162],
    description: 'An extension. By the client that owns the offering, or with a master key. Oldest first.',
    parameters: {
      securityId: required(numericId<SecurityId>()),
      ...pageAfter<OrderId>('Orders', 'orderId', PAGE_MAX),
    },
    response: Type.Object({
      ordersForApproval: Type.Array(checkedOrderSchema),
      moreOrders: moreSchema,
    }),
    handler: async ({ client, values: { securityId, after = NO_ORDER, limit = PAGE_MAX } }) => {
      const { ownerClientId } = knownSecurity(deps, securityId);
      if (!client.master && ownerClientId !== client.clientId) throw notOwner();
      const pending = deps.exchange.pendingOrders(securityId, after, limit + 1);
      const orders = pending instanceof Promise ? await pending : pending;
      const { page, more } = pageOf(orders, limit);
      const checks = await deps.accounts.checks(page.map(({ ticket }) => ticket.accountId));
      const ordersForApproval = page.map((order) => ({
        ...orderForApproval(order),
        ...(checks.get(order.ticket.accountId ?? '') ?? NO_CHECKS),
      }));
      return { fields: { ordersForApproval, moreOrders: more } };
    },
  });
}
