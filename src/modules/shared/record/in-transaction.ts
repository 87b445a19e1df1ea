import type { Kysely } from 'kysely';
import { againAfterDeadlock } from '../../../database/queries/index.ts';
import type { Schema } from '../../../database/schema/index.ts';

/** Runs the work in the transaction that is under way, or in a new one. */
export function inTransaction<T>(db: Kysely<Schema>, work: (transaction: Kysely<Schema>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : againAfterDeadlock(() => db.transaction().execute(work));
}
