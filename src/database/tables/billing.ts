/** Calls that are billed. */
export interface BillingTables {
  billed_calls: BilledCallRow;
}

/** The billed calls of a client of one method in one month. */
interface BilledCallRow {
  client_id: string;
  /** YYYY-MM, UTC. */
  month: string;
  method: string;
  calls: number;
}
