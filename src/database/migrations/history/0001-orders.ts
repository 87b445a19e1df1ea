import { type Kysely, sql } from 'kysely';
import { type Dialect, idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { createHistoryViews } from './views.ts';

/**
 * What was written to the history is never changed: every event adds rows at the end of a table. On a long history a
 * row that is updated, or an index entry with a random key, costs its own page, which is written twice.
 *
 * - An order is written once, as it was entered (order_entries).
 * - A fill has no row: its match says what remains of both orders.
 * - Every other change of an order is a row of order_updates.
 * - orders (in their present state) and order_changes (entries, fills and updates) are views.
 * - Tokens, which may be random, are found through runs on SQLite (order_tokens) and through an index on PostgreSQL.
 */
export const ordersMigration: Migration = {
  name: '0001-orders',
  up: async (db, dialect) => {
    await createPosition(db, dialect);
    await createOrderEntries(db, dialect);
    await createOrderUpdates(db, dialect);
    await createMatches(db, dialect);
    await createMarketEvents(db, dialect);
    await createTokens(db, dialect);
    await createHistoryViews(db);
  },
};

async function createPosition(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('history_position')
    .addColumn('shard', idType(dialect), (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .execute();
}

async function createOrderEntries(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('order_entries')
    .addColumn('order_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
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
    .addColumn('contingency', 'text', (column) => column.notNull())
    .addColumn('minimum', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .execute();
}

async function createOrderUpdates(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('order_updates')
    .addColumn('seq', idType(dialect), (column) => column.primaryKey())
    .addColumn('order_id', 'bigint', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('remaining', 'bigint', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('contingency', 'text', (column) => column.notNull())
    .addColumn('minimum', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('order_updates_order').on('order_updates').columns(['order_id', 'seq']).execute();
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
    .addColumn('buy_remaining', 'bigint', (column) => column.notNull())
    .addColumn('sell_remaining', 'bigint', (column) => column.notNull())
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

/** On SQLite the tables of order-tokens.ts. */
async function createTokens(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') {
    await sql`create index order_entries_token on order_entries (client_id, token, order_id)
      where token is not null`.execute(db);
    return;
  }
  await sql`create table order_token_runs (run integer primary key)`.execute(db);
  await sql`
    create table order_tokens (run integer not null, token_key integer not null, order_id integer not null,
      primary key (run, token_key, order_id)) without rowid`.execute(db);
}
