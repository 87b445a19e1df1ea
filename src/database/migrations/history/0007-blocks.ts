import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';
import { createTradeList } from './0002-lists.ts';

/** Which matches are negotiated blocks. */
export const blocksMigration: Migration = {
  name: '0007-blocks',
  up: async (db) => {
    await sql`alter table matches add column block integer`.execute(db);
    await sql`drop view trade_list`.execute(db);
    await createTradeList(db, sql`, m.block`);
  },
};
