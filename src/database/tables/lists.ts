/** The counts that lists need. */
export interface ListTables {
  record_counts: RecordCountRow;
}

/**
 * The number of records of a kind that a client has, so that lists need not count them. Triggers write it
 * (counted-records.ts); a count is the sum over all slots, of which some may be below zero.
 */
interface RecordCountRow {
  /** Name of the table. */
  kind: string;
  client_id: string;
  /** 1: only shown in lists with deleted=true. */
  hidden: number;
  /** Concurrent transactions write different slots, so that they do not wait for each other. */
  slot: number;
  records: number;
}
