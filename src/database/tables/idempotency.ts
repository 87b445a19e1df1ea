/** Stored responses for retries with the same Idempotency-Key. */
export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeyRow;
}

interface IdempotencyKeyRow {
  client_id: string;
  idempotency_key: string;
  /** SHA-256 of the method and its values. */
  body_hash: string;
  /** JSON, encrypted because it has personal data. Empty while the call is under way in its transaction. */
  answer_sealed: string;
  created_at: number;
}
