/** The choices of orders, which the history keeps in one number, are read as they were entered. */
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { createTradeList } from '../../src/database/migrations/history/0002-lists.ts';
import { createOrderList } from '../../src/database/migrations/history/0003-reasons.ts';
import { createHistoryViews } from '../../src/database/migrations/history/views.ts';
import { weightOf } from '../../src/database/order-kinds.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { anOrder, entered, traded } from './events.ts';

/** Every value of every choice. */
const ORDERS = [
  { type: 'Limit', side: 'buy', expiration: 'GTC', contingency: 'None', status: 'Pending', selfTrade: 'None' },
  { type: 'RFQ', side: 'sell', expiration: 'Day', contingency: 'All or None', status: 'Live' },
  { type: 'Block', side: 'buy', expiration: 'Other', contingency: 'Minimum Quantity', status: 'Not Approved' },
  { type: 'Limit', side: 'sell', expiration: 'IOC', selfTrade: 'Cancel Newest', disclosed: false },
  { type: 'Limit', side: 'sell', selfTrade: 'Cancel Oldest', solicited: true, inSession: false },
  { type: 'Limit', side: 'sell', selfTrade: 'Cancel Both' },
] as const;
const EVENTS = ORDERS.map((fields, at) => entered(at + 1, { orderId: at + 1, ...fields }));

async function ordersIn(database: Database): Promise<(OrderView | undefined)[]> {
  const store = new HistoryStore(database, 0);
  return Promise.all(EVENTS.map(({ order }) => store.order(order.orderId)));
}

/** As the steps up to 0008 left it. */
async function takeBack(database: Database): Promise<void> {
  const db = database.db as unknown as Kysely<unknown>;
  for (const view of ['order_list', 'trade_list', 'order_changes', 'orders']) {
    await sql`drop view ${sql.table(view)}`.execute(db);
  }
  await sql`create table entries_before as select * from order_entries`.execute(db);
  await sql`drop view order_entries`.execute(db);
  await sql`drop table order_entry_rows`.execute(db);
  await sql`alter table entries_before rename to order_entries`.execute(db);
  await createHistoryViews(db, sql`, u.change as last_change, o.self_trade`);
  await createOrderList(db);
  await createTradeList(db, sql`, m.block`);
  await sql`delete from schema_migrations where name = '0009-order-kinds'`.execute(db);
}

describeOnEachDatabase('the choices of orders', (open) => {
  test('are read as they were entered', async () => {
    const database = await open.history();
    await new HistoryStore(database, 0).apply(EVENTS);
    for (const [at, order] of (await ordersIn(database)).entries()) {
      const { ended, ...rest } = EVENTS[at]!.order;
      expect(order).toMatchObject(rest);
    }
  });

  test('are those of an earlier history, which goes on', async () => {
    const location = await open.location();
    const earlier = await open.history(location);
    await new HistoryStore(earlier, 0).apply(EVENTS);
    const before = await ordersIn(earlier);
    await takeBack(earlier);
    await sql`update order_entries set self_trade = null where order_id = 1`.execute(earlier.db);
    const database = await open.history(location);
    expect(await ordersIn(database)).toEqual(before);
    const entries = database.db.selectFrom('order_entries').select(['order_id', 'self_trade']);
    expect(await entries.orderBy('order_id').limit(2).execute()).toEqual([
      { order_id: 1, self_trade: null },
      { order_id: 2, self_trade: 'None' },
    ]);
    const store = new HistoryStore(database, 0);
    await store.apply(traded(7, { sellOrderId: 2, sellClientId: 'C1' }, { initiator: 0, contra: 100 }));
    expect((await store.order(1))?.remaining).toBe(100);
  });
});

test('a value that the history does not know is refused', () => {
  expect(weightOf('side', anOrder.ticket.side)).toBe(0);
  expect(() => weightOf('side', 'both' as 'buy')).toThrow('the history cannot store side "both"');
});
