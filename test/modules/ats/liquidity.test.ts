import { expect, test } from 'vitest';
import { ownEventOf } from '../../../src/modules/ats/events/own-events.ts';
import { webhooksOf } from '../../../src/webhooks/events/venue-events.ts';
import { type Fields, OPERATOR, OTHER_TRADER, TRADER } from './fixtures.ts';
import { enter, FIRST, offer, openForEachTest, SECOND, venue } from './venue-for-each-test.ts';

openForEachTest();

interface Event {
  readonly order?: Fields;
}

/** The liquidity of each fill, by order. */
const ofFills = (events: readonly Event[]) =>
  events.flatMap(({ order }) => (order?.change === 'filled' ? [[order.orderId, order.liquidity]] : []));

test('a fill says whether its order was there: live, later, in its history, the webhook and of the match', async () => {
  const live: Event[] = [];
  const webhooks: Fields[] = [];
  venue.exchange.subscribe((event) => {
    const own = ownEventOf(event);
    if (own !== null) live.push(JSON.parse(own.text(false, null)));
    webhooks.push(...webhooksOf(event, () => undefined).map(({ method, fields }) => ({ method, ...fields() })));
  });
  const { body: start } = await venue.get(OPERATOR, 'events?after=latest');
  await enter();
  await offer({ quantity: '10' });
  // Now the buyer comes to an offer.
  await venue.post(TRADER, 'cancelOrders', {});
  await offer({ quantity: '10', price: '11' });
  await enter({ quantity: '10', price: '11' });
  const expected = [
    [SECOND, 'Removed'],
    [FIRST, 'Added'],
    ['100400', 'Removed'],
    ['100300', 'Added'],
  ];
  expect(ofFills(live)).toEqual(expected);
  const { body } = await venue.get(OPERATOR, `events?after=${(start as Fields).cursor}`);
  expect(ofFills((body as { events: readonly Event[] }).events)).toEqual(expected);
  for (const [orderid, liquidity] of expected) {
    const { body } = await venue.post(OPERATOR, 'getOrderHistory', { orderid });
    const changes = (body as { orderHistory: readonly Fields[] }).orderHistory;
    const ofChanges = changes.filter((change) => 'liquidity' in change).map((one) => [one.change, one.liquidity]);
    expect(ofChanges).toEqual([['filled', liquidity]]);
  }
  const updates = webhooks.filter(({ method, executionType }) => method === 'updateOrder' && executionType === 'Fill');
  expect(updates.map(({ orderId, liquidity }) => [String(orderId), liquidity])).toEqual(expected);
  for (const [matchId, initiator] of [
    ['100100', 'Offer'],
    ['100200', 'Bid'],
  ]) {
    for (const caller of [TRADER, OTHER_TRADER] as const) {
      const { body: match } = await venue.post(caller, 'getMatchedTrade', { matchId });
      expect(match).toMatchObject({ matchedTradeDetails: { initiator } });
    }
  }
});
