import type {
  Contingency,
  Expiration,
  MatchId,
  OrderChange,
  OrderId,
  OrderStatus,
  OrderType,
  SelfTrade,
  Side,
} from '../../exchange/api/index.ts';
import type { MatchRow, OrderUpdateRow, StoredOrderEntryRow } from './generated/rows.ts';

/** The views of the history (migrations/history/views.ts). */
export interface HistoryViews {
  order_entries: OrderEntryRow;
  orders: OrderRow;
  order_changes: OrderChangeRow;
  order_list: OrderListRow;
  trade_list: TradeListRow;
}

/** The columns of an entry that are stored together in one whole number (order-kinds.ts). */
interface Choices {
  type: OrderType;
  side: Side;
  /** 1 or 0, as the next two. */
  disclosed: number;
  solicited: number;
  in_session: number;
  expiration: Expiration;
  contingency: Contingency;
  status: OrderStatus;
  /** Null for orders from before the column existed. */
  self_trade: SelfTrade | null;
}

export type ChoiceColumn = keyof Choices;

/** An order at its entry, without fills. */
export interface OrderEntryRow extends Omit<StoredOrderEntryRow, 'kind'>, Choices {}

/** An order after the last event. */
export interface OrderRow extends Omit<OrderEntryRow, 'seq'> {
  remaining: number;
  /** Digits; null before the first fill. */
  executed: string | null;
  updated_at: number;
  reason: string | null;
  /** The last change that is neither the entry nor a fill; null without one. */
  last_change: OrderChange | null;
}

/** An order in the list of orders. */
interface OrderListRow extends OrderRow {
  /** Active while the order is Live or Partially Executed. */
  book_state: 'Active' | 'Inactive';
}

/** One change of an order: its entry, an update or a fill. */
export interface OrderChangeRow extends Omit<OrderUpdateRow, 'client_id' | 'contingency' | 'minimum' | 'optional'> {
  /** Of a fill: its match, and the terms of that. */
  match_id: MatchId | null;
  fill_price: number | null;
  fill_quantity: number | null;
  fill_fee: number | null;
}

/** With what other tables have of it. */
export interface RecordedOrderChange extends OrderChangeRow {
  /** The optional terms that the order then had, as JSON. */
  optional: string | null;
  /** The user who made it, and whose user that is; null: none. */
  user_id: string | null;
  user_client_id: string | null;
  /** Of a replacement with another token: the one before; null: the order had no token, or kept it. */
  previous_token: string | null;
  /** Of a fill: the order of its match that came to the other one. */
  initiator_order_id: OrderId | null;
}

/** One side of a match. */
interface TradeListRow
  extends Pick<
    MatchRow,
    | 'match_id'
    | 'security_id'
    | 'buy_order_id'
    | 'sell_order_id'
    | 'price'
    | 'quantity'
    | 'matched_at'
    | 'block'
    | 'auction'
  > {
  /** match_id times two, plus one for the buy side: unique for each side, in the order of matches. */
  trade_row_id: number;
  client_id: string;
  side: Side;
  member_id: string;
  account_id: string | null;
  /** Millionths of a dollar (X4); null: no schedule names its order. */
  fee: number | null;
}
