import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { dialectOf } from './dialect.ts';

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

/**
 * PostgreSQL's codes (appendix A of its manual) for a deadlock and a serialization failure: the transaction was rolled
 * back and succeeds when it is repeated.
 */
const STATES: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** As many attempts as connections: of the conflicting transactions, one succeeds in each round. */
const ATTEMPTS_MAX = 10;

/** Runs the work of a transaction, and repeats it when a concurrent transaction caused a rollback. */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !STATES.has((error as { code?: unknown }).code)) throw error;
    }
  }
}

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
