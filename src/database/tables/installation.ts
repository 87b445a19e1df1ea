/** What ties the database to its venue's journal and to its encryption keys. */
export interface InstallationTables {
  venue_binding: VenueBindingRow;
  sealing_keys: SealingKeyRow;
}

/** One row: the journal holds the same id. */
export interface VenueBindingRow {
  /** Random, made once. */
  database_id: string;
  /** 1 once the journal holds the id durably; 0 or 1. */
  confirmed: number;
}

/** An encryption key that values of this database may be sealed with. */
export interface SealingKeyRow {
  /** As it stands in the sealed values; it does not tell the key. */
  key_id: string;
  created_at: number;
}
