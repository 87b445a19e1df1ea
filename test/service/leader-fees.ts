import type { LeaderDb } from '../../src/database/leader/index.ts';
import { openHistoryDatabase } from '../../src/database/open-database.ts';
import { postFees } from '../../src/modules/fees/index.ts';
import { closeAfterTest } from '../support/cleanup.ts';

/** The fees of two orders, of which one goes back, wait to be posted. */
export async function fees() {
  const history = await openHistoryDatabase({ file: ':memory:' });
  closeAfterTest(() => history.close());
  const change = { match_id: 9, client_id: 'C1', account_id: null, security_id: 7, role: 'contra', fees: '{}' };
  const rows = [
    { seq: 3, order_id: 1, fee: 2_000_000, cause: 'match' },
    { seq: 3, order_id: 2, fee: 1_000_000, cause: 'match' },
    { seq: 8, order_id: 1, fee: -2_000_000, cause: 'bust' },
  ].map((row) => ({ ...change, ...row, changed_at: 1 }));
  await history.db
    .insertInto('fee_changes')
    .values(rows as never)
    .execute();
  return ({ db }: { readonly db: LeaderDb }) => postFees({ db, records: history });
}
