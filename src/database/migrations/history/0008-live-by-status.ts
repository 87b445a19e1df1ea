import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';

/** Live orders by their status, and matches of a client by security: each in the order of a list. */
export const liveByStatusMigration: Migration = {
  name: '0008-live-by-status',
  up: async (db, dialect) => {
    await sql`alter table live_orders rename to live_orders_before`.execute(db);
    // As ended_orders: on SQLite a table whose rows are their key is one tree instead of two.
    await sql`create table live_orders (client_id text not null, status text not null, order_id bigint not null,
      primary key (client_id, status, order_id)) ${dialect === 'sqlite' ? sql`without rowid` : sql``}`.execute(db);
    await sql`insert into live_orders (client_id, status, order_id)
      select o.client_id, o.status, o.order_id from live_orders_before as l
      join orders as o on o.order_id = l.order_id`.execute(db);
    await sql`drop table live_orders_before`.execute(db);
    await sql`create index matches_buyer_security on matches (buy_client_id, security_id, seq)`.execute(db);
    await sql`create index matches_seller_security on matches (sell_client_id, security_id, seq)`.execute(db);
  },
};
