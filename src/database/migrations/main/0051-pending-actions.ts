import type { Migration } from '../../migration.ts';

/** Calls of operators that wait for a second operator. */
export const pendingActionsMigration: Migration = {
  name: '0051-four-eyes',
  up: async (db) => {
    await db.schema
      .createTable('pending_actions')
      .addColumn('action_id', 'text', (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('values_sealed', 'text', (column) => column.notNull())
      .addColumn('ip', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('decided_by', 'text')
      .addColumn('decided_at', 'bigint')
      .addColumn('answer_sealed', 'text')
      .execute();
    await db.schema
      .createIndex('pending_actions_status')
      .on('pending_actions')
      .columns(['status', 'created_at'])
      .execute();
  },
};
