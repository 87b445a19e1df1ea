import { expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { isTerminal } from '../../src/exchange/api/orders.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { HistoryFollower } from '../../src/history/follower.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { entered, updated } from './events.ts';
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

describeOnEachDatabase('orders by their status', (open) => {
  test('move with it, within a batch and over batches, until they end', async () => {
    const database = await open.history();
    const store = new HistoryStore(database, 0);
    const live = async () => (await listed(database)).live.map(({ order_id, status }) => [order_id, status]);
    await store.apply([
      entered(1, { status: 'Pending' }),
      entered(2, { orderId: 2 as OrderId, side: 'sell', clientId: 'C2', quantity: 500 }),
      entered(3, { orderId: 3 as OrderId, side: 'sell', clientId: 'C2' }),
      updated(4, 'cancelled', { orderId: 3 as OrderId, side: 'sell', clientId: 'C2', status: 'Cancelled' }),
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
});
