import type { Migration } from '../../migration.ts';

export const idempotencyMigration: Migration = {
  name: '0013-idempotency',
  up: async (db) => {
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.notNull())
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('answer_sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_key', ['client_id', 'idempotency_key'])
      .execute();
    await db.schema
      .createIndex('idempotency_keys_oldest')
      .on('idempotency_keys')
      .columns(['client_id', 'created_at'])
      .execute();
    await db.schema.createIndex('idempotency_keys_time').on('idempotency_keys').columns(['created_at']).execute();
  },
};
