import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** The rows of a deferred statement; available after a later statement was awaited. */
export interface Deferred<Row> {
  readonly rows: readonly Row[];
}

type Answered = (rows: readonly unknown[]) => void;

/** Deferred statements by their parameters, which Kysely passes to the driver unchanged. */
const deferred = new WeakMap<readonly unknown[], Answered>();

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
export async function executeDeferred<Row>(
  transaction: Kysely<Schema>,
  statement: CompiledQuery<Row>,
): Promise<Deferred<Row>> {
  if (!transaction.isTransaction)
    throw new Error('a deferred statement needs a transaction, whose commit reports its error');
  let answer: readonly Row[] | undefined;
  deferred.set(statement.parameters, (rows) => {
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
