import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';

/** The trades that an account holds are found without those that were canceled or unwound. */
export const heldTradesMigration: Migration = {
  name: '0056-held-trades',
  up: async (db) => {
    await sql`create index trades_held on trades (client_id, account_id)
      where order_status not in ('CANCELED', 'UNWIND SETTLED')`.execute(db);
  },
};
