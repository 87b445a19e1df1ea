import type { Kysely, SelectQueryBuilder } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Schema } from './schema/index.ts';

/**
 * The query with its rows locked until the transaction ends. A transaction on SQLite always runs alone. On PostgreSQL
 * the lock (for no key update) allows foreign-key checks of concurrent inserts, which a stronger lock could deadlock.
 */
export function rowsHeld<Tables extends keyof Schema, Row>(
  transaction: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> {
  return dialectOf(transaction) === 'postgres' ? query.forNoKeyUpdate() : query;
}
