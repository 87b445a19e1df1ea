/** Custody accounts: requests, attestations and payments. *_sealed columns are encrypted at rest. */
export interface CustodyTables {
  custody_attestations: CustodyAttestationRow;
  custody_account_requests: CustodyAccountRequestRow;
  custody_account_supplements: CustodyAccountSupplementRow;
  custody_party_supplements: CustodyPartySupplementRow;
  custody_fund_disbursements: CustodyFundDisbursementRow;
  custody_fund_moves: CustodyFundMoveRow;
  custody_deposit_limits: CustodyDepositLimitRow;
}

/** The latest attestation of the custody agreement for each account. */
export interface CustodyAttestationRow {
  account_id: string;
  client_id: string;
  document_url: string;
  created_ip_address: string | null;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  deleted_at: number | null;
}

/** A request for a custody account; the newest of an account counts. */
export interface CustodyAccountRequestRow {
  /** Ten random letters and digits. */
  request_id: string;
  client_id: string;
  account_id: string;
  /** Pending, Need More Info, New Info Added, Approved or Rejected. */
  request_status: string;
  /** Pending, Open or Closed. */
  account_status: string;
  /** 1: restricted, 0: not. */
  restricted: number;
  /** What the operator said of the status. */
  reason: string | null;
  /** What the client said last. */
  notes: string | null;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

interface SealedDetails {
  client_id: string;
  details_sealed: string;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface CustodyAccountSupplementRow extends SealedDetails {
  account_id: string;
}

export interface CustodyPartySupplementRow extends SealedDetails {
  /** A party or an entity. */
  party_id: string;
}

/** Money that leaves a custody account. */
export interface CustodyFundDisbursementRow {
  /** A UUID. */
  request_id: string;
  client_id: string;
  account_id: string;
  /** Decimal text with two decimals. */
  amount: string;
  /** ach, wire_domestic or wire_international. */
  type: string;
  bank_id: string | null;
  bank_account_id_sealed: string | null;
  details_sealed: string | null;
  status: string;
  /** What the operator said of the status. */
  reason: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

/** A deposit: money debited from the external account for the custody account. */
export interface CustodyFundMoveRow {
  /** From the shared sequence of all debits. */
  reference_number: number;
  client_id: string;
  account_id: string;
  /** The trade that the money is for. */
  trade_id: number | null;
  /** Decimal text with six decimals. */
  amount: string;
  description: string | null;
  bank_name: string | null;
  /** From the external account at the time of the deposit. */
  account_name: string;
  account_number_sealed: string;
  routing_number_sealed: string;
  /** Checking or Savings. */
  account_type: string;
  /** Pending, Approved or TEST ENTRY. */
  approval_status: string;
  /** Pending, Submitted, Settled, Returned, Voided or Declined. */
  status: string;
  errors: string;
  /** The bank business day of its file, YYYY-MM-DD. */
  batch_day: string | null;
  /** 15 digits: its name in the network. */
  trace_number: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

/** The largest deposit of a client, below the limit for all clients. */
interface CustodyDepositLimitRow {
  client_id: string;
  /** Decimal text with six decimals. */
  amount: string;
  updated_at: number;
}
