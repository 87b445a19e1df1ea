import type {
  Contingency,
  Expiration,
  MarketCause,
  NoticeKind,
  OrderChange,
  OrderStatus,
  OrderType,
  SelfTrade,
  Side,
} from '../../exchange/api/index.ts';

/**
 * The venue's history: a projection of its events, to which rows are only ever added (migrations/history). Prices are
 * millionths of a dollar, quantities whole shares.
 */
export interface HistoryTables {
  history_position: HistoryPositionRow;
  order_entry_rows: StoredOrderEntryRow;
  /** View: order_entry_rows with the choices of each order. */
  order_entries: OrderEntryRow;
  order_updates: OrderUpdateRow;
  matches: MatchRow;
  market_events: MarketEventRow;
  notices: NoticeRow;
  /** View: entries with the effects of updates and matches. */
  orders: OrderRow;
  /** View: entries, updates and the fills of the matches. */
  order_changes: OrderChangeRow;
  /** View: orders with the further columns of their list. */
  order_list: OrderListRow;
  /** View: each match as the trades of its two sides. */
  trade_list: TradeListRow;
  ended_orders: EndedOrderRow;
  live_orders: LiveOrderRow;
  history_counts: HistoryCountRow;
  order_token_runs: OrderTokenRunRow;
  order_tokens: OrderTokenRow;
  day_ends: DayEndRow;
  day_positions: DayPositionRow;
  day_holdings: DayHoldingRow;
}

export interface HistoryPositionRow {
  /** The shard of the events: one row, written with the first events. */
  shard: number;
  /** Sequence number of the last event that the tables hold. */
  seq: number;
}

/** An order after the last event. */
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
  reason: string | null;
  /** The last change that is neither the entry nor a fill; null without one. */
  last_change: OrderChange | null;
  /** Null of orders that were written before it was. */
  self_trade: SelfTrade | null;
}

/** An order at its entry, without fills. */
export interface OrderEntryRow extends Omit<OrderRow, 'remaining' | 'updated_at' | 'reason' | 'last_change'> {
  /** The sequence number of the event of the entry. */
  seq: number;
}

/** The columns of an entry that are stored together in one whole number (order-kinds.ts). */
export type ChoiceColumn =
  | 'type'
  | 'side'
  | 'expiration'
  | 'contingency'
  | 'status'
  | 'self_trade'
  | 'disclosed'
  | 'solicited'
  | 'in_session';

/** The same in the form of its table. */
export interface StoredOrderEntryRow extends Omit<OrderEntryRow, ChoiceColumn> {
  /** The choices of the order (order-kinds.ts). */
  kind: number;
}

/** A change of an order that is neither its entry nor a fill, with its terms after the change. */
export interface OrderUpdateRow extends OrderChangeRow {
  client_id: string;
  contingency: Contingency;
  minimum: number;
}

/** One change of an order, from the event with this sequence number. */
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
  /**
   * What remained of the two orders after the fills, which are the events seq + 1 (of the initiator) and seq + 2 (of
   * the contra).
   */
  buy_remaining: number;
  sell_remaining: number;
  /** 1: a negotiated block. */
  block: number | null;
}

/** A market opened, closed or halted. */
export interface MarketEventRow {
  seq: number;
  security_id: number;
  market: 'open' | 'closed' | 'halted';
  reason: string | null;
  /** Null in rows that were written before it was. */
  cause: MarketCause | null;
  occurred_at: number;
}

/** An event outside of the books, as one client gets it. */
export interface NoticeRow {
  seq: number;
  /** The id of its row of venue_notices. */
  notice_id: string;
  client_id: string;
  security_id: number;
  kind: NoticeKind;
  /** JSON. */
  fields: string;
  told_at: number;
}

interface OrderListRow extends OrderRow {
  /** Active while the order is Live or Partially Executed. */
  book_state: 'Active' | 'Inactive';
}

/** One side of a match. */
interface TradeListRow {
  /** match_id times two, plus one for the buy side: unique for each side, in the order of matches. */
  trade_row_id: number;
  match_id: number;
  security_id: number;
  client_id: string;
  side: Side;
  member_id: string;
  account_id: string | null;
  buy_order_id: number;
  sell_order_id: number;
  price: number;
  quantity: number;
  matched_at: number;
  block: number | null;
}

/** An order that has ended, by its last status. */
export interface EndedOrderRow {
  client_id: string;
  status: OrderStatus;
  order_id: number;
}

/** An order that has not ended, by its status. */
export type LiveOrderRow = EndedOrderRow;

/** How many orders and trades a client has in a security, and how many of its orders ended in each status. */
export interface HistoryCountRow {
  client_id: string;
  /** order, trade (a side of a match), or the status in which orders ended. */
  kind: string;
  security_id: number;
  records: number;
}

/** SQLite only (order-tokens.ts): a run of order_tokens. */
interface OrderTokenRunRow {
  run: number;
}

export interface OrderTokenRow {
  run: number;
  token_key: number;
  order_id: number;
}

/** Where a trading day ended (docs/venue/end-of-day.md). */
export interface DayEndRow {
  /** YYYY-MM-DD, US Eastern. */
  date: string;
  /** 0 while markets may still trade on this date. */
  is_over: number;
  /** Whether day_positions has what was bought and sold on it. */
  has_positions: number;
  /** Sequence of the command that ended it. */
  command: number;
  /** Sequence of the last command of the group that this one was journaled in, and the group's SHA-256 in hex. */
  group_end: number;
  chain_hash: string;
  /** The last event, order and match up to then. */
  event_seq: number;
  order_id: number;
  match_id: number;
  ended_at: number;
}

/** Shares that an account bought and sold in a security on one trading day, where it traded. */
export interface DayPositionRow {
  client_id: string;
  /** Empty for orders without an account. */
  account_id: string;
  security_id: number;
  date: string;
  bought: number;
  sold: number;
}

/** The position of an account in a security at the end of a trading day, by the venue's positions (V52). */
export interface DayHoldingRow {
  date: string;
  client_id: string;
  /** Empty for the client itself. */
  account_id: string;
  security_id: number;
  quantity: number;
}
