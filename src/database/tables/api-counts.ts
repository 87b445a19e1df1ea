/** How many calls clients made. */
export interface ApiCountTables {
  api_counts: ApiCountRow;
}

/** The calls of a client in one month. */
interface ApiCountRow {
  client_id: string;
  /** YYYY-MM, UTC. */
  month: string;
  calls: number;
}
