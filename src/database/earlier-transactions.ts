import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Schema } from './schema/index.ts';

/** The first delay between two checks; each further delay is twice as long. */
const FIRST_LOOK_MS = 10;

/**
 * Resolves when every earlier writing transaction of this PostgreSQL server has ended, or after a time limit in
 * milliseconds: the transaction of a killed process may commit shortly after its end. SQLite has no such transactions.
 */
export async function earlierTransactionsEnded(db: Kysely<Schema>, waitMsMax: number): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  const { rows } = await sql<{ own: number }>`select txid_current() as own`.execute(db);
  const until = performance.now() + waitMsMax;
  for (let waitMs = FIRST_LOOK_MS; performance.now() < until; waitMs *= 2) {
    const { rows: snapshot } = await sql<{ oldest: number }>`
      select txid_snapshot_xmin(txid_current_snapshot()) as oldest`.execute(db);
    if (snapshot[0]!.oldest > rows[0]!.own) return;
    await delay(Math.min(waitMs, until - performance.now()));
  }
}
