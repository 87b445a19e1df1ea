/**
 * Bank accounts outside the platform, and debits of them by ACH. Amounts are decimal text with exactly six decimals;
 * times (*_at) whole microseconds since 1970 UTC; numbers of banks and bank accounts are encrypted at rest.
 */
export interface AchTables {
  external_accounts: ExternalAccountRow;
  ach_fund_moves: AchFundMoveRow;
  ach_clients: AchClientRow;
  ach_blocks: AchBlockRow;
  ach_batches: AchBatchRow;
  ach_files: AchFileRow;
  ach_notice_files: AchNoticeFileRow;
  ach_notices: AchNoticeRow;
}

/** The one bank account of an account or an issuer (A1). */
export interface ExternalAccountRow {
  external_account_id: number;
  client_id: string;
  /** Account or Issuer. */
  types: string;
  /** Id of the account or issuer: at most one live row has it. */
  owner_id: string;
  full_name: string;
  nickname: string;
  routing_number_sealed: string;
  account_number_sealed: string;
  /** Checking or Savings. */
  account_type: string;
  bank_name: string | null;
  /** When its holder linked it on our page; null when the client sent it. */
  linked_at: number | null;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** A debit, with the bank details from its creation. */
export interface AchFundMoveRow {
  ref_num: number;
  client_id: string;
  account_id: string;
  trade_id: number;
  offering_id: number;
  amount: string;
  description: string;
  full_name: string;
  routing_number_sealed: string;
  account_number_sealed: string;
  account_type: string;
  bank_name: string | null;
  /** Pending, Submitted, Settled, Returned or Voided. A trade has at most one row in the first three. */
  fund_status: string;
  /** Pending, Approved or Declined. */
  transaction_status: string;
  /** Why the bank returned it; null if it did not. */
  errors: string | null;
  /** The bank business day of its file, YYYY-MM-DD. */
  batch_day: string | null;
  /** 15 digits: its name in the network. */
  trace_number: string | null;
  created_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** The operator's settings for a client; without a row the defaults apply (A9). */
export interface AchClientRow {
  client_id: string;
  /** 1: debits are made; 0: there is no payment provider (211). */
  enabled: number;
  /** Largest trade total of one debit. */
  single_amount_max: string;
  updated_at: number;
}

/** An account that cannot be debited (773). */
export interface AchBlockRow {
  account_id: string;
  client_id: string;
  reason: string;
  created_at: number;
}

/** The batch of a bank business day: made once, also without payments. */
interface AchBatchRow {
  /** YYYY-MM-DD. */
  batch_day: string;
  entries: number;
  total: string;
  made_at: number;
}

/** A file of a batch for the bank. */
interface AchFileRow {
  file_name: string;
  batch_day: string;
  modifier: string;
  entries: number;
  content_sealed: string;
  /** Null until the file is in its folder. */
  written_at: number | null;
}

/** A file of returns and notifications of change that was read: each content once. */
interface AchNoticeFileRow {
  /** Of the content, in hex. */
  sha256: string;
  file_name: string;
  read_at: number;
}

/** A notice of the bank about a debit, and its outcome. */
interface AchNoticeRow {
  sha256: string;
  line: number;
  /** R01 ... or C01 ... */
  code: string;
  trace_number: string;
  ref_num: number | null;
  outcome: string;
}
