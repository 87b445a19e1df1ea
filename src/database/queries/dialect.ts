import { type Kysely, PostgresAdapter } from 'kysely';
import type { Dialect, Schema } from '../schema/index.ts';

export function dialectOf(db: Kysely<Schema>): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
