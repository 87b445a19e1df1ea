import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';

/** Where each trading day ended, and what clients bought and sold on it: what its report is made from. */
export const dayEndsMigration: Migration = {
  name: '0004-day-ends',
  up: async (db, dialect) => {
    // Sorted by their bytes on both databases, so that the same rows come in the same order everywhere.
    const plainText = dialect === 'postgres' ? sql`text collate "C"` : 'text';
    await db.schema
      .createTable('day_ends')
      .addColumn('date', 'text', (column) => column.primaryKey())
      .addColumn('is_over', 'bigint', (column) => column.notNull())
      .addColumn('has_positions', 'bigint', (column) => column.notNull())
      .addColumn('command', 'bigint', (column) => column.notNull())
      .addColumn('group_end', 'bigint', (column) => column.notNull())
      .addColumn('chain_hash', 'text', (column) => column.notNull())
      .addColumn('event_seq', 'bigint', (column) => column.notNull())
      .addColumn('order_id', 'bigint', (column) => column.notNull())
      .addColumn('match_id', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('day_positions')
      .addColumn('client_id', plainText, (column) => column.notNull())
      .addColumn('account_id', plainText, (column) => column.notNull())
      .addColumn('security_id', 'bigint', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('bought', 'bigint', (column) => column.notNull())
      .addColumn('sold', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('day_positions_key', ['client_id', 'account_id', 'security_id', 'date'])
      .execute();
    await db.schema.createIndex('day_positions_date').on('day_positions').column('date').execute();
  },
};
