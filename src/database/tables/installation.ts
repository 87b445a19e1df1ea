/** The links of the database to its venue's journal and to its encryption keys. */
export interface InstallationTables {
  venue_binding: VenueBindingRow;
  sealing_keys: SealingKeyRow;
}

/** One row; the journal has the same id. */
export interface VenueBindingRow {
  /** Random, generated once. */
  database_id: string;
  /** 1 once the id is durable in the journal; else 0. */
  confirmed: number;
}

/** An encryption key that values of this database may use. */
interface SealingKeyRow {
  /** The id in the sealed values, which does not reveal the key. */
  key_id: string;
  created_at: number;
}
