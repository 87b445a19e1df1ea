import type { Contingency, Expiration, OrderChange, OrderStatus, OrderType, Side } from '../../exchange/interface.ts';

/** The venue's history: a projection of its events. Prices are millionths of a dollar, quantities whole shares. */
export interface HistoryTables {
  history_position: HistoryPositionRow;
  orders: OrderRow;
  order_changes: OrderChangeRow;
  matches: MatchRow;
  market_events: MarketEventRow;
}

export interface HistoryPositionRow {
  /** Always 1: the table has one row. */
  id: number;
  /** Sequence number of the last event that the tables hold. */
  seq: number;
}

/** An order as it stands after the last event. */
export interface OrderRow {
  order_id: number;
  client_id: string;
  security_id: number;
  issuer_id: number;
  member_id: string;
  account_id: string | null;
  type: OrderType;
  side: Side;
  token: string | null;
  disclosed: number;
  solicited: number;
  expiration: Expiration;
  expiration_date: string | null;
  ip: string;
  in_session: number;
  created_at: number;
  price: number;
  quantity: number;
  remaining: number;
  contingency: Contingency;
  minimum: number;
  status: OrderStatus;
  updated_at: number;
}

/** One change of an order, as the event with this sequence number told it. */
export interface OrderChangeRow {
  seq: number;
  order_id: number;
  change: OrderChange;
  status: OrderStatus;
  remaining: number;
  quantity: number;
  price: number;
  reason: string | null;
  changed_at: number;
}

export interface MatchRow {
  match_id: number;
  seq: number;
  security_id: number;
  matched_at: number;
  price: number;
  quantity: number;
  buy_order_id: number;
  sell_order_id: number;
  buy_client_id: string;
  sell_client_id: string;
  hub_order_id: number;
}

/** A market opened, closed or halted. */
export interface MarketEventRow {
  seq: number;
  security_id: number;
  market: 'open' | 'closed' | 'halted';
  reason: string | null;
  occurred_at: number;
}
