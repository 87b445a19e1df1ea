import { setTimeout as delay } from 'node:timers/promises';
import { type Compilable, type CompiledQuery, PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Dialect, Schema } from '../schema/index.ts';

/** Bounded, because the written columns depend on what callers send. */
const QUERIES_MAX = 1000;

const compiled = new LRUCache<string, CompiledQuery<unknown>>({ max: QUERIES_MAX });

/**
 * The query of this name, compiled on first use. For queries of every method, building and compiling took longer than
 * running them.
 *
 * @param name unique for each query and each of its forms
 * @param parameters in the order in which the query names them; null counts too
 */
export function compiledOnce<Row>(
  db: Db,
  name: string,
  parameters: readonly unknown[],
  query: () => Compilable<Row>,
): CompiledQuery<Row> {
  const key = `${dialectOf(db)} ${name}`;
  let known = compiled.get(key) as CompiledQuery<Row> | undefined;
  if (known === undefined) {
    known = query().compile();
    if (known.parameters.some((value, index) => value !== parameters[index])) {
      throw new Error(`the query ${name} expects other parameters`);
    }
    compiled.set(key, known);
  }
  return withParameters(known, parameters);
}

/** A compiled query with other values for its parameters. Throws RangeError when it has more or fewer. */
export function withParameters<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]): CompiledQuery<Row> {
  if (parameters.length !== query.parameters.length) {
    throw new RangeError(`the query has ${query.parameters.length} parameters, not ${parameters.length}: ${query.sql}`);
  }
  return { ...query, parameters };
}

/** The rows of a deferred statement; available after a later statement was awaited. */
export interface Deferred<Row> {
  readonly rows: readonly Row[];
}

type Answered = (rows: readonly unknown[]) => void;

/** Deferred statements by their parameters, which Kysely passes to the driver unchanged. */
const deferred = new WeakMap<readonly unknown[], Answered>();

/** Has the next statement with these parameters, the array itself, deferred; `answered` gets its rows. */
export function defer(parameters: readonly unknown[], answered: Answered): void {
  deferred.set(parameters, answered);
}

export function isDeferred(parameters: readonly unknown[]): boolean {
  return deferred.has(parameters);
}

/** For a driver that defers statements: the callback for the rows. Undefined for other statements. */
export function takeDeferred(parameters: readonly unknown[]): Answered | undefined {
  const answered = deferred.get(parameters);
  deferred.delete(parameters);
  return answered;
}

/**
 * Executes a statement of a transaction without waiting for it. PostgreSQL gets it with the next awaited statement, at
 * the latest with the commit, which then fails with its error. So a read before another statement, and a write at the
 * end of a transaction, cost no extra round trip. SQLite executes it at once.
 */
export async function executeDeferred<Row>(transaction: Db, statement: CompiledQuery<Row>): Promise<Deferred<Row>> {
  if (!transaction.isTransaction)
    throw new Error('a deferred statement needs a transaction, whose commit reports its error');
  let answer: readonly Row[] | undefined;
  defer(statement.parameters, (rows) => {
    answer = rows as readonly Row[];
  });
  const { rows } = await transaction.executeQuery(statement);
  takeDeferred(statement.parameters)?.(rows);
  return {
    get rows() {
      if (answer === undefined) throw new Error('no later statement was awaited yet');
      return answer;
    },
  };
}

export function dialectOf(db: Db): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * The query with its rows locked until the transaction ends. A transaction on SQLite always runs alone. On PostgreSQL
 * the lock (for no key update) allows foreign-key checks of concurrent inserts, which a stronger lock could deadlock.
 */
export function rowsHeld<Tables extends keyof Schema, Row>(
  transaction: Db,
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
export async function earlierTransactionsEnded(db: Db, waitMsMax: number): Promise<void> {
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
