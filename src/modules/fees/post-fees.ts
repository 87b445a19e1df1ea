import { sql } from 'kysely';
import type { Db, FeeChangeRow } from '../../database/schema/index.ts';
import { longRead, type ReadDeps } from '../shared/list/index.ts';

/** Posted by one transaction. */
const PIECE = 500;

type Posted = Pick<FeeChangeRow, 'seq' | 'order_id'>;
const NOTHING = { seq: 0, order_id: 0 } as Posted;

/** Where fees are read and posted. */
export interface FeePostingDeps {
  readonly db: Db;
  readonly records: ReadDeps;
}

/**
 * Posts what the history has of the fees of orders and the ledger has not (B10), each once, in the order of events.
 * Returns how many it posted.
 */
export async function postFees({ db, records }: FeePostingDeps): Promise<number> {
  for (let posted = 0; ; ) {
    const rows = await changesAfter(records, (await lastPosted(db)) ?? NOTHING);
    if (rows.length > 0) await post(db, rows);
    posted += rows.length;
    if (rows.length < PIECE) return posted;
  }
}

/** The newest that the ledger has; undefined: it has none. */
export function lastPosted(db: Db): Promise<Posted | undefined> {
  return db
    .selectFrom('fee_postings')
    .select(['seq', 'order_id'])
    .orderBy('seq', 'desc')
    .orderBy('order_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function changesAfter(records: ReadDeps, { seq, order_id }: Posted) {
  return longRead(records, (db) =>
    db
      .selectFrom('fee_changes')
      .select(['seq', 'order_id', 'match_id', 'client_id', 'cause', 'fee', 'changed_at'])
      .where(sql<boolean>`(seq, order_id) > (${seq}, ${order_id})`)
      .orderBy('seq')
      .orderBy('order_id')
      .limit(PIECE)
      .execute(),
  );
}

/** A leader that was replaced meanwhile may have posted some of them. */
async function post(db: Db, rows: Awaited<ReturnType<typeof changesAfter>>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('fee_postings')
      .values(rows.map(({ changed_at: created_at, ...row }) => ({ ...row, created_at, updated_at: null })))
      .onConflict((conflict) => conflict.columns(['seq', 'order_id']).doNothing())
      .execute();
  });
}
