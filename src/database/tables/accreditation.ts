/** Verification that investors are accredited. */
export interface AccreditationTables {
  accreditation_requests: AccreditationRequestRow;
}

/** A request to verify the investor of an account; an account may have many. */
export interface AccreditationRequestRow {
  /** Ten random letters and digits. */
  request_id: string;
  client_id: string;
  account_id: string;
  ai_method: string;
  notes: string | null;
  /** As it was sent; Pending at first, Expired after valid_until. */
  request_status: string;
  /** Who decided for the operator. */
  reviewed_by: string | null;
  /** The last date, YYYY-MM-DD (US Eastern), of an approval. */
  valid_until: string | null;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}
