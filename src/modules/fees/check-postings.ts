/** Whether the ledger has what orders paid (B10), for `npm run verify`. */
import { sql } from 'kysely';
import type { Db } from '../../database/schema/index.ts';
import { lastPosted } from './post-fees.ts';

interface Sums {
  readonly client_id: string;
  readonly changes: string;
  readonly fee: string;
}

/**
 * Names each client of whom the ledger has other fees than the history, as far as the ledger has come. Nothing while
 * the history is made again and has not come as far.
 */
export async function feeProblems(books: Db, history: Db): Promise<readonly string[]> {
  const last = await lastPosted(books);
  const position = await history.selectFrom('history_position').select('seq').executeTakeFirst();
  if (last === undefined || (position?.seq ?? 0) < last.seq) return [];
  const place = [last.seq, last.order_id] as const;
  const posted = new Map((await sumsOf(books, 'fee_postings', place)).map((sums) => [sums.client_id, sums]));
  const paid = new Map((await sumsOf(history, 'fee_changes', place)).map((sums) => [sums.client_id, sums]));
  return [...new Set([...posted.keys(), ...paid.keys()])].flatMap((clientId) => {
    const [inBooks, inHistory] = [posted.get(clientId), paid.get(clientId)].map((sums) => {
      return `${sums?.fee ?? 0} in ${sums?.changes ?? 0} changes`;
    });
    if (inBooks === inHistory) return [];
    return [`ledger: client ${clientId} paid ${inBooks}, in the order history ${inHistory} (millionths of a dollar)`];
  });
}

async function sumsOf(
  db: Db,
  table: 'fee_postings' | 'fee_changes',
  [seq, orderId]: readonly [number, number],
): Promise<readonly Sums[]> {
  const { rows } = await sql<Sums>`select client_id, cast(count(*) as text) as changes, cast(sum(fee) as text) as fee
    from ${sql.table(table)} where (seq, order_id) <= (${seq}, ${orderId}) group by client_id`.execute(db);
  return rows;
}
