import { createRecordCounts } from '../../counted-records.ts';
import type { Migration } from '../../migration.ts';

/**
 * What ties the database to its venue's journal and to its encryption keys; the ids handed out; the counts of records.
 */
export const installationMigration: Migration = {
  name: '0001-installation',
  up: async (db) => {
    await db.schema
      .createTable('venue_binding')
      .addColumn('database_id', 'text', (column) => column.primaryKey())
      .addColumn('confirmed', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('sealing_keys')
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('id_sequences')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('next_id', 'bigint', (column) => column.notNull())
      .execute();
    await createRecordCounts(db);
  },
};
