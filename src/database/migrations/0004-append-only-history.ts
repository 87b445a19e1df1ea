import { type Kysely, sql } from 'kysely';
import { type Dialect, idType } from '../dialect.ts';
import type { Migration } from '../migration.ts';
import { createHistoryViews } from './0004-history-views.ts';
import { createTokenRuns } from './0004-token-runs.ts';

/**
 * What was written to the history is never changed: every event adds rows at the end of a table. On a long history a row
 * that is updated, or an index entry with a random key, costs a page of its own, which is written twice.
 *
 * - An order is written once, as it was entered (order_entries).
 * - A fill is told by its match, which knows what remains of both orders; it has no row of its own.
 * - Every other change of an order is a row of order_updates.
 * - orders (as they stand) and order_changes (entries, fills and updates) are views with the columns of the tables before.
 * - Tokens, which may be random, are found through runs on SQLite (order_tokens) and through an index on PostgreSQL.
 */
export const appendOnlyHistoryMigration: Migration = {
  name: '0004-append-only-history',
  up: async (db, dialect) => {
    await setOldTablesAside(db);
    await createOrderEntries(db, dialect);
    await createOrderUpdates(db, dialect);
    await createMatches(db, dialect);
    await copyOldRows(db);
    for (const table of OLD_TABLES) await db.schema.dropTable(`old_${table}`).execute();
    await createIndexes(db);
    if (dialect === 'sqlite') await createTokenRuns(db);
    else
      await sql`create index order_entries_token on order_entries (client_id, token, order_id) where token is not null`.execute(
        db,
      );
    await createHistoryViews(db);
  },
};

const OLD_TABLES = ['orders', 'order_changes', 'matches'] as const;
const OLD_INDEXES = ['orders_token', 'order_changes_order', 'matches_buy', 'matches_sell'] as const;

async function setOldTablesAside(db: Kysely<unknown>): Promise<void> {
  for (const table of OLD_TABLES) await db.schema.alterTable(table).renameTo(`old_${table}`).execute();
  for (const index of OLD_INDEXES) await db.schema.dropIndex(index).execute();
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
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('order_updates_order').on('order_updates').columns(['order_id', 'seq']).execute();
  await db.schema.createIndex('matches_buy').on('matches').columns(['buy_order_id', 'match_id']).execute();
  await db.schema.createIndex('matches_sell').on('matches').columns(['sell_order_id', 'match_id']).execute();
}

/**
 * The contingency that an order had before a replacement was not kept, so entries and updates get the last one. A match at
 * seq is followed by the fill of the hub at seq + 1 and that of its counter at seq + 2.
 */
async function copyOldRows(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into order_entries (order_id, seq, client_id, security_id, issuer_id, member_id, account_id, type, side, token,
      disclosed, solicited, expiration, expiration_date, ip, in_session, created_at, price, quantity, contingency, minimum, status)
    select o.order_id, e.seq, o.client_id, o.security_id, o.issuer_id, o.member_id, o.account_id, o.type, o.side, o.token,
      o.disclosed, o.solicited, o.expiration, o.expiration_date, o.ip, o.in_session, o.created_at, e.price, e.quantity,
      o.contingency, o.minimum, e.status
    from old_order_changes as e join old_orders as o on o.order_id = e.order_id
    where e.change = 'entered' order by o.order_id`.execute(db);
  await sql`
    insert into order_updates (seq, order_id, change, status, remaining, quantity, price, contingency, minimum, reason, changed_at)
    select c.seq, c.order_id, c.change, c.status, c.remaining, c.quantity, c.price, o.contingency, o.minimum, c.reason, c.changed_at
    from old_order_changes as c join old_orders as o on o.order_id = c.order_id
    where c.change not in ('entered', 'filled') order by c.seq`.execute(db);
  await sql`
    insert into matches (match_id, seq, security_id, matched_at, price, quantity, buy_order_id, sell_order_id, buy_client_id,
      sell_client_id, hub_order_id, buy_remaining, sell_remaining)
    select m.match_id, m.seq, m.security_id, m.matched_at, m.price, m.quantity, m.buy_order_id, m.sell_order_id, m.buy_client_id,
      m.sell_client_id, m.hub_order_id,
      case m.hub_order_id when m.buy_order_id then hub.remaining else counter.remaining end,
      case m.hub_order_id when m.buy_order_id then counter.remaining else hub.remaining end
    from old_matches as m
    join old_order_changes as hub on hub.seq = m.seq + 1
    join old_order_changes as counter on counter.seq = m.seq + 2
    order by m.match_id`.execute(db);
}
