import { expect, test } from 'vitest';
import { matchedTradeFields } from '../../../src/webhooks/events/venue-events.ts';
import { type Fields, SECURITY, TRADER } from './fixtures.ts';
import { enter, offer, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

test('a trade has the same time, to the microsecond, wherever a client sees it (V34)', async () => {
  const webhooks: Fields[] = [];
  venue.exchange.subscribe((event) => {
    if (event.type === 'match') webhooks.push(matchedTradeFields(event) as Fields);
  });
  await offer();
  venue.clock.moveTo(venue.clock.nowUs() + 123_456);
  const reply = await enter({ action: 'Buy' });
  const { orderId } = (reply.body as { orderDetails: Fields }).orderDetails as { orderId: string };

  const time = '2026-03-02T15:00:00.123456Z';
  const read = async (name: string, fields: Fields) => (await venue.post(TRADER, name, fields)).body;
  expect(await read('getMatchedTrade', { matchId: '100100' })).toMatchObject({
    matchedTradeDetails: { executionTime: '2026-03-02 15:00:00', eventTime: time },
  });
  expect(await read('getOrder', { orderid: orderId })).toMatchObject({
    orderDetails: [{ matchedOrders: [{ eventTime: time }], mathcedOrders: [{ eventTime: time }] }],
  });
  expect(await read('getTimeAndSales', { securityId: SECURITY })).toMatchObject({ trades: [{ time }] });
  expect((await venue.get(TRADER, 'ats/trades')).body).toMatchObject({ ats_trades: [{ eventTime: time }] });
  expect((await venue.get(TRADER, 'ats/trades/100100')).body).toMatchObject({ ats_trade: { eventTime: time } });
  const { events } = (await venue.get(TRADER, 'events')).body as { events: Fields[] };
  expect(events.filter(({ eventType }) => eventType === 'match')).toMatchObject([{ eventTime: time }]);
  expect(webhooks).toMatchObject([{ eventTime: time }]);
});
