import type { Db } from '../../../../database/schema/index.ts';
import { refusalsToPay, type SentPayment } from '../../../trades/index.ts';

/** As refusalsToPay, of debits: those of a blocked account are not sent either. */
export async function refusalsToDebit(
  transaction: Db,
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
