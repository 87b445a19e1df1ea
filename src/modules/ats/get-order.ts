import Type, { type TObject } from 'typebox';
import { formatTimestamp } from '../../calendar/format-time.ts';
import type { MatchView, OrderView } from '../../exchange/interface.ts';
import { priceText, sharesText } from '../../exchange/units.ts';
import type { Client } from '../../http/client.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, optional } from '../../http/parameters.ts';
import { textOrNull } from '../shared/answers.ts';
import { amountText, sideText, yesOrNo } from './formats.ts';
import * as kinds from './order-parameters.ts';
import { type OrderWithMatches, ordersWithToken, orderWithMatches } from './order-reading.ts';
import { missing, orderNotFound } from './refusals.ts';
import type { AtsServices } from './services.ts';

const matchedOrderSchema = Type.Object({
  matchid: Type.String(),
  executedPrice: Type.String(),
  executedQuantity: Type.String(),
  executedTotalCommitment: Type.String({ description: 'executedPrice times executedQuantity.' }),
  createdDate: Type.String(),
  updateDate: Type.String(),
  createdIPAddress: Type.String(),
});

const detailsSchema: TObject = Type.Object({
  memberID: textOrNull(),
  accountID: textOrNull(),
  security_id: Type.String(),
  security_name: Type.String(),
  order_Id: Type.String(),
  order_type: Type.Union([Type.Literal('Bid'), Type.Literal('Offer')]),
  number_shares: Type.String(),
  shares_remaining: Type.String(),
  price_per_share: Type.String({ description: 'A decimal, or RFQ.' }),
  total_amount: Type.String({ description: 'number_shares times price_per_share; 0.000000 for RFQ.' }),
  PND: Type.String({ description: 'Price not displayed: Yes or No.' }),
  Contingencies: Type.String(),
  MinimumThreshold: Type.String(),
  Solicited: Type.String({ description: 'Yes or No.' }),
  status: Type.String(),
  createdDate: Type.String(),
  updateDate: Type.String(),
  createdIPAddress: Type.String(),
  matchedOrders: Type.Array(matchedOrderSchema),
  mathcedOrders: Type.Array(matchedOrderSchema, { description: 'The older spelling, with the same content.' }),
  clientId: Type.Optional(Type.String({ description: 'With a master key only.' })),
});

export function getOrder(services: AtsServices): Method {
  return defineMethod({
    name: 'getOrder',
    verb: 'POST',
    group: 'ATS',
    summary: 'Reads an order, or all orders with a token',
    description:
      'With a token, every order of the client that shares it is returned (the newest 500, oldest first), and orderid ' +
      'may be left out; without one, orderid is required. Nothing found: 404.',
    source: 'spec/3 ATS, spec/4 13.6',
    parameters: { orderid: optional(numericId()), token: optional(kinds.token) },
    response: Type.Object({ orderDetails: Type.Array(detailsSchema) }),
    handler: async ({ client, values: { orderid, token } }) => {
      const orders =
        token === undefined
          ? await ownOrder(services, client, orderid)
          : await ordersWithToken(services, client.clientId, token);
      if (orders.length === 0) throw orderNotFound();
      return { fields: { orderDetails: orders.map((order) => detailsOf(services, client, order)) } };
    },
  });
}

async function ownOrder(
  services: AtsServices,
  client: Client,
  orderId: number | undefined,
): Promise<OrderWithMatches[]> {
  if (orderId === undefined) throw missing('orderid');
  const found = await orderWithMatches(services, orderId);
  return found !== undefined && (client.master || found.order.clientId === client.clientId) ? [found] : [];
}

function detailsOf({ exchange }: AtsServices, client: Client, { order, matches }: OrderWithMatches): object {
  const isRfq = order.type === 'RFQ';
  const matchedOrders = matches.map((match) => matchedOrder(order, match));
  return {
    memberID: order.accountId,
    accountID: order.accountId,
    security_id: String(order.securityId),
    security_name: exchange.security(order.securityId)?.name ?? '',
    order_Id: String(order.orderId),
    order_type: sideText(order.side),
    number_shares: sharesText(order.quantity),
    shares_remaining: sharesText(order.remaining),
    price_per_share: isRfq ? 'RFQ' : priceText(order.price),
    total_amount: amountText(isRfq ? 0 : order.price, order.quantity),
    PND: yesOrNo(!order.disclosed),
    Contingencies: order.contingency,
    MinimumThreshold: sharesText(order.minimum),
    Solicited: yesOrNo(order.solicited),
    status: order.status,
    createdDate: formatTimestamp(order.createdAt),
    updateDate: formatTimestamp(order.updatedAt),
    createdIPAddress: order.ip,
    matchedOrders,
    mathcedOrders: matchedOrders,
    ...(client.master ? { clientId: order.clientId } : {}),
  };
}

/** The order's own part of a match; nothing in it tells of the other client. */
function matchedOrder(order: OrderView, match: MatchView): object {
  const time = formatTimestamp(match.time);
  return {
    matchid: String(match.matchId),
    executedPrice: priceText(match.price),
    executedQuantity: sharesText(match.quantity),
    executedTotalCommitment: amountText(match.price, match.quantity),
    createdDate: time,
    updateDate: time,
    createdIPAddress: order.ip,
  };
}
