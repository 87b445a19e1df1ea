import { idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';

/** Events outside of the books (changes of quotes and of settlements), in the order of events. */
export const noticesMigration: Migration = {
  name: '0005-notices',
  up: async (db, dialect) => {
    await db.schema
      .createTable('notices')
      .addColumn('seq', idType(dialect), (column) => column.primaryKey())
      .addColumn('notice_id', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('security_id', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('told_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('notices_client').on('notices').columns(['client_id', 'seq']).execute();
    await db.schema.createIndex('notices_notice').on('notices').column('notice_id').execute();
  },
};
