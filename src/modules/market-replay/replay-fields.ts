import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import {
  type DepthLevel,
  type ExchangeEvent,
  MARKET_STATES,
  type MatchView,
  ORDER_STATUSES,
  type OrderEvent,
  priceText,
  type ReplayedEvent,
  type Side,
  sharesText,
} from '../../exchange/api/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { says, textOrNull, view } from '../shared/values/index.ts';

const sideSchema = Type.Enum(['Bid', 'Offer']);

export const levelSchema = namedObject('ReplayLevel', {
  price: Type.String({ description: 'Six decimals.' }),
  quantity: Type.Integer({ description: 'Shares.' }),
  orders: Type.Integer(),
  contingentQuantity: Type.Integer({ description: 'Shares of orders with a contingency (S8).' }),
  contingentOrders: Type.Integer(),
});

const ORDER_VIEW = view<OrderEvent>()({
  orderId: says(({ order }) => String(order.orderId)),
  clientId: says(({ order }) => order.ticket.clientId),
  accountId: [textOrNull(), ({ order }) => order.ticket.accountId],
  action: [sideSchema, ({ order }) => sideOf(order.ticket.side)],
  type: [Type.Enum(['Limit', 'RFQ', 'Block']), ({ order }) => order.ticket.type],
  change: says(({ change }) => change, 'entered, filled, replaced, cancelled ...: as in getOrderHistory.'),
  status: [Type.Enum([...ORDER_STATUSES]), ({ order }) => order.status],
  price: says(({ order }) => priceText(order.price)),
  quantity: says(({ order }) => sharesText(order.quantity)),
  remaining: says(({ order }) => sharesText(order.remaining)),
  reason: [textOrNull(), ({ reason }) => reason],
});

const MATCH_VIEW = view<MatchView>()({
  matchId: 'matchId',
  price: says(({ price }) => priceText(price)),
  quantity: says(({ quantity }) => sharesText(quantity)),
  bidOrderId: 'buyOrderId',
  askOrderId: 'sellOrderId',
  bidClientId: 'buyClientId',
  askClientId: 'sellClientId',
  initiator: [
    Type.Enum(['Bid', 'Offer'], { description: 'The side whose order came last.' }),
    ({ initiatorOrderId, buyOrderId }) => (initiatorOrderId === buyOrderId ? 'Bid' : 'Offer'),
  ],
});

const marketSchema = Type.Object({ market: Type.Enum([...MARKET_STATES]), reason: textOrNull() });

export const eventSchema = Type.Object({
  eventSeq: Type.Integer(),
  time: Type.String({ description: 'RFC 3339, UTC, with microseconds.' }),
  userId: textOrNull('The user who caused it (O14); null where an API key or the venue did.'),
  order: Type.Optional(ORDER_VIEW.schema),
  match: Type.Optional(MATCH_VIEW.schema),
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
  if (event.type === 'order') return { order: ORDER_VIEW.show(event) };
  if (event.type === 'market') return { market: { market: event.market, reason: event.reason } };
  if (event.type !== 'match') return {};
  return { match: MATCH_VIEW.show(event.match) };
}

function sideOf(side: Side): 'Bid' | 'Offer' {
  return side === 'buy' ? 'Bid' : 'Offer';
}
