import { type Kysely, sql } from 'kysely';
import { type Dialect, idType } from '../dialect.ts';
import type { Migration } from '../migration.ts';

export const historyMigration: Migration = {
  name: '0003-history',
  up: async (db, dialect) => {
    await createPosition(db, dialect);
    await createOrders(db, dialect);
    await createOrderChanges(db, dialect);
    await createMatches(db, dialect);
    await createMarketEvents(db, dialect);
  },
};

async function createPosition(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('history_position')
    .addColumn('id', idType(dialect), (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into history_position (id, seq) values (1, 0)`.execute(db);
}

async function createOrders(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('order_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('security_id', 'bigint', (column) => column.notNull())
    .addColumn('issuer_id', 'bigint', (column) => column.notNull())
    .addColumn('member_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('token', 'text')
    .addColumn('disclosed', 'bigint', (column) => column.notNull())
    .addColumn('solicited', 'bigint', (column) => column.notNull())
    .addColumn('expiration', 'text', (column) => column.notNull())
    .addColumn('expiration_date', 'text')
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('in_session', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addColumn('remaining', 'bigint', (column) => column.notNull())
    .addColumn('contingency', 'text', (column) => column.notNull())
    .addColumn('minimum', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create index orders_token on orders (client_id, token, order_id) where token is not null`.execute(db);
}

async function createOrderChanges(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('order_changes')
    .addColumn('seq', idType(dialect), (column) => column.primaryKey())
    .addColumn('order_id', 'bigint', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('remaining', 'bigint', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('order_changes_order').on('order_changes').columns(['order_id', 'seq']).execute();
}

async function createMatches(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('matches')
    .addColumn('match_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('security_id', 'bigint', (column) => column.notNull())
    .addColumn('matched_at', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addColumn('buy_order_id', 'bigint', (column) => column.notNull())
    .addColumn('sell_order_id', 'bigint', (column) => column.notNull())
    .addColumn('buy_client_id', 'text', (column) => column.notNull())
    .addColumn('sell_client_id', 'text', (column) => column.notNull())
    .addColumn('hub_order_id', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('matches_buy').on('matches').columns(['buy_order_id', 'match_id']).execute();
  await db.schema.createIndex('matches_sell').on('matches').columns(['sell_order_id', 'match_id']).execute();
}

async function createMarketEvents(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('market_events')
    .addColumn('seq', idType(dialect), (column) => column.primaryKey())
    .addColumn('security_id', 'bigint', (column) => column.notNull())
    .addColumn('market', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('occurred_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('market_events_security').on('market_events').columns(['security_id', 'seq']).execute();
}
