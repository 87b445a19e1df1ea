/** Quotes on RFQ orders of the venue. */
export interface QuoteTables {
  quotes: QuoteRow;
}

/** A client's offer to trade with an RFQ order. Prices are whole millionths of a dollar, quantities whole shares. */
export interface QuoteRow {
  quote_id: number;
  /** The client that quotes. */
  client_id: string;
  order_id: number;
  /** The client of the order. */
  order_client_id: string;
  security_id: number;
  /** The side of the quote, opposite to that of the order. */
  side: string;
  member_id: string;
  account_id: string | null;
  price: number;
  quantity: number;
  token: string | null;
  ip: string;
  status: string;
  /** The filled quantity of the order when its client accepted the quote; null before. */
  filled: number | null;
  /** The id of its match. */
  match_id: number | null;
  reason: string | null;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}
