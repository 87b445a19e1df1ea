import type { Kysely } from 'kysely';
import type { Schema } from '../../../../database/schema.ts';
import { refusalsToPay, type SentPayment } from '../../../trades/index.ts';
import { centsOf } from './batch-file.ts';
import type { DueBatch } from './debit-source.ts';

/** A Pending debit of any kind. */
export interface DueDebit extends SentPayment {
  /** Six-decimal text. */
  readonly amount: string;
}

/** How debits of one kind are found and moved. */
export interface DueDebits<R extends DueDebit> {
  /** The oldest that are Pending and were made before the cut-off, at most so many. */
  due(limit: number): Promise<readonly R[]>;
  /** Those of them that are Pending still, oldest first; nobody else changes them before the transaction ends. */
  hold(due: readonly R[]): Promise<readonly R[]>;
  submit(debit: R): Promise<R>;
  void(debit: R, errors: string): Promise<unknown>;
}

/**
 * Submits what is due until the file is full: its number of debits, and its total (A14). What must not be paid any more
 * is voided instead (T14).
 */
export async function submitDue<R extends DueDebit>(
  transaction: Kysely<Schema>,
  { limit, centsMax }: Pick<DueBatch, 'limit' | 'centsMax'>,
  debits: DueDebits<R>,
): Promise<R[]> {
  const submitted: R[] = [];
  let room = centsMax;
  for (;;) {
    const due = submitted.length === limit ? [] : await debits.due(limit - submitted.length);
    if (due.length === 0) return submitted;
    // The trades first, as everybody takes them: two who held one each would wait for each other.
    const refusalOf = await refusalsToDebit(transaction, due);
    for (const debit of await debits.hold(due)) {
      const refusal = refusalOf(debit);
      const cents = centsOf(debit.amount);
      if (refusal === undefined && cents > room) return submitted;
      if (refusal === undefined) {
        submitted.push(await debits.submit(debit));
        room -= cents;
      } else await debits.void(debit, refusal);
    }
  }
}

/** As refusalsToPay, of debits: those of a blocked account are not sent either. */
export async function refusalsToDebit(
  transaction: Kysely<Schema>,
  due: readonly SentPayment[],
): Promise<(debit: SentPayment) => string | undefined> {
  const refusalOf = await refusalsToPay(transaction, due);
  const rows = await transaction
    .selectFrom('ach_blocks')
    .select('account_id')
    .where('account_id', 'in', [...new Set(due.map(({ account_id }) => account_id))])
    .execute();
  const blocked = new Set(rows.map(({ account_id }) => account_id));
  return (debit) => (blocked.has(debit.account_id) ? 'The account is blocked' : refusalOf(debit));
}
