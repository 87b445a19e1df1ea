import { idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';

/** Settlement of the venue's matches, which are themselves in the order history. */
export const settlementsMigration: Migration = {
  name: '0022-settlements',
  up: async (db, dialect) => {
    await db.schema
      .createTable('settlements')
      .addColumn('match_id', idType(dialect), (column) => column.primaryKey())
      .addColumn('security_id', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reported_by', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
