import { afterEach, beforeEach, expect, test } from 'vitest';
import { turn } from '../support/manual-time.ts';
import { priced } from './support/fake-exchange.ts';
import type { StreamClient } from './support/stream-client.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.close());

const DOLLAR = 1_000_000;
const ask = (channel: string, fields: object = {}) => ({
  op: 'subscribe',
  channel,
  securityIds: ['549119'],
  mode: 'conflated',
  intervalMs: 180,
  ...fields,
});
const updates = async (client: StreamClient) => (await client.rest()).filter(({ type }) => type !== 'heartbeat');

test('the newest top once an interval, with what was between (S33)', async () => {
  const [client, every] = [await server.connect(), await server.connect()];
  every.subscribe('549119');
  await every.take(2);
  expect(await client.ask(ask('topOfBook'))).toMatchObject({ mode: 'conflated', intervalMs: 200 });
  expect(await client.next()).toMatchObject({ type: 'snapshot', seq: 0 });
  for (const price of [10, 12, 9, 11]) server.exchange.change(549119, priced(price * DOLLAR), 'RFQ');
  expect(await updates(client)).toEqual([]);
  server.timers.advanceMs(200);
  const between = { changes: 4, bid: { high: '12.000000', low: '9.000000' }, offer: null };
  expect(await updates(client)).toMatchObject([
    { type: 'update', seq: 4, prevSeq: 0, bid: { price: '11.000000' }, between },
  ]);
  server.timers.advanceMs(400);
  expect(await updates(client)).toEqual([]);
  server.exchange.change(549119, null, priced(13 * DOLLAR));
  server.timers.advanceMs(200);
  expect(await updates(client)).toMatchObject([
    { seq: 5, prevSeq: 4, between: { changes: 1, bid: null, offer: { high: '13.000000', low: '13.000000' } } },
  ]);
  expect((await updates(every)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(await client.ask({ op: 'list' })).toMatchObject({
    subscriptions: [{ channel: 'topOfBook', mode: 'conflated', intervalMs: 200, securityIds: ['549119'] }],
  });
});

test('one who comes within an interval gets the newest at once, and what follows at its end', async () => {
  const first = await server.connect();
  first.send(ask('topOfBook'));
  await first.take(2);
  server.exchange.change(549119, priced(10 * DOLLAR));
  const second = await server.connect();
  second.send(ask('topOfBook'));
  expect((await second.take(2))[1]).toMatchObject({ type: 'snapshot', seq: 1 });
  server.exchange.change(549119, priced(11 * DOLLAR));
  server.timers.advanceMs(200);
  expect(await updates(first)).toMatchObject([{ seq: 2, prevSeq: 0, between: { changes: 2 } }]);
  expect(await updates(second)).toMatchObject([{ seq: 2, prevSeq: 1 }]);
});

test('depth: all levels that changed, once; the other mode replaces it', async () => {
  const client = await server.connect();
  client.send(ask('depth'));
  const [, { seq }] = (await client.take(2)) as [unknown, { seq: number }];
  for (const price of [3, 4]) {
    server.exchange.order('A', { price: price * DOLLAR, remaining: price });
    await turn();
  }
  expect(await updates(client)).toEqual([]);
  server.timers.advanceMs(200);
  const [update, ...more] = await updates(client);
  expect(update).toMatchObject({ type: 'update', prevSeq: seq, seq: seq + 2 });
  expect(update?.bids).toHaveLength(2);
  expect(more).toEqual([]);
  client.send(ask('depth', { mode: 'every', intervalMs: undefined }));
  await client.take(2);
  server.exchange.order('A', { price: 5 * DOLLAR });
  expect(await updates(client)).toHaveLength(1);
  server.timers.advanceMs(200);
  expect(await updates(client)).toEqual([]);
  client.send({ op: 'unsubscribe', channel: 'depth', securityIds: ['*'] });
  await client.take(1);
  server.timers.advanceMs(120_000);
  expect(server.stream.metrics.subscribedSecurities).toBe(0);
});
