/** Cards of accounts and the payments made with them. Times are whole microseconds since 1970 UTC. */
export interface CardTables {
  linked_cards: LinkedCardRow;
  card_fund_moves: CardFundMoveRow;
  card_limits: CardLimitRow;
}

/** The stored data of a card, never its number. An account has at most one card that is not deleted. */
export interface LinkedCardRow {
  card_id: number;
  client_id: string;
  account_id: string;
  card_holder: string;
  /** The brand, for example Visa. */
  card_type: string;
  last_four: string;
  /** MMYY. */
  expiration: string;
  billing_zip: string;
  /** The processor's token of the card; encrypted at rest. */
  token_sealed: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** A payment by card for a trade. */
export interface CardFundMoveRow {
  /** Counts up from 600001. */
  ref_num: number;
  client_id: string;
  account_id: string;
  trade_id: number;
  offering_id: number;
  /** Dollars: decimal text with six decimals, in whole cents. */
  total_amount: string;
  /** The amount refunded at the processor so far; as total_amount. */
  refunded_amount: string;
  /** Pending, Submitted, Settled, Returned or Voided. */
  fund_status: string;
  /** Pending, Approved or Declined. */
  transaction_status: string;
  errors: string | null;
  processor_transaction_id: string | null;
  processor_transaction_message: string | null;
  processor_token_message: string | null;
  /** The key of the payment at the processor; null until it is submitted. */
  payment_key: string | null;
  /** The token of the card that pays, from the submission on; encrypted at rest. */
  token_sealed: string | null;
  submitted_at: number | null;
  /** When the processor is asked again for the outcome; null when no outcome is pending. */
  ask_at: number | null;
  /** How often the processor was asked. */
  asked: number;
  created_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** The largest payment of a client, if the operator set it. */
interface CardLimitRow {
  client_id: string;
  /** Dollars: decimal text with six decimals. */
  amount_max: string;
  updated_at: number;
}
