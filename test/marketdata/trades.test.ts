import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OrderId } from '../../src/exchange/api/units.ts';
import type { Message } from './support/stream-client.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.close());

const ask = (fields: object = {}) => ({
  op: 'subscribe',
  channel: 'trades',
  securityIds: ['549119'],
  id: 1,
  ...fields,
});
const NO_DAY = { open: null, high: null, low: null, last: null, volume: 0, trades: 0 };
const brief = (messages: readonly Message[]) => messages.map(({ type, seq, prevSeq }) => [type, seq, prevSeq]);

test('a subscription begins with the day so far, and then has each trade once (S24, S25)', async () => {
  server.exchange.trade(549119, 10_000_000, 100);
  const client = await server.connect();
  client.send(ask());
  const [answer, snapshot] = await client.take(2);
  const seq = server.exchange.lastEventSeq();
  expect(answer).toMatchObject({ type: 'subscribed', channel: 'trades', mode: 'every', seq, cursor: `c${seq}` });
  const day = { date: '2026-03-02', open: '10.000000', high: '10.000000', low: '10.000000', last: '10.000000' };
  expect(snapshot).toMatchObject({
    type: 'snapshot',
    securityId: '549119',
    seq,
    day: { ...day, volume: 100, trades: 1 },
  });

  const { matchId, sellOrderId } = server.exchange.trade(549119, 9_500_000, 30, { initiatorOrderId: 5 as OrderId });
  expect(sellOrderId).toBe(5);
  expect(await client.next()).toEqual({
    type: 'trade',
    channel: 'trades',
    securityId: '549119',
    seq: seq + 1,
    prevSeq: seq,
    cursor: `c${seq + 1}`,
    time: '2026-03-02T14:30:00.000015Z',
    tradeId: String(matchId),
    price: '9.500000',
    quantity: 30,
    side: 'Sell',
    day: { ...day, low: '9.500000', last: '9.500000', volume: 130, trades: 2 },
  });
});

test('every trade after the answer comes as a separate trade, also before the day is known (S23, S25)', async () => {
  server.history.isDown = true;
  const client = await server.connect();
  client.send(ask());
  const begin = (await client.next()).seq as number;
  for (let made = 0; made < 30; made++) server.exchange.trade(549119, 10_000_000, 1);
  const trades = await client.take(30);
  expect(brief(trades)).toEqual(trades.map((_, at) => ['trade', begin + at + 1, begin + at]));
  for (const trade of trades) expect(trade).not.toHaveProperty('day');

  server.history.isDown = false;
  server.timers.advanceMs(1000);
  let next = await client.next();
  while (next.type === 'heartbeat') next = await client.next();
  expect(next).toMatchObject({ type: 'snapshot', seq: begin + 30, day: { volume: 30, trades: 30 } });
  server.exchange.trade(549119, 11_000_000, 1);
  expect(await client.next()).toMatchObject({ type: 'trade', prevSeq: begin + 30, day: { volume: 31 } });
});

test('a bust is sent once, and after it the day without it', async () => {
  const match = server.exchange.trade(549119, 10_000_000, 100);
  const client = await server.connect();
  client.send(ask());
  await client.take(2);
  server.exchange.bust(match);
  const [bust, day] = await client.take(2);
  expect(bust).toMatchObject({ type: 'bust', tradeId: String(match.matchId), price: '10.000000', quantity: 100 });
  expect(day).toMatchObject({ type: 'day', seq: bust?.seq, day: { date: '2026-03-02', ...NO_DAY } });
  expect(await client.rest()).toEqual([]);
  server.exchange.trade(549119, 11_000_000, 1, { block: true });
  expect(await client.next()).toMatchObject({ prevSeq: bust?.seq, block: true, side: null, day: { trades: 1 } });
  server.exchange.trade(549119, 11_000_000, 1, { auction: 3 });
  expect(await client.next()).toMatchObject({ auctionId: '3', side: 'Buy' });
});

test('a correction is sent once, with what the match was before, and after it the day as it is now', async () => {
  server.exchange.trade(549119, 12_000_000, 1);
  const match = server.exchange.trade(549119, 10_000_000, 100);
  const client = await server.connect();
  client.send(ask());
  await client.take(2);
  const adjusted = server.exchange.adjust(match, 11_000_000, 40);
  const [adjust, day] = await client.take(2);
  expect(adjust).toMatchObject({
    ...{ type: 'adjust', tradeId: String(match.matchId), price: '11.000000', quantity: 40 },
    ...{ priceBefore: '10.000000', quantityBefore: 100 },
  });
  const prices = { open: '12.000000', high: '12.000000', low: '11.000000', last: '11.000000' };
  expect(day).toMatchObject({ type: 'day', seq: adjust?.seq, day: { ...prices, volume: 41, trades: 2 } });
  server.exchange.adjust(adjusted, 11_500_000, 40);
  expect(await client.take(2)).toMatchObject([
    { type: 'adjust', prevSeq: adjust?.seq, priceBefore: '11.000000', quantityBefore: 40 },
    { type: 'day', day: { low: '11.500000', volume: 41 } },
  ]);
  expect(await client.rest()).toEqual([]);
});

