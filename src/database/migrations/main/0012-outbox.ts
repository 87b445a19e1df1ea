import { countedIdType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';

/** No foreign keys: a webhook is delivered also where its registration has gone meanwhile. */
export const outboxMigration: Migration = {
  name: '0012-outbox',
  up: async (db, dialect) => {
    await db.schema
      .createTable('webhook_outbox')
      .addColumn('outbox_seq', countedIdType(dialect), (column) => column.primaryKey())
      .addColumn('delivery_id', 'text', (column) => column.notNull().unique())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('webhook_id', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('receiver', 'text', (column) => column.notNull())
      .addColumn('form_sealed', 'text', (column) => column.notNull())
      .addColumn('about', 'text', (column) => column.notNull())
      .addColumn('identified', 'bigint', (column) => column.notNull())
      .addColumn('fired_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('webhook_outbox_lane')
      .on('webhook_outbox')
      .columns(['client_id', 'receiver', 'outbox_seq'])
      .execute();
    await db.schema
      .createTable('venue_webhook_positions')
      .addColumn('shard', 'bigint', (column) => column.primaryKey())
      .addColumn('event_seq', 'bigint', (column) => column.notNull())
      .execute();
  },
};
