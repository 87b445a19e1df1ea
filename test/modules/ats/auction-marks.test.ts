/** Where a match of an auction names it, and the prices of its day (Q16). */
import { beforeEach, expect, test } from 'vitest';
import { matchedTradeFields } from '../../../src/webhooks/events/venue-events.ts';
import { type Caller, type Fields, OTHER_TRADER, OWNER, SECURITY, TRADER } from './fixtures.ts';
import { enter, newOrder, offer, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const call = async (method: string, fields: Fields = {}, caller: Caller = TRADER) =>
  (await venue.post(caller, method, fields, { encoding: 'json' })).body as Record<string, unknown>;

async function moveTo(instant: string): Promise<void> {
  venue.clock.moveTo(instant);
  await venue.post(TRADER, 'cancelOrder', { orderid: '1' });
}

const CALL = { callSeconds: 300, noCancelSeconds: 0, randomEndSeconds: 0 };

beforeEach(async () => {
  const auctions = [
    { at: 'Open', ...CALL },
    { at: 'Close', ...CALL },
  ];
  await call('setAuctionPlan', { securityId: SECURITY, plan: { auctions } }, OWNER);
});

test('a match of an auction has its auctionId wherever it is shown; others have none', async () => {
  const notified: unknown[] = [];
  venue.exchange.subscribe((event) => {
    if (event.type === 'match') notified.push(matchedTradeFields(event).auctionId);
  });
  await moveTo('2026-03-03T14:30:00Z');
  const orderid = await newOrder({ price: '12', quantity: '50' });
  await offer({ price: '10', quantity: '50' });
  await moveTo('2026-03-03T15:00:00Z');
  await offer({ price: '11', quantity: '10' });
  await enter({ price: '11', quantity: '10' });

  const { trades } = (await call('getTimeAndSales', { securityId: SECURITY })) as { trades: Fields[] };
  expect(trades.map(({ auctionId }) => auctionId)).toEqual([undefined, '1']);
  const matchId = trades[1]?.tradeId;
  expect(await call('getMatchedTrade', { matchId })).toMatchObject({ matchedTradeDetails: { auctionId: '1' } });
  expect(JSON.stringify(await call('getOrder', { orderid }))).toContain('"auctionId":"1"');
  const other = await call('getMatchedTrade', { matchId: trades[0]?.tradeId });
  expect(other.matchedTradeDetails).not.toHaveProperty('auctionId');
  expect(notified).toEqual(['1', undefined]);
});

test('the auctions at the open and at the close give the first and the last price of the day', async () => {
  await enter({ price: '13', quantity: '5' }, OTHER_TRADER);
  await moveTo('2026-03-03T14:30:00Z');
  await newOrder({ price: '12', quantity: '50' });
  await offer({ price: '10', quantity: '80' });
  await moveTo('2026-03-03T16:00:00Z');
  await enter({ price: '11', quantity: '30' });
  await moveTo('2026-03-03T20:55:00Z');
  await enter({ price: '9', quantity: '30' });
  await offer({ price: '8', quantity: '20' });
  await moveTo('2026-03-03T21:00:00Z');
  await moveTo('2026-03-03T21:00:01Z');
  const { trades } = (await call('getTimeAndSales', { securityId: SECURITY })) as { trades: Fields[] };
  const auctions = trades.filter(({ auctionId }) => auctionId !== undefined);
  expect(new Set(auctions.map(({ auctionId }) => auctionId))).toEqual(new Set(['1', '2']));
  const { bars } = (await call('getBars', { securityId: SECURITY, interval: '1d' })) as { bars: Fields[] };
  expect(bars).toMatchObject([{ open: trades.at(-1)?.price, last: trades[0]?.price }]);
  expect([trades.at(-1)?.auctionId, trades[0]?.auctionId]).toEqual(['1', '2']);
});
