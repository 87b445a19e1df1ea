/** Which payments wait for what; of all clients, for the batch. */
import { sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';
import type { Page } from './processor-work.ts';

/**
 * Numbers of the Pending payments that were made before the cut-off and that nobody declined. The state is literal
 * text: SQLite uses a partial index only where the statement says what is in it.
 */
export async function movesDueBefore(db: Db, cutOff: number, { after, most }: Page): Promise<number[]> {
  const rows = await db
    .selectFrom('card_fund_moves')
    .select('ref_num')
    .where('fund_status', '=', sql.lit('Pending'))
    .where('transaction_status', '!=', 'Declined')
    .where('created_at', '<', cutOff)
    .where('ref_num', '>', after)
    .orderBy('ref_num')
    .limit(most)
    .execute();
  return rows.map(({ ref_num }) => ref_num);
}

export async function refNumOfKey(db: Db, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('card_fund_moves')
    .select('ref_num')
    .where('payment_key', '=', key)
    .executeTakeFirst();
  return row?.ref_num;
}
