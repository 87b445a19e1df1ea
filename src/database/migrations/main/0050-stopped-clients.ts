import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';

/** Inactive clients whose orders are to be stopped, and a way to the few matches that were busted. */
export const stoppedClientsMigration: Migration = {
  name: '0050-stopped-clients',
  up: async (db) => {
    await db.schema
      .createTable('stopped_clients')
      .addColumn('client_id', 'text', (column) => column.primaryKey())
      .execute();
    await db.schema
      .createIndex('settlements_busted')
      .on('settlements')
      .column('match_id')
      .where(sql.ref('status'), '=', 'BUSTED')
      .execute();
  },
};
