import type { Kysely } from 'kysely';
import { countedIdType, type Dialect } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';

/** What clients set of their webhooks themselves, attempts that are made again, and bodies kept for replays. */
export const webhookServiceMigration: Migration = {
  name: '0030-webhook-service',
  up: async (db, dialect) => {
    await addOptions(db);
    await addAttempts(db);
    await createKeptWebhooks(db, dialect);
  },
};

async function addOptions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhooks').addColumn('secret_sealed', 'text').execute();
  await db.schema.alterTable('webhooks').addColumn('old_secret_sealed', 'text').execute();
  await db.schema.alterTable('webhooks').addColumn('old_secret_until', 'bigint').execute();
  for (const option of ['retries', 'ordered']) {
    await db.schema
      .alterTable('webhooks')
      .addColumn(option, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
}

async function addAttempts(db: Kysely<unknown>): Promise<void> {
  for (const column of ['retries', 'ordered', 'attempts', 'due_at']) {
    await db.schema
      .alterTable('webhook_outbox')
      .addColumn(column, 'bigint', (made) => made.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.dropIndex('webhook_outbox_lane').execute();
  await db.schema
    .createIndex('webhook_outbox_lane')
    .on('webhook_outbox')
    .columns(['client_id', 'receiver', 'outbox_seq', 'due_at'])
    .execute();
  await db.schema
    .alterTable('webhook_deliveries')
    .addColumn('attempt', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('webhook_deliveries').addColumn('retry_at', 'bigint').execute();
}

async function createKeptWebhooks(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('kept_webhooks')
    .addColumn('kept_seq', countedIdType(dialect), (column) => column.primaryKey())
    .addColumn('delivery_id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('form_sealed', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('identified', 'bigint', (column) => column.notNull())
    .addColumn('fired_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('kept_webhooks_client')
    .on('kept_webhooks')
    .columns(['client_id', 'webhook_id', 'kept_seq'])
    .execute();
  await db.schema.createIndex('kept_webhooks_fired').on('kept_webhooks').columns(['fired_at']).execute();
}
