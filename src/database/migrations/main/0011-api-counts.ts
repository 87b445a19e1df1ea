import type { Migration } from '../../migration.ts';

/**
 * Calls per client and month; a client's row of a month is added to, so the table grows by one row a month and client.
 */
export const apiCountsMigration: Migration = {
  name: '0011-api-counts',
  up: async (db) => {
    await db.schema
      .createTable('api_counts')
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('api_counts_key', ['client_id', 'month'])
      .execute();
  },
};
