import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { historyTables } from '../database/migrations/index.ts';

/** What the journal does not have, and SQLite's alone. */
const METRICS = ['metric_series', 'metric_samples'];
const OF_SQLITE = ['order_token_runs', 'order_tokens'];

/** The tables of the history that are made again from the journal. */
export function projectedTables(dialect: Database['dialect']): string[] {
  const others = dialect === 'sqlite' ? METRICS : [...METRICS, ...OF_SQLITE];
  return historyTables().filter((table) => !others.includes(table));
}

/** Empties the order history: the server makes it again from the journal. No server may run meanwhile. */
export async function emptyHistory({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of projectedTables(dialect)) await sql`delete from ${sql.table(table)}`.execute(transaction);
  });
}
