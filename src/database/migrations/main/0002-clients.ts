import type { Kysely } from 'kysely';
import { countedIdType, type Dialect } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';

export const clientsMigration: Migration = {
  name: '0002-clients',
  up: async (db, dialect) => {
    await createClients(db);
    await createApiKeys(db);
    await createWebhooks(db);
    await createWebhookSecrets(db);
    await createWebhookDeliveries(db, dialect);
  },
};

async function createClients(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('clients')
    .addColumn('client_id', 'text', (column) => column.primaryKey())
    .addColumn('parent_id', 'text', (column) => column.notNull().references('clients.client_id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('active', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createApiKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.client_id'))
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('master', 'bigint', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('denied_methods', 'text', (column) => column.notNull())
    .addColumn('field_permissions', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema.createIndex('api_keys_client').on('api_keys').columns(['client_id', 'created_at']).execute();
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('webhook_id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.client_id'))
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('webhooks_target')
    .unique()
    .on('webhooks')
    .columns(['client_id', 'method', 'url'])
    .execute();
}

async function createWebhookSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_tokens')
    .addColumn('token_id', 'text', (column) => column.primaryKey())
    .addColumn('parent_id', 'text', (column) => column.notNull().references('clients.client_id'))
    .addColumn('token_sealed', 'text', (column) => column.notNull())
    .addColumn('masked', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('retired_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('webhook_tokens_parent')
    .on('webhook_tokens')
    .columns(['parent_id', 'created_at'])
    .execute();
  await db.schema
    .createTable('webhook_encryption_keys')
    .addColumn('client_id', 'text', (column) => column.primaryKey().references('clients.client_id'))
    .addColumn('key_sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** No foreign keys: the log outlives the registrations it names. */
async function createWebhookDeliveries(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('delivery_seq', countedIdType(dialect), (column) => column.primaryKey())
    .addColumn('delivery_id', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('http_status', 'bigint')
    .addColumn('detail', 'text')
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('fired_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_client')
    .on('webhook_deliveries')
    .columns(['client_id', 'delivery_seq'])
    .execute();
}
