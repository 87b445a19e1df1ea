/**
 * Issuers, offerings, accounts and related records. Every row belongs to a client; a row with deleted_at set is
 * virtually deleted. Amounts and share counts are decimal text with exactly six decimals, exact on both databases.
 * Dates are text; times (*_at) whole microseconds since 1970 UTC.
 */
export interface ReferenceTables {
  id_sequences: IdSequenceRow;
  issuers: IssuerRow;
  offerings: OfferingRow;
  accounts: AccountRow;
}

/** The next id of each kind of record; one row a kind. */
export interface IdSequenceRow {
  kind: string;
  next_id: number;
}

export interface IssuerRow {
  /** Counts up from 1001. */
  issuer_id: number;
  client_id: string;
  issuer_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string | null;
  issuer_status: string;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** An offering, which is a security of the venue with the same id. */
export interface OfferingRow {
  /** Counts up from 5001. */
  offering_id: number;
  client_id: string;
  issuer_id: number;
  issue_name: string;
  issue_type: string | null;
  target_amount: string;
  min_amount: string;
  max_amount: string;
  unit_price: string;
  /** max_amount / unit_price, rounded down at the sixth decimal. */
  total_shares: string;
  /** Units of the offering's trades, without cancelled and unwound ones; the remaining units are total minus sold. */
  sold_shares: string;
  /** YYYY-MM-DD. */
  start_date: string;
  /** YYYY-MM-DD. */
  end_date: string;
  /** As sent. */
  offering_status: string;
  offering_text: string;
  stamping_text: string;
  /** Counts the changes of the offering from 1: the order in which the venue must get them. */
  revision: number;
  /** The status after reopening; null: it was never closed; `closed`: it was admitted to trading then (C51). */
  status_before_end: string | null;
  /** Set only by the operator, as the next: JSON of the wire and check instructions, encrypted at rest. */
  custodian_details_sealed: string | null;
  escrow_account_number: string | null;
  /** Id of the escrow institution. */
  provider_id: number | null;
  field1: string | null;
  field2: string | null;
  field3: string | null;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** An account. Dates and free-form fields are stored as sent. */
export interface AccountRow {
  /** A and eight or more digits, counted up from A10000001. */
  account_id: string;
  client_id: string;
  account_name: string;
  type: string;
  entity_type: string | null;
  resident_type: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  email: string;
  phone: string | null;
  /** Encrypted at rest. */
  tax_id_sealed: string | null;
  /** Encrypted at rest; not settable through the API. */
  social_security_number_sealed: string | null;
  kyc_status: string;
  kyc_date: string | null;
  aml_status: string;
  aml_date: string | null;
  suitability_score: number | null;
  suitability_date: string | null;
  suitability_approver: string | null;
  accredited_status: string;
  accredited_investor: string | null;
  accredited_investor_date: string | null;
  /** Whole dollars, as decimal digits. */
  limit_506c: string | null;
  account_total_limit: string | null;
  single_investment_limit: string | null;
  associated_ac: string | null;
  syndicate: string;
  tags: string;
  notes: string;
  approval_status: string;
  approval_principal: string | null;
  approval_last_review: string | null;
  field1: string;
  field2: string;
  field3: string;
  /** 1: archived, 0: active. */
  archived: number;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  /** Null until the first update. */
  updated_at: number | null;
  deleted_at: number | null;
}
