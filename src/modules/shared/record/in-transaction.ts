import { againAfterDeadlock } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';

/** Runs the work in the transaction that is under way, or in a new one. */
export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : againAfterDeadlock(() => db.transaction().execute(work));
}
