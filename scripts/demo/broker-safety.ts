import { type BrokerDesk, orderOf, orderStatus, place, require } from './broker.ts';
import type { EventReader } from './event-reader.ts';

/** Self-trade prevention, a mass cancel, and a timer that runs out. */
export async function takeBack({ api, accounts, security }: BrokerDesk, events: EventReader): Promise<void> {
  const [first, second, third] = accounts;
  await api.call(
    'updateSelfTradePrevention',
    { selfTradePrevention: 'Cancel Newest' },
    'the newest of two is cancelled',
  );
  await place(api, orderOf(security, first, { action: 'Sell', price: '10.20' }), 'an offer at 10.20');
  const own = await place(api, orderOf(security, first, { price: '10.20' }), 'its own bid at 10.20');
  require((await orderStatus(api, own)) === 'Cancelled', 'the broker traded with itself');
  for (const [index, price] of ['9.50', '9.40', '9.30'].entries()) {
    await place(api, orderOf(security, third, { price, token: `basket ${index}` }), `a bid at ${price}`);
  }
  const { cancelledOrders } = await api.call('cancelOrders', { accountid: third }, 'all of the third account');
  console.log(`    ${(cancelledOrders as string[]).join(', ')}`);
  require((cancelledOrders as string[]).length === 3, 'not all of the orders were cancelled');
  const bid = await place(api, orderOf(security, second, { price: '9.60' }), 'a bid at 9.60');
  await events.read();
  await api.call('cancelAllAfter', { seconds: 1 }, 'unless it calls again within a second');
  await events.until(({ order }) => order?.orderId === bid && order.orderStatus === 'Cancelled');
  require((await orderStatus(api, bid)) === 'Cancelled', 'the timer did not run out');
}
