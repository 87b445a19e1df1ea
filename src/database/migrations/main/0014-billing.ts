import type { Migration } from '../../migration.ts';

/** Grows by at most one row a client, month and billed method. */
export const billingMigration: Migration = {
  name: '0014-billing',
  up: async (db) => {
    await db.schema
      .createTable('billed_calls')
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('billed_calls_key', ['client_id', 'month', 'method'])
      .execute();
  },
};
