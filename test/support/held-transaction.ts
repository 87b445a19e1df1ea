/** Transactions that are held open while another change comes, which on PostgreSQL waits for them. */
import { sql } from 'kysely';
import type { Db } from '../../src/database/schema/index.ts';

/** Resolves when some connection waits for this one. */
export async function isWaitedFor(db: Db, pid: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(db);
    if (rows.length > 0) return;
  }
}

/**
 * Does the work in a transaction that ends on `release`; resolves once the work is done. On SQLite, where nothing else
 * happens within a transaction, it ends with the work. pid: of its connection.
 */
export async function holdUntilReleased(
  db: Db,
  dialect: 'sqlite' | 'postgres',
  work: (transaction: Db) => Promise<unknown>,
): Promise<{ readonly holder: Promise<void>; readonly release: () => void; readonly pid: number }> {
  const held = Promise.withResolvers<number>();
  const end = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (transaction) => {
    await work(transaction);
    if (dialect === 'sqlite') return held.resolve(0);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    held.resolve(rows[0]!.pid);
    await end.promise;
  });
  const pid = await Promise.race([held.promise, holder.then(() => 0)]);
  return { holder, release: end.resolve, pid };
}
