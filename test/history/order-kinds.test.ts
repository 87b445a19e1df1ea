/** The choices of orders, which the history keeps in one number, are read as they were entered. */
import { expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { weightOf } from '../../src/database/queries/index.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { describeOnBothDatabases } from '../support/database.ts';
import { anOrder, entered } from './events.ts';

/** Every value of every choice. */
const ORDERS = [
  { type: 'Limit', side: 'buy', expiration: 'GTC', contingency: 'None', status: 'Pending', selfTrade: 'None' },
  { type: 'RFQ', side: 'sell', expiration: 'Day', contingency: 'All or None', status: 'Live' },
  { type: 'Block', side: 'buy', expiration: 'Other', contingency: 'Minimum Quantity', status: 'Not Approved' },
  { type: 'Limit', side: 'sell', expiration: 'IOC', selfTrade: 'Cancel Newest', disclosed: false },
  { type: 'Limit', side: 'sell', selfTrade: 'Cancel Oldest', solicited: true, inSession: false },
  { type: 'Limit', side: 'sell', selfTrade: 'Cancel Both' },
] as const;
const EVENTS = ORDERS.map((fields, at) => entered(at + 1, { orderId: (at + 1) as OrderId, ...fields }));

async function ordersIn(database: Database): Promise<(OrderView | undefined)[]> {
  const store = new HistoryStore(database, 0);
  return Promise.all(EVENTS.map(({ order }) => store.order(order.orderId)));
}

describeOnBothDatabases('the choices of orders', (open) => {
  test('are read as they were entered', async () => {
    const database = await open.history();
    await new HistoryStore(database, 0).apply(EVENTS);
    for (const [at, order] of (await ordersIn(database)).entries()) {
      const { ended, ...rest } = EVENTS[at]!.order;
      expect(order).toMatchObject(rest);
    }
  });
});

test('a value that the history does not know is refused', () => {
  expect(weightOf('side', anOrder.ticket.side)).toBe(0);
  expect(() => weightOf('side', 'both' as 'buy')).toThrow('the history cannot store side "both"');
});
