import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** What a statement answers, once another one behind it has been waited for. */
export interface Unanswered<Row> {
  readonly rows: readonly Row[];
}

type Answered = (rows: readonly unknown[]) => void;

/** By their parameters, which Kysely hands to the driver as they are: statements that nobody waits for. */
const unanswered = new WeakMap<readonly unknown[], Answered>();

/** For a driver that holds such statements back: what is to be told the rows. Undefined for all others. */
export function takeUnanswered(parameters: readonly unknown[]): Answered | undefined {
  const answered = unanswered.get(parameters);
  unanswered.delete(parameters);
  return answered;
}

/**
 * Executes a statement of a transaction without waiting for it. On PostgreSQL it is sent with the next statement that
 * is waited for, at the latest with the commit, which then fails with its error: so reads that come before another,
 * and writes at the end of a transaction, cost no journey of their own. On SQLite it is executed at once.
 */
export async function executeUnanswered<Row>(
  transaction: Kysely<Schema>,
  statement: CompiledQuery<Row>,
): Promise<Unanswered<Row>> {
  if (!transaction.isTransaction) throw new Error('only a commit tells of the error of an unanswered statement');
  let answer: readonly Row[] | undefined;
  unanswered.set(statement.parameters, (rows) => {
    answer = rows as readonly Row[];
  });
  const { rows } = await transaction.executeQuery(statement);
  takeUnanswered(statement.parameters)?.(rows);
  return {
    get rows() {
      if (answer === undefined) throw new Error('no statement behind it has been waited for');
      return answer;
    },
  };
}
