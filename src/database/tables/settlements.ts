/** Settlement of the venue's matches. */
export interface SettlementTables {
  settlements: SettlementRow;
}

/** What became of a match after the venue made it; one without a row is PENDING. */
export interface SettlementRow {
  match_id: number;
  security_id: number;
  /** PENDING, SETTLED, CANCELED or BUSTED. */
  status: string;
  /** Who said so last. */
  reported_by: string;
  /** Of a match that was busted. */
  reason: string | null;
  /** Microseconds since 1970 UTC. */
  updated_at: number;
}
