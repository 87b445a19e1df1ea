/** Checks of identities and watch lists. Texts are kept as sent; *_sealed columns are encrypted at rest. */
export interface KycTables {
  kyc_responses: KycResponseRow;
  kyc_questionnaires: KycQuestionnaireRow;
  kyc_reviews: KycReviewRow;
}

/** The provider's response of each completed check. */
interface KycResponseRow {
  response_id: number;
  client_id: string;
  /** A party or an entity. */
  party_id: string;
  /** Basic, Enhanced or AML Only. */
  type: string;
  /** JSON: response, kycstatus, amlstatus. */
  response_sealed: string;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  deleted_at: number | null;
}

/** The questions of an enhanced check, which can be answered once. */
export interface KycQuestionnaireRow {
  party_id: string;
  /** The provider's id-number of the check. */
  id_number: string;
  client_id: string;
  question_count: number;
  expires_at: number;
  /** When the questions were answered, right or wrong. */
  answered_at: number | null;
}

/** A review by people; at most one for each party, entity or account of a client, which can be opened again. */
export interface KycReviewRow {
  request_id: string;
  client_id: string;
  /** A party, an entity or an account. */
  investor_id: string;
  /**
   * Pending, Needs More Info, New Info Added, Manually Approved, Disapproved, or Auto Approved when no review is
   * needed.
   */
  kyc_status: string;
  aml_status: string;
  /** 1 while one of the two statuses waits for the reviewer or the client. */
  open: number;
  notes_sealed: string | null;
  created_at: number;
  updated_at: number;
}
