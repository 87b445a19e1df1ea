import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';

/** What each account had at the end of each trading day, by the positions of the venue (V52). */
export const dayHoldingsMigration: Migration = {
  name: '0006-day-holdings',
  up: async (db, dialect) => {
    // Sorted by their bytes on both databases, so that the same rows come in the same order everywhere.
    const plainText = dialect === 'postgres' ? sql`text collate "C"` : 'text';
    await db.schema
      .createTable('day_holdings')
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('client_id', plainText, (column) => column.notNull())
      .addColumn('account_id', plainText, (column) => column.notNull())
      .addColumn('security_id', 'bigint', (column) => column.notNull())
      .addColumn('quantity', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('day_holdings_key', ['date', 'client_id', 'account_id', 'security_id'])
      .execute();
  },
};
