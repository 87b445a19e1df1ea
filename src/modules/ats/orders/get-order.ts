import Type from 'typebox';
import { formatInstant, formatTimestamp } from '../../../calendar/format-time.ts';
import {
  executedFields,
  feeText,
  type MatchId,
  type MatchView,
  ORDER_STATUSES,
  type OrderId,
  type OrderView,
  priceText,
  reasonCodeOf,
  sharesText,
  shownTerms,
} from '../../../exchange/api/index.ts';
import { type Client, defineMethod, type Method, namedObject } from '../../../http/methods/index.ts';
import { numericId, optional, type ValuesOf, wholeNumber } from '../../../http/parameters/index.ts';
import { textOrNull } from '../../shared/values/index.ts';
import {
  type AtsDeps,
  amountText,
  auctionFieldOf,
  auctionMark,
  blockFieldOf,
  blockMark,
  eventTimeOfMatch,
  executedSchema,
  feeSchema,
  feesOfOrder,
  MATCHES_MAX,
  missing,
  type OrderWithMatches,
  orderNotFound,
  ordersOfAllWithToken,
  orderWithMatches,
  shownTermsSchema,
  sideText,
  whySchema,
  yesOrNo,
} from '../shared/index.ts';
import * as kinds from './order-parameters.ts';

/** Orders of one page. */
const PAGE_MAX = 500;
/** A page ends with the order that brings its matches to this number: each is shown. */
const PAGE_MATCHES_MAX = 1000;
/** Matches of all orders of an answer without pages; further orders are shown without theirs. */
const ANSWER_MATCHES_MAX = 20_000;

const parameters = {
  orderid: optional(numericId<OrderId>()),
  matchesAfter: optional(
    numericId<MatchId>({ description: 'An extension: with an orderid, its matches with a higher matchid than this.' }),
  ),
  token: optional(kinds.token),
  before: optional(
    numericId<OrderId>({ description: 'An extension: with a token, the orders with a lower order_Id than this.' }),
  ),
  limit: optional(
    wholeNumber({
      minimum: 1,
      maximum: PAGE_MAX,
      description: `An extension: with a token, orders of a page; all of them in one answer without limit and before.`,
    }),
  ),
};

const matchedOrderSchema = namedObject('MatchedOrder', {
  matchid: Type.String(),
  block: blockMark,
  auctionId: auctionMark,
  executedPrice: Type.String(),
  executedQuantity: Type.String(),
  fee: feeSchema,
  executedTotalCommitment: Type.String({ description: 'executedPrice times executedQuantity.' }),
  createdDate: Type.String(),
  updateDate: Type.String(),
  eventTime: eventTimeOfMatch,
  createdIPAddress: Type.String(),
});

const detailsSchema = namedObject('OrderDetails', {
  memberID: textOrNull('The account, as accountID: the specification gives both the same value.'),
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
  status: Type.Enum([...ORDER_STATUSES]),
  token: Type.Optional(Type.String({ description: 'An extension: the one that the order has now (H10).' })),
  ...executedSchema,
  fees: Type.Optional(
    Type.String({ description: 'An extension: what it paid so far, busts and corrections included (X6).' }),
  ),
  ...whySchema,
  ...shownTermsSchema,
  createdDate: Type.String(),
  updateDate: Type.String(),
  createdIPAddress: Type.String(),
  matchedOrders: Type.Array(matchedOrderSchema),
  mathcedOrders: Type.Array(matchedOrderSchema, { description: 'The older spelling, with the same content.' }),
  moreMatches: Type.Optional(
    Type.Literal('Yes', {
      description: `There where it has more matches than these, its oldest; matchesAfter reads on.`,
    }),
  ),
  clientId: Type.Optional(Type.String({ description: 'With a master key only.' })),
});

export function getOrder(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getOrder',
    summary: 'Reads an order, or all orders with a token',
    refusals: [404],
    description:
      'The client that owns the offering reads its Pending orders too, by orderid. With a token, the orders of ' +
      'the client that share it are returned, oldest first, and orderid may be left out; without one, orderid is ' +
      'required. Calls with `limit` or `before` get pages, the newest orders first. Without them the answer holds ' +
      'as many orders as may share a token (`ORDERS_PER_TOKEN_MAX`). While moreOrders is Yes there are older ones, ' +
      'which the next call reads with `before`, the order_Id of the first of this answer. An order is shown with ' +
      `the oldest ${MATCHES_MAX} of its matches, up to ${ANSWER_MATCHES_MAX} in an answer without pages; while its ` +
      'moreMatches is Yes, the next call reads on with its orderid and `matchesAfter`, the matchid of the last, if ' +
      'any. A master key reads the orders of all clients. Nothing found: 404.',
    parameters,
    response: Type.Object({
      orderDetails: Type.Array(detailsSchema),
      moreOrders: Type.Optional(
        Type.Union([Type.Literal('Yes'), Type.Literal('No')], {
          description: 'With a token: whether it has older orders than these.',
        }),
      ),
    }),
    handler: async ({ client, values }) => {
      if (values.token !== undefined) return ordersWithToken(deps, client, values.token, values);
      return {
        fields: { orderDetails: [await detailsOf(deps, client, await ownOrder(deps, client, values))] },
      };
    },
  });
}

