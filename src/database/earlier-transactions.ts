import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Schema } from './schema.ts';

/** Between two looks; each time twice as long. */
const FIRST_LOOK_MS = 10;

/**
 * Resolves when every transaction has ended that was writing on this server of PostgreSQL, or after so many
 * milliseconds: what a killed process sent may be committed a little after its end. On SQLite nothing outlives it.
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
