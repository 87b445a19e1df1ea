import { countedIdType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';

/** Notices that are not yet in the venue's journal: written with the change, removed once they are journaled. */
export const venueNoticesMigration: Migration = {
  name: '0041-venue-notices',
  up: async (db, dialect) => {
    await db.schema
      .createTable('venue_notices')
      .addColumn('notice_seq', countedIdType(dialect), (column) => column.primaryKey())
      .addColumn('notice_id', 'text', (column) => column.notNull())
      .addColumn('security_id', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('notes', 'text', (column) => column.notNull())
      .execute();
  },
};