/** The answer is made in pieces, as the orders are read. */
async function ordersWithToken(
  deps: AtsDeps,
  client: Client,
  token: string,
  { before, limit }: ValuesOf<typeof parameters>,
) {
  const isPage = limit !== undefined || before !== undefined;
  const ordersMax = isPage ? (limit ?? PAGE_MAX) : deps.ordersPerTokenMax;
  const matches = { left: isPage ? Number.POSITIVE_INFINITY : ANSWER_MATCHES_MAX };
  const query = { token, limit: ordersMax + 1, before, matches };
  const orderDetails: Awaited<ReturnType<typeof detailsOf>>[] = [];
  let shown = 0;
  let more = false;
  const clientIds = client.master ? await deps.reference.clientIds() : [client.clientId];
  for await (const found of ordersOfAllWithToken(deps, clientIds, query)) {
    more = orderDetails.length === ordersMax || (isPage && shown >= PAGE_MATCHES_MAX);
    if (more) break;
    orderDetails.push(await detailsOf(deps, client, found));
    shown += found.matches.length;
  }
  if (orderDetails.length === 0) throw orderNotFound();
  return { fields: { orderDetails: orderDetails.reverse(), moreOrders: yesOrNo(more) } };
}

async function ownOrder(
  deps: AtsDeps,
  client: Client,
  { orderid, matchesAfter }: ValuesOf<typeof parameters>,
): Promise<OrderWithMatches> {
  if (orderid === undefined) throw missing('orderid');
  const found = await orderWithMatches(deps, orderid, matchesAfter);
  if (found === undefined) throw orderNotFound();
  if (client.master || found.order.ticket.clientId === client.clientId) return found;
  if (!mayApprove(deps, client, found.order)) throw orderNotFound();
  return { order: forOwner(found.order), matches: [], more: false };
}

/** Who decides on an order sees what it decides on (not the caller's address or token, and not what traded before). */
function mayApprove({ exchange }: AtsDeps, client: Client, { status, ticket }: OrderView): boolean {
  return status === 'Pending' && exchange.security(ticket.securityId)?.ownerClientId === client.clientId;
}

function forOwner(order: OrderView): OrderView {
  return { ...order, ticket: { ...order.ticket, ip: '', token: null } };
}

async function detailsOf(deps: AtsDeps, client: Client, found: OrderWithMatches) {
  const { order, matches, more } = found;
  const { exchange } = deps;
  const { ticket } = order;
  const fees = await feesOfOrder(deps, found);
  const isRfq = ticket.type === 'RFQ';
  const matchedOrders = matches.map((match) => matchedOrder(order, match));
  return {
    memberID: ticket.accountId,
    accountID: ticket.accountId,
    security_id: String(ticket.securityId),
    security_name: exchange.security(ticket.securityId)?.name ?? '',
    order_Id: String(order.orderId),
    order_type: sideText(ticket.side),
    number_shares: sharesText(order.quantity),
    shares_remaining: sharesText(order.remaining),
    price_per_share: isRfq ? 'RFQ' : priceText(order.price),
    total_amount: amountText(isRfq ? 0 : order.price, order.quantity),
    PND: yesOrNo(!ticket.disclosed),
    Contingencies: order.contingency,
    MinimumThreshold: sharesText(order.minimum),
    Solicited: yesOrNo(ticket.solicited),
    status: order.status,
    ...(ticket.token === null ? {} : { token: ticket.token }),
    ...executedFields(order),
    ...(fees === undefined ? {} : { fees: feeText(fees.charged) }),
    reason: order.reason,
    reasonCode: order.ended === null ? null : reasonCodeOf(order.ended),
    ...(order.held === null ? {} : { held: reasonCodeOf(order.held) }),
    selfTradePrevention: order.selfTrade,
    ...shownTerms(ticket.optional),
    createdDate: formatTimestamp(order.createdAt),
    updateDate: formatTimestamp(order.updatedAt),
    createdIPAddress: ticket.ip,
    matchedOrders,
    mathcedOrders: matchedOrders,
    ...(more ? { moreMatches: 'Yes' as const } : {}),
    ...(client.master ? { clientId: ticket.clientId } : {}),
  };
}

/** The order's own part of a match; it shows nothing of the other client. */
function matchedOrder({ ticket }: OrderView, match: MatchView) {
  const time = formatTimestamp(match.time);
  const fee = ticket.side === 'buy' ? match.buyFee : match.sellFee;
  return {
    matchid: String(match.matchId),
    executedPrice: priceText(match.price),
    executedQuantity: sharesText(match.quantity),
    executedTotalCommitment: amountText(match.price, match.quantity),
    ...(fee === undefined ? {} : { fee: feeText(fee) }),
    ...blockFieldOf(match.block === true),
    ...auctionFieldOf(match.auction),
    createdDate: time,
    updateDate: time,
    eventTime: formatInstant(match.time),
    createdIPAddress: ticket.ip,
  };
}
