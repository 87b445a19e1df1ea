import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import {
  type DepthLevel,
  type ExchangeEvent,
  ORDER_STATUSES,
  type OrderEvent,
  priceText,
  type ReplayedEvent,
  type Side,
  sharesText,
} from '../../exchange/api/index.ts';
import { textOrNull } from '../shared/values/index.ts';

const sideSchema = Type.Enum(['Bid', 'Offer']);

export const levelSchema = Type.Object({
  price: Type.String({ description: 'Six decimals.' }),
  quantity: Type.Integer({ description: 'Shares.' }),
  orders: Type.Integer(),
  contingentQuantity: Type.Integer({ description: 'Shares of orders with a contingency (S8).' }),
  contingentOrders: Type.Integer(),
});

const orderSchema = Type.Object({
  orderId: Type.String(),
  clientId: Type.String(),
  accountId: textOrNull(),
  action: sideSchema,
  type: Type.Enum(['Limit', 'RFQ', 'Block']),
  change: Type.String({ description: 'entered, filled, replaced, cancelled ...: as in getOrderHistory.' }),
  status: Type.Enum([...ORDER_STATUSES]),
  price: Type.String(),
  quantity: Type.String(),
  remaining: Type.String(),
  reason: textOrNull(),
});

const matchSchema = Type.Object({
  matchId: Type.String(),
  price: Type.String(),
  quantity: Type.String(),
  bidOrderId: Type.String(),
  askOrderId: Type.String(),
  bidClientId: Type.String(),
  askClientId: Type.String(),
  initiator: Type.Enum(['Bid', 'Offer'], { description: 'The side whose order came last.' }),
});

const marketSchema = Type.Object({ market: Type.Enum(['open', 'closed', 'halted']), reason: textOrNull() });

export const eventSchema = Type.Object({
  eventSeq: Type.Integer(),
  time: Type.String({ description: 'RFC 3339, UTC, with microseconds.' }),
  userId: textOrNull('The user who caused it (O14); null where an API key or the venue did.'),
  order: Type.Optional(orderSchema),
  match: Type.Optional(matchSchema),
  market: Type.Optional(marketSchema),
  levels: Type.Array(Type.Object({ side: sideSchema, ...levelSchema.properties }), {
    description: 'The levels that it changed, as they then were; without orders: the level is gone.',
  }),
});

export function levelFields({ price, quantity, orders, contingentQuantity, contingentOrders }: DepthLevel) {
  return { price: priceText(price), quantity, orders, contingentQuantity, contingentOrders };
}

export function eventFields({ event, levels }: ReplayedEvent) {
  return {
    eventSeq: event.seq,
    time: formatInstant(event.time),
    userId: event.user?.userId ?? null,
    ...contentOf(event),
    levels: levels.map(({ side, ...level }) => ({ side: sideOf(side), ...levelFields(level) })),
  };
}

function contentOf(event: ExchangeEvent) {
  if (event.type === 'order') return { order: orderFields(event) };
  if (event.type === 'market') return { market: { market: event.market, reason: event.reason } };
  if (event.type !== 'match') return {};
  const { matchId, price, quantity, buyOrderId, sellOrderId, buyClientId, sellClientId, initiatorOrderId } =
    event.match;
  return {
    match: {
      matchId: String(matchId),
      price: priceText(price),
      quantity: sharesText(quantity),
      bidOrderId: String(buyOrderId),
      askOrderId: String(sellOrderId),
      bidClientId: buyClientId,
      askClientId: sellClientId,
      initiator: initiatorOrderId === buyOrderId ? ('Bid' as const) : ('Offer' as const),
    },
  };
}

function orderFields({ order, change, reason }: OrderEvent) {
  const { ticket } = order;
  return {
    orderId: String(order.orderId),
    clientId: ticket.clientId,
    accountId: ticket.accountId,
    action: sideOf(ticket.side),
    type: ticket.type,
    change,
    status: order.status,
    price: priceText(order.price),
    quantity: sharesText(order.quantity),
    remaining: sharesText(order.remaining),
    reason,
  };
}

function sideOf(side: Side): 'Bid' | 'Offer' {
  return side === 'buy' ? 'Bid' : 'Offer';
}
