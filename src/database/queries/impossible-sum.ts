/** Statements that the ledger of money refuses because of an impossible sum (B6), as the log shows them. */
import type { CompiledQuery } from 'kysely';
import { changedRows, type Noting } from './noted-statements.ts';
import type { Row } from './row-changes.ts';

export interface ImpossibleSum {
  /** On PostgreSQL with all entries. */
  readonly message: string;
  /** On SQLite: the table that the statement changes, its rows as they are, and the values that they were to have. */
  readonly statement?: {
    readonly table: string;
    readonly before: readonly Row[];
    readonly values: readonly Row[];
  };
}

/** As the triggers of the ledger begin their errors (postings.ts). */
const BEGINNING = /^ledger: /;
/** The reason of an entry is free text, which may name a person. */
const REASONS = /, "reason": (?:null|"(?:[^"\\]|\\.)*")|"reason": (?:null|"(?:[^"\\]|\\.)*"), /g;
/** Ids, states, amounts and times: a column that is not among them is left out. */
const SHOWN = /^(?!bank_)(?:.*_)?(id|num|number|rail|kind|payment|counted|fees|status|amount|shares|price|at)$/;

/** Whether the ledger refused the statement; its error then says nothing of a person. */
export function isImpossibleSum(error: unknown): error is Error {
  if (!(error instanceof Error) || !BEGINNING.test(error.message)) return false;
  error.message = error.message.replaceAll(REASONS, '');
  return true;
}

/**
 * What a refused statement held. SQLite has undone the statement alone, so that its rows are still there to be read;
 * PostgreSQL has ended the transaction, and its error names the entries.
 */
export async function impossibleSumOf(
  noting: Noting,
  query: CompiledQuery,
  { message }: Error,
): Promise<ImpossibleSum> {
  if (noting.dialect === 'postgres') return { message };
  const changed = await changedRows(noting, query).catch(() => undefined);
  if (changed === undefined) return { message };
  const { table, before, values } = changed;
  return { message, statement: { table, before: before.map(shown), values: values.map(shown) } };
}

function shown(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => SHOWN.test(column)));
}
