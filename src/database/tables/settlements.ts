/** Settlement of the venue's matches. */
export interface SettlementTables {
  settlements: SettlementRow;
}

/** The settlement of a match; a match without a row is PENDING. */
export interface SettlementRow {
  match_id: number;
  security_id: number;
  /** PENDING, SETTLED, CANCELED or BUSTED. */
  status: string;
  /** The client that reported it last. */
  reported_by: string;
  /** The reason of a bust. */
  reason: string | null;
  /** Microseconds since 1970 UTC. */
  updated_at: number;
}
