/** Quotes on RFQ orders of the venue. */
export interface QuoteTables {
  quotes: QuoteRow;
}

/** A client's offer to trade with an RFQ order. Prices are whole millionths of a dollar, quantities whole shares. */
export interface QuoteRow {
  quote_id: number;
  /** Who quotes. */
  client_id: string;
  order_id: number;
  /** Whose the order is. */
  order_client_id: string;
  security_id: number;
  /** That of the quote: the other one than the order's. */
  side: string;
  member_id: string;
  account_id: string | null;
  price: number;
  quantity: number;
  token: string | null;
  ip: string;
  status: string;
  /** What was filled of the order when its client accepted the quote; null before. */
  filled: number | null;
  /** What it traded as. */
  match_id: number | null;
  reason: string | null;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}
