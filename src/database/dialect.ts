import { type Kysely, PostgresAdapter } from 'kysely';
import type { Schema } from './schema/index.ts';

/** The two supported databases, with one schema and the same queries. */
export type Dialect = 'sqlite' | 'postgres';

export function dialectOf(db: Kysely<Schema>): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
