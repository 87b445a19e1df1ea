import { type Kysely, PostgresAdapter } from 'kysely';
import type { Schema } from './schema.ts';

/** The two supported databases, with one schema and the same queries. */
export type Dialect = 'sqlite' | 'postgres';

export function dialectOf(db: Kysely<Schema>): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * Column type of a whole number below 2^53 that is the single primary key. On SQLite only a column declared exactly
 * INTEGER is the row id itself; PostgreSQL's integer has 32 bits, so it is bigint there.
 */
export function idType(dialect: Dialect): 'integer' | 'bigint' {
  return dialect === 'sqlite' ? 'integer' : 'bigint';
}

/** Column type of a number that the database generates; the column must be the single primary key. */
export function countedIdType(dialect: Dialect): 'integer' | 'bigserial' {
  return dialect === 'sqlite' ? 'integer' : 'bigserial';
}
