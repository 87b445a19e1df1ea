/** The actions that need a second operator. */
export interface PendingActionTables {
  pending_actions: PendingActionRow;
}

/** A call of an operator's method, and its outcome (C81). */
export interface PendingActionRow {
  action_id: string;
  /** The operator who asked. */
  client_id: string;
  method: string;
  /** The values of the call, encrypted at rest. */
  values_sealed: string;
  /** The caller's address. */
  ip: string;
  status: string;
  /** Why it was rejected. */
  reason: string | null;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  expires_at: number;
  decided_by: string | null;
  decided_at: number | null;
  /** The response of the method, encrypted at rest; null before. */
  answer_sealed: string | null;
}
