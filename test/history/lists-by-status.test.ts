/** Orders by their status, which lists are read by: kept with every batch, and made from an earlier history. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { isTerminal } from '../../src/exchange/api/orders.ts';
import { HistoryFollower } from '../../src/history/follower.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { entered, traded, updated } from './events.ts';
import { commands, options, Venue } from './venue.ts';

/** Rows of the two tables, in the order of ids. */
async function listed({ db }: Database) {
  const columns = ['order_id', 'client_id', 'status'] as const;
  return {
    live: await db.selectFrom('live_orders').select(columns).orderBy('order_id').execute(),
    ended: await db.selectFrom('ended_orders').select(columns).orderBy('order_id').execute(),
  };
}

async function expectListedByState(database: Database): Promise<void> {
  const orders = await database.db
    .selectFrom('orders')
    .select(['order_id', 'client_id', 'status'])
    .orderBy('order_id')
    .execute();
  expect(await listed(database)).toEqual({
    live: orders.filter(({ status }) => !isTerminal(status)),
    ended: orders.filter(({ status }) => isTerminal(status)),
  });
}

/** As the steps up to 0007 left it. */
async function takeBack({ db, dialect }: Database): Promise<void> {
  await sql`alter table live_orders rename to live_orders_after`.execute(db);
  await sql`create table live_orders (client_id text not null, order_id bigint not null,
    primary key (client_id, order_id)) ${dialect === 'sqlite' ? sql`without rowid` : sql``}`.execute(db);
  await sql`insert into live_orders (client_id, order_id)
    select client_id, order_id from live_orders_after`.execute(db);
  await sql`drop table live_orders_after`.execute(db);
  await sql`drop index matches_buyer_security`.execute(db);
  await sql`drop index matches_seller_security`.execute(db);
  await sql`delete from schema_migrations where name = '0008-live-by-status'`.execute(db);
}

describeOnEachDatabase('orders by their status', (open) => {
  test('move with it, within a batch and over batches, until they end', async () => {
    const database = await open.history();
    const store = new HistoryStore(database, 0);
    const live = async () => (await listed(database)).live.map(({ order_id, status }) => [order_id, status]);
    await store.apply([
      entered(1, { status: 'Pending' }),
      entered(2, { orderId: 2, side: 'sell', clientId: 'C2', quantity: 500 }),
      entered(3, { orderId: 3, side: 'sell', clientId: 'C2' }),
      updated(4, 'cancelled', { orderId: 3, side: 'sell', clientId: 'C2', status: 'Cancelled' }),
    ]);
    expect(await live()).toEqual([
      [1, 'Pending'],
      [2, 'Live'],
    ]);
    await store.apply([updated(5, 'approved', { status: 'Live' })]);
    expect(await live()).toEqual([
      [1, 'Live'],
      [2, 'Live'],
    ]);
    await store.apply([updated(6, 'replaced', {})]);
    await store.apply([updated(7, 'cancelled', { status: 'Cancelled' })]);
    expect(await live()).toEqual([[2, 'Live']]);
    await expectListedByState(database);
  });

  test('are those of the venue, whatever happens to them', async () => {
    const venue = new Venue();
    const database = await open.history();
    const follower = await HistoryFollower.open(options(venue, new HistoryStore(database, 0)));
    const flow = commands(900, 3);
    const statuses = new Set<string>();
    for (let at = 0; at < flow.length; at += 37) {
      await follower.advance(await venue.take(flow.slice(at, at + 37)));
      await expectListedByState(database);
      const { live } = await listed(database);
      expect(live.length).toBe(venue.state.orders.size);
      for (const { status } of live) statuses.add(status);
    }
    expect(statuses).toContain('Partially Executed');
  });

  test('are found in a history of an earlier release, which goes on', async () => {
    const location = await open.location();
    const earlier = await open.history(location);
    const seller = { orderId: 2, side: 'sell', clientId: 'C2' } as const;
    await new HistoryStore(earlier, 0).apply([
      entered(1),
      entered(2, { ...seller, quantity: 500 }),
      entered(3, { orderId: 3, status: 'Pending' }),
      ...traded(4, { quantity: 300 }, { initiator: 200, contra: 0 }),
    ]);
    await takeBack(earlier);
    const database = await open.history(location);
    await expectListedByState(database);
    expect((await listed(database)).live.map(({ status }) => status)).toEqual(['Partially Executed', 'Pending']);
    await new HistoryStore(database, 0).apply([updated(7, 'cancelled', { orderId: 3, status: 'Cancelled' })]);
    await expectListedByState(database);
  });
});
