import { type Kysely, sql } from 'kysely';
import type { Migration } from '../../migration.ts';
import { createOrdersView } from './views.ts';

/**
 * Why a market changed; which change an order had last that was no fill, and its mode of self-trade prevention, also
 * where only the order itself is read.
 */
export const reasonsMigration: Migration = {
  name: '0003-reasons',
  up: async (db) => {
    await sql`alter table market_events add column cause text`.execute(db);
    await sql`alter table order_entries add column self_trade text`.execute(db);
    await sql`drop view order_list`.execute(db);
    await sql`drop view orders`.execute(db);
    await createOrdersView(db, sql`, u.change as last_change, o.self_trade`);
    await createOrderList(db);
  },
};

export async function createOrderList(db: Kysely<unknown>): Promise<void> {
  await sql`create view order_list as
    select o.*,
      case when o.status in ('Live', 'Partially Executed') then 'Active' else 'Inactive' end as book_state
    from orders as o`.execute(db);
}
