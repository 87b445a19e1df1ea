import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';

/**
 * What the lists of a client's own orders and trades, and its events, are read by: indexes that begin with the client
 * and go on in the order of events, orders by how they ended, those that have not ended, and how many there are of
 * each. Nothing of it is as long as the history, or is changed in the middle of what is.
 */
export const listsMigration: Migration = {
  name: '0002-lists',
  up: async (db, dialect) => {
    await addClientToUpdates(db);
    await createClientIndexes(db);
    await createEndedOrders(db, dialect);
    await createLiveOrders(db, dialect);
    await createCounts(db, dialect);
    await createOrderList(db);
    await createTradeList(db);
  },
};

const TERMINAL = sql`('Executed', 'Cancelled', 'Partially Executed & Cancelled', 'Not Approved')`;

/** SQLite keeps a table whose rows are their key in one tree instead of two. */
function keyOnly(dialect: Dialect) {
  return dialect === 'sqlite' ? sql`without rowid` : sql``;
}

async function addClientToUpdates(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_updates add column client_id text not null default ''`.execute(db);
  await sql`update order_updates set client_id =
    (select o.client_id from order_entries as o where o.order_id = order_updates.order_id)`.execute(db);
}

async function createClientIndexes(db: Kysely<unknown>): Promise<void> {
  const indexes: readonly (readonly [string, string, readonly string[]])[] = [
    ['order_entries_client', 'order_entries', ['client_id', 'seq']],
    ['order_entries_security', 'order_entries', ['client_id', 'security_id', 'seq']],
    ['order_entries_account', 'order_entries', ['client_id', 'account_id', 'seq']],
    ['order_updates_client', 'order_updates', ['client_id', 'seq']],
    ['matches_buyer', 'matches', ['buy_client_id', 'seq']],
    ['matches_seller', 'matches', ['sell_client_id', 'seq']],
  ];
  for (const [name, table, columns] of indexes) {
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  }
}

async function createEndedOrders(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await sql`create table ended_orders (client_id text not null, status text not null, order_id bigint not null,
    primary key (client_id, status, order_id)) ${keyOnly(dialect)}`.execute(db);
  await sql`insert into ended_orders (client_id, status, order_id)
    select client_id, status, order_id from orders where status in ${TERMINAL}`.execute(db);
}

async function createLiveOrders(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await sql`create table live_orders (client_id text not null, order_id bigint not null,
    primary key (client_id, order_id)) ${keyOnly(dialect)}`.execute(db);
  await sql`insert into live_orders (client_id, order_id)
    select client_id, order_id from orders where status not in ${TERMINAL}`.execute(db);
}

/** kind: order, trade (a side of a match), or a status in which orders end. */
async function createCounts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await sql`create table history_counts (client_id text not null, kind text not null, security_id bigint not null,
    records bigint not null, primary key (client_id, kind, security_id)) ${keyOnly(dialect)}`.execute(db);
  await sql`insert into history_counts (client_id, kind, security_id, records)
    select client_id, 'order', security_id, count(*) from order_entries group by client_id, security_id`.execute(db);
  await sql`insert into history_counts (client_id, kind, security_id, records)
    select client_id, status, security_id, count(*) from orders where status in ${TERMINAL}
    group by client_id, status, security_id`.execute(db);
  await sql`insert into history_counts (client_id, kind, security_id, records)
    select client_id, 'trade', security_id, count(*) from (
      select buy_client_id as client_id, security_id from matches
      union all select sell_client_id, security_id from matches) as sides
    group by client_id, security_id`.execute(db);
}

/** Orders in their present state, with their last change that is not a fill. */
async function createOrderList(db: Kysely<unknown>): Promise<void> {
  await sql`create view order_list as
    select o.*,
      case when o.status in ('Live', 'Partially Executed') then 'Active' else 'Inactive' end as book_state,
      (select u.change from order_updates as u where u.order_id = o.order_id order by u.seq desc limit 1)
        as last_change
    from orders as o`.execute(db);
}

/**
 * A match is two trades, one for each side.
 * @param further columns of m that later steps added
 */
export async function createTradeList(db: Kysely<unknown>, further: RawBuilder<unknown> = sql``): Promise<void> {
  const side = (name: 'buy' | 'sell') => sql`
    select m.match_id * 2 + ${sql.raw(name === 'sell' ? '0' : '1')} as trade_row_id, m.match_id, m.security_id,
      ${sql.ref(`m.${name}_client_id`)} as client_id, ${sql.raw(`'${name}'`)} as side,
      o.member_id, o.account_id, m.buy_order_id, m.sell_order_id, m.price, m.quantity, m.matched_at ${further}
    from matches as m join order_entries as o on o.order_id = ${sql.ref(`m.${name}_order_id`)}`;
  await sql`create view trade_list as ${side('sell')} union all ${side('buy')}`.execute(db);
}
