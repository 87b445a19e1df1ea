import type { MarketEventRow, MatchRow, OrderChangeRow, OrderRow } from '../database/tables/history.ts';
import type { MarketEvent, MatchView, OrderEvent, OrderView } from '../exchange/interface.ts';

/** How each column of a row is filled from an item; the one place that knows the order of a table's columns. */
export type Columns<Row, Item> = { readonly [Name in keyof Row & string]-?: (item: Item) => Row[Name] };

export const ORDER_COLUMNS: Columns<OrderRow, OrderView> = {
  order_id: (order) => order.orderId,
  client_id: (order) => order.clientId,
  security_id: (order) => order.securityId,
  issuer_id: (order) => order.issuerId,
  member_id: (order) => order.memberId,
  account_id: (order) => order.accountId,
  type: (order) => order.type,
  side: (order) => order.side,
  token: (order) => order.token,
  disclosed: (order) => Number(order.disclosed),
  solicited: (order) => Number(order.solicited),
  expiration: (order) => order.expiration,
  expiration_date: (order) => order.expirationDate,
  ip: (order) => order.ip,
  in_session: (order) => Number(order.inSession),
  created_at: (order) => order.createdAt,
  price: (order) => order.price,
  quantity: (order) => order.quantity,
  remaining: (order) => order.remaining,
  contingency: (order) => order.contingency,
  minimum: (order) => order.minimum,
  status: (order) => order.status,
  updated_at: (order) => order.updatedAt,
};

/** What may differ between two views of one order; its identity never changes. */
export const CHANGING_ORDER_COLUMNS = [
  'price',
  'quantity',
  'remaining',
  'contingency',
  'minimum',
  'status',
  'updated_at',
] as const satisfies readonly (keyof OrderRow)[];

export const ORDER_CHANGE_COLUMNS: Columns<OrderChangeRow, OrderEvent> = {
  seq: (event) => event.seq,
  order_id: (event) => event.order.orderId,
  change: (event) => event.change,
  status: (event) => event.order.status,
  remaining: (event) => event.order.remaining,
  quantity: (event) => event.order.quantity,
  price: (event) => event.order.price,
  reason: (event) => event.reason,
  changed_at: (event) => event.time,
};

/** A match with the sequence number of the event that told it. */
export interface SequencedMatch {
  readonly seq: number;
  readonly match: MatchView;
}

export const MATCH_COLUMNS: Columns<MatchRow, SequencedMatch> = {
  match_id: ({ match }) => match.matchId,
  seq: ({ seq }) => seq,
  security_id: ({ match }) => match.securityId,
  matched_at: ({ match }) => match.time,
  price: ({ match }) => match.price,
  quantity: ({ match }) => match.quantity,
  buy_order_id: ({ match }) => match.buyOrderId,
  sell_order_id: ({ match }) => match.sellOrderId,
  buy_client_id: ({ match }) => match.buyClientId,
  sell_client_id: ({ match }) => match.sellClientId,
  hub_order_id: ({ match }) => match.hubOrderId,
};

export const MARKET_EVENT_COLUMNS: Columns<MarketEventRow, MarketEvent> = {
  seq: (event) => event.seq,
  security_id: (event) => event.securityId,
  market: (event) => event.market,
  reason: (event) => event.reason,
  occurred_at: (event) => event.time,
};
