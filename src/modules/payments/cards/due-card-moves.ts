/** Which payments wait for what; of all clients, for the batch. */
import { sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';

interface Page {
  /** The number of the one before. */
  readonly after: number;
  readonly most: number;
}

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

/**
 * Numbers of the payments that the processor is to be asked for again. They are few among all payments: with + the
 * databases look for them by ask_at, and not through the numbers.
 */
export async function movesToAsk(db: Db, nowUs: number, { after, most }: Page): Promise<number[]> {
  const rows = await db
    .selectFrom('card_fund_moves')
    .select('ref_num')
    .where('ask_at', '<=', nowUs)
    .where(sql`+ref_num`, '>', after)
    .orderBy(sql`+ref_num`)
    .limit(most)
    .execute();
  return rows.map(({ ref_num }) => ref_num);
}

/** When the next payment is to be asked for; undefined: none is. */
export async function nextAskAt(db: Db): Promise<number | undefined> {
  const { next } = await db
    .selectFrom('card_fund_moves')
    .select((row) => row.fn.min('ask_at').as('next'))
    .where('ask_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return next === null ? undefined : Number(next);
}

export async function refNumOfKey(db: Db, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('card_fund_moves')
    .select('ref_num')
    .where('payment_key', '=', key)
    .executeTakeFirst();
  return row?.ref_num;
}
