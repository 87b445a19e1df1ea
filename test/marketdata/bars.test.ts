import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message, StreamClient } from './support/stream-client.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.close());

const DOLLAR = 1_000_000;
const ask = (fields: object = {}) => ({
  op: 'subscribe',
  channel: 'trades',
  securityIds: ['549119'],
  mode: 'conflated',
  intervalMs: 1000,
  id: 1,
  ...fields,
});
const news = async (client: StreamClient) => (await client.rest()).filter(({ type }) => type !== 'heartbeat');
const begun = async (fields: object = {}): Promise<StreamClient> => {
  const client = await server.connect();
  client.send(ask(fields));
  await client.take(2);
  return client;
};

test('one bar an interval has the trades of it, and nothing comes without one (S36)', async () => {
  const client = await begun();
  const seq = server.exchange.lastEventSeq();
  for (const [price, quantity] of [
    [10, 5],
    [12, 7],
    [9, 1],
    [11, 2],
  ] as const) {
    server.exchange.trade(549119, price * DOLLAR, quantity);
  }
  expect(await news(client)).toEqual([]);
  server.timers.advanceMs(1000);
  const prices = { open: '10.000000', high: '12.000000', low: '9.000000', last: '11.000000' };
  expect(await news(client)).toEqual([
    {
      type: 'bar',
      channel: 'trades',
      securityId: '549119',
      seq: seq + 4,
      prevSeq: seq,
      cursor: `c${seq + 4}`,
      time: '2026-03-02T14:30:00.000029Z',
      trades: 4,
      volume: 15,
      ...prices,
      day: { date: '2026-03-02', ...prices, volume: 15, trades: 4 },
    },
  ]);
  server.timers.advanceMs(3000);
  expect(await news(client)).toEqual([]);
});

test('the answer and list have the interval that holds; the other mode replaces it', async () => {
  server.exchange.addSecurity(2);
  const client = await server.connect();
  expect(await client.ask(ask({ intervalMs: 60, securityIds: ['*'] }))).toMatchObject({ intervalMs: 100 });
  await client.take(2);
  expect(await client.ask(ask({ intervalMs: undefined, securityIds: ['2'] }))).toMatchObject({ intervalMs: 1000 });
  await client.take(1);
  const entry = { channel: 'trades', everything: true, mode: 'conflated' };
  expect(await client.ask({ op: 'list' })).toMatchObject({
    subscriptions: [
      { ...entry, intervalMs: 100, securityIds: ['549119'] },
      { ...entry, intervalMs: 1000, securityIds: ['2'] },
    ],
  });
  client.send(ask({ mode: 'every', intervalMs: undefined }));
  expect((await client.take(2))[0]).toMatchObject({ type: 'subscribed', mode: 'every' });
  server.exchange.trade(549119, DOLLAR, 1);
  expect(await news(client)).toMatchObject([{ type: 'trade' }]);
});

test.each([
  [{ intervalMs: 49 }, 'intervalMs must be a whole number from 50 to 10000'],
  [{ intervalMs: 10_001 }, 'intervalMs must be a whole number from 50 to 10000'],
  [{ intervalMs: 99.5 }, 'intervalMs must be a whole number from 50 to 10000'],
  [{ intervalMs: '100' }, 'intervalMs must be a whole number from 50 to 10000'],
  [{ mode: 'every' }, 'intervalMs goes with the mode conflated'],
  [{ mode: 'bars' }, 'mode: the channel trades has no such mode'],
])('%o is refused, and says why', async (fields, message) => {
  const client = await server.connect();
  const answer = await client.ask(ask(fields));
  expect(answer).toMatchObject({ type: 'error', id: 1, code: 'malformed-request' });
  expect(answer.message).toContain(message);
});

test('a bust comes at once, after a bar of what came before it, and the bars stay as they were', async () => {
  const client = await begun();
  const first = server.exchange.trade(549119, 10 * DOLLAR, 5);
  server.exchange.trade(549119, 11 * DOLLAR, 2);
  server.exchange.bust(first);
  const [bar, bust, day] = (await client.take(3)) as [Message, Message, Message];
  expect(bar).toMatchObject({ type: 'bar', trades: 2, volume: 7, day: { volume: 7 } });
  expect(bust).toMatchObject({ type: 'bust', prevSeq: bar.seq, quantity: 5 });
  expect(day).toMatchObject({ type: 'day', seq: bust.seq, day: { volume: 2, trades: 1, open: '11.000000' } });
  server.timers.advanceMs(1000);
  expect(await news(client)).toEqual([]);
  server.exchange.trade(549119, 12 * DOLLAR, 1);
  server.timers.advanceMs(1000);
  expect(await news(client)).toMatchObject([
    { type: 'bar', prevSeq: bust.seq, trades: 1, day: { volume: 3, trades: 2 } },
  ]);
});

test('what was missed comes as single trades, then what holds, then bars (S36)', async () => {
  const seq = server.exchange.lastEventSeq();
  for (const price of [10, 11]) server.exchange.trade(549119, price * DOLLAR, 1);
  const client = await server.connect();
  client.send(ask({ since: `c${seq}` }));
  const [answer, ...missed] = await client.take(4);
  expect(answer).toMatchObject({ type: 'subscribed', mode: 'conflated', seq });
  expect(missed).toMatchObject([
    { type: 'trade', prevSeq: seq },
    { type: 'trade', prevSeq: seq + 1 },
    { type: 'day', seq: seq + 2 },
  ]);
  server.exchange.trade(549119, DOLLAR, 1);
  server.timers.advanceMs(1000);
  expect(await news(client)).toMatchObject([{ type: 'bar', prevSeq: seq + 2, trades: 1 }]);
});

test('the cursor of a bar leaves out nothing that other bars have not sent yet', async () => {
  server.exchange.addSecurity(2);
  const client = await server.connect();
  client.send(ask({ securityIds: ['2', '549119'] }));
  await client.take(3);
  const seq = server.exchange.lastEventSeq();
  for (const id of [2, 549119, 2, 549119, 2]) server.exchange.trade(id, DOLLAR, 1);
  server.timers.advanceMs(1000);
  expect(await news(client)).toMatchObject([
    { type: 'bar', securityId: '549119', seq: seq + 4, cursor: `c${seq}` },
    { type: 'bar', securityId: '2', seq: seq + 5, cursor: `c${seq + 5}` },
  ]);
});

test('leaving sends the bar so far, before the answer; a trade of another day begins one', async () => {
  const client = await begun();
  server.exchange.trade(549119, DOLLAR, 1);
  server.exchange.time += 24 * 3_600_000_000;
  server.exchange.trade(549119, 2 * DOLLAR, 3);
  expect(await news(client)).toMatchObject([{ type: 'bar', trades: 1, day: { date: '2026-03-02' } }]);
  client.send({ op: 'unsubscribe', channel: 'trades', securityIds: ['*'] });
  expect(await client.take(2)).toMatchObject([
    { type: 'bar', volume: 3, day: { date: '2026-03-03', volume: 3 } },
    { type: 'unsubscribed' },
  ]);
  server.exchange.trade(549119, DOLLAR, 1);
  server.timers.advanceMs(1000);
  expect(await news(client)).toEqual([]);
});

test('a connection that asks for other bars gets those that were open first', async () => {
  const client = await begun();
  server.exchange.trade(549119, DOLLAR, 1);
  client.send(ask({ intervalMs: 50 }));
  expect(await client.take(3)).toMatchObject([
    { type: 'bar' },
    { type: 'subscribed', intervalMs: 50 },
    { type: 'snapshot' },
  ]);
});