test('sends nothing of securities that were not asked for, and nothing of who traded', async () => {
  server.exchange.addSecurity(2);
  const client = await server.connect();
  client.send(ask());
  await client.take(2);
  server.exchange.trade(2, 1, 1);
  server.exchange.trade(549119, 1, 1);
  const messages = await client.rest();
  expect(messages).toMatchObject([{ securityId: '549119' }]);
  expect(Object.keys(messages[0] as Message).join()).not.toMatch(/client|order|account|member/i);
});

test('"*" has later securities too; single ones cannot be left then', async () => {
  const client = await server.connect();
  client.send(ask({ securityIds: ['*'] }));
  await client.take(2);
  server.exchange.addSecurity(2);
  expect(await client.next()).toMatchObject({ type: 'snapshot', securityId: '2', day: NO_DAY });
  server.exchange.trade(2, 1_000_000, 5);
  expect(await client.next()).toMatchObject({ type: 'trade', securityId: '2' });
  expect(await client.ask({ op: 'unsubscribe', channel: 'trades', securityIds: ['2'], id: 2 })).toMatchObject({
    code: 'all-subscribed',
    id: 2,
  });
  expect(await client.ask({ op: 'list' })).toMatchObject({
    subscriptions: [{ channel: 'trades', mode: 'every', everything: true, securityIds: ['549119', '2'] }],
  });
  client.send({ op: 'unsubscribe', channel: 'trades', securityIds: ['*'] });
  await client.next();
  server.exchange.trade(2, 1_000_000, 5);
  expect(await client.rest()).toEqual([]);
  expect(server.stream.metrics).toMatchObject({ subscriptions: 0, subscribedSecurities: 0 });
});

describe('since (S23)', () => {
  test('sends what was missed, then what holds, then what happens', async () => {
    const before = server.exchange.trade(549119, 10_000_000, 1);
    const seq = server.exchange.lastEventSeq();
    server.exchange.trade(549119, 11_000_000, 2);
    server.exchange.bust(before);
    const client = await server.connect();
    client.send(ask({ since: `c${seq}` }));
    const [answer, trade, bust, day] = await client.take(4);
    expect(answer).toMatchObject({ type: 'subscribed', seq, cursor: `c${seq}` });
    expect(brief([trade, bust, day] as Message[])).toEqual([
      ['trade', seq + 1, seq],
      ['bust', seq + 2, seq + 1],
      ['day', seq + 2, undefined],
    ]);
    expect(trade).not.toHaveProperty('day');
    expect(day).toMatchObject({ day: { open: '11.000000', volume: 2, trades: 1 } });
    server.exchange.trade(549119, 12_000_000, 3);
    expect(await client.next()).toMatchObject({ type: 'trade', seq: seq + 3, prevSeq: seq + 2, day: { volume: 5 } });
  });

  test.each([
    ['nonsense', 'malformed-cursor'],
    ['x1', 'foreign-cursor'],
    ['c99', 'future-cursor'],
  ])('%s is refused with %s', async (since, code) => {
    const client = await server.connect();
    expect(await client.ask(ask({ since }))).toMatchObject({ type: 'error', id: 1, code });
    expect(await client.ask({ op: 'list' })).toMatchObject({ subscriptions: [] });
  });

  test('a cursor that is too far back is refused', async () => {
    const client = await server.connect();
    server.exchange.skip(1_000_001);
    expect(await client.ask(ask({ since: 'c0' }))).toMatchObject({ code: 'cursor-too-old' });
    expect(await client.ask(ask({ since: 'c2' }))).toMatchObject({ type: 'subscribed', seq: 2 });
  });
});

test('what could not be read is read later', async () => {
  server.exchange.trade(549119, 10_000_000, 1);
  server.history.isDown = true;
  const client = await server.connect();
  client.send(ask({ since: 'c1' }));
  await client.take(1);
  expect(await client.rest()).toEqual([]);
  server.history.isDown = false;
  server.timers.advanceMs(1000);
  let messages = await client.rest();
  while (messages.length < 2) messages = [...messages, ...(await client.rest())];
  expect(messages.filter(({ type }) => type !== 'heartbeat')).toMatchObject([{ type: 'trade' }, { type: 'day' }]);
});
