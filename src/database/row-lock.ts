import type { Kysely, SelectQueryBuilder } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Schema } from './schema.ts';

/**
 * The query with its rows held: nobody else changes them before the transaction ends. On SQLite a transaction is alone
 * from its begin. On PostgreSQL the lock lets others check that the row is there, as each insert of a row that names it
 * does; the stronger one would wait for them, and they for it.
 */
export function rowsHeld<Tables extends keyof Schema, Row>(
  transaction: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> {
  return dialectOf(transaction) === 'postgres' ? query.forNoKeyUpdate() : query;
}
