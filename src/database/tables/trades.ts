/** Investments of accounts in offerings. */
export interface TradeTables {
  trades: TradeRow;
}

/**
 * An investment. Amounts and shares are decimal text with exactly six decimals; times whole microseconds since 1970
 * UTC.
 */
export interface TradeRow {
  /** Counts up from 100001. */
  trade_id: number;
  client_id: string;
  offering_id: number;
  account_id: string;
  /** The account's primary party when the trade was made. */
  party_id: string;
  transaction_type: string;
  unit_price: string;
  total_shares: string;
  fees: string;
  /** unit_price x total_shares + fees. */
  total_amount: string;
  /** CREATED, FUNDED, UNWIND PENDING, UNWIND SETTLED, SETTLED or CANCELED. */
  order_status: string;
  errors: string | null;
  document_key: string | null;
  esign_status: string;
  field1: string;
  field2: string;
  field3: string;
  rr_approval_status: string;
  rr_name: string | null;
  rr_approval_date: string | null;
  principal_approval_status: string;
  principal_name: string | null;
  principal_date: string | null;
  close_id: string | null;
  /** 1: it can be closed (T9), 0: not yet. */
  eligible_to_close: number;
  /** 1: archived, 0: active. */
  archived: number;
  created_ip_address: string | null;
  /** From the last updateTrade or cancellation. */
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}
