/** Several subscriptions of one channel on one connection, each with its name (S43). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EVENT_SCOPES } from '../../src/http/methods/scopes.ts';
import { DepthCopy } from './support/depth-copy.ts';
import { priced } from './support/fake-exchange.ts';
import type { Message, StreamClient } from './support/stream-client.ts';
import { startServer, type TestServer, testClient } from './support/stream-server.ts';

let server: TestServer;
const clientOf = (clientId: string) => ({ ...testClient(clientId), scopes: new Set(EVENT_SCOPES) });

beforeEach(async () => {
  server = await startServer({ namedSubscriptionsMax: 3 }, { authenticate: async (clientId) => clientOf(clientId) });
});

afterEach(() => server.close());

const ID = 549119;
const ask = (channel: string, fields: object = {}) => ({
  ...{ op: 'subscribe', channel, securityIds: [String(ID)] },
  ...fields,
});
const of = (messages: readonly Message[], name?: string) =>
  messages.filter(({ subscription }) => subscription === name);

async function ready(client: StreamClient, ...requests: object[]): Promise<Message[]> {
  for (const request of requests) client.send(request);
  return client.rest();
}

test('each of them has its own parameters, and its name in every message and answer', async () => {
  const client = await server.connect();
  const conflated = { subscription: 'slow', mode: 'conflated', intervalMs: 100 };
  const first = await ready(client, ask('topOfBook'), ask('topOfBook', { ...conflated, id: 3 }));
  expect(of(first).map(({ type }) => type)).toEqual(['subscribed', 'snapshot']);
  expect(of(first, 'slow')).toMatchObject([
    { type: 'subscribed', id: 3, mode: 'conflated', intervalMs: 100 },
    { type: 'snapshot', channel: 'topOfBook', seq: 0 },
  ]);
  for (const price of [1, 2, 3]) server.exchange.change(ID, priced(price));
  expect((await client.rest()).map(({ seq, prevSeq, subscription }) => [seq, prevSeq, subscription])).toEqual([
    [1, 0, undefined],
    [2, 1, undefined],
    [3, 2, undefined],
  ]);
  server.timers.advanceMs(100);
  expect(await client.rest()).toMatchObject([{ subscription: 'slow', seq: 3, prevSeq: 0 }]);
  client.send({ op: 'list' });
  expect(await client.next()).toEqual({
    type: 'subscriptions',
    subscriptions: [
      { channel: 'topOfBook', mode: 'every', everything: false, securityIds: ['549119'] },
      {
        subscription: 'slow',
        channel: 'topOfBook',
        mode: 'conflated',
        intervalMs: 100,
        everything: false,
        securityIds: ['549119'],
      },
    ],
  });
});

test('two depths of one security are each what the book has, also resumed by their own seq', async () => {
  const levels = [1, 3];
  const request = (count: number, more: object = {}) =>
    ask('depth', { subscription: `d${count}`, levels: count, checksum: true, ...more });
  const client = await server.connect();
  const copies = new Map(levels.map((count) => [`d${count}`, new DepthCopy()]));
  const take = (messages: readonly Message[]) => {
    for (const message of messages) {
      if (message.channel === 'depth' && 'bids' in message) copies.get(String(message.subscription))?.take(message);
    }
  };
  take(await ready(client, ...levels.map((count) => request(count))));
  for (const price of [5, 6, 7, 8]) server.exchange.order('B', { price: price * 1_000_000 });
  take(await client.rest());
  const shown = () => levels.map((count) => copies.get(`d${count}`)?.shown('bids').length);
  expect(shown()).toEqual([1, 3]);
  client.webSocket.terminate();
  await client.closed;
  server.exchange.order('B', { price: 9_000_000 });
  const again = await server.connect();
  const after = (count: number) => ({ after: { [ID]: copies.get(`d${count}`)?.seq } });
  const missed = await ready(again, ...levels.map((count) => request(count, after(count))));
  expect(missed.filter(({ type }) => type === 'update').length).toBe(2);
  take(missed);
  expect(shown()).toEqual([1, 3]);
  for (const copy of copies.values()) expect(copy).toMatchObject({ brokenChains: 0, wrongChecksums: 0 });
});

test('trades come singly and in bars, and own events twice where two names ask for them', async () => {
  const client = await server.connect();
  await ready(
    client,
    ask('trades'),
    ask('trades', { subscription: 'bars', mode: 'conflated', intervalMs: 50 }),
    { op: 'subscribe', channel: 'orders', subscription: 'a' },
    { op: 'subscribe', channel: 'orders', subscription: 'b' },
  );
  // Whose events they are is asked of the database.
  await client.rest();
  await client.rest();
  server.exchange.trade(ID, 1_000_000, 4);
  server.timers.advanceMs(50);
  const messages = (await client.rest()).filter(({ type }) => type !== 'snapshot');
  expect(messages.map(({ type, subscription }) => `${type} ${subscription}`).sort()).toEqual([
    'bar bars',
    'event a',
    'event b',
    'trade undefined',
  ]);
});

test('leaving one leaves the others, and makes room for another name', async () => {
  const client = await server.connect();
  await ready(client, ...['a', 'b', 'c'].map((subscription) => ask('topOfBook', { subscription })));
  const full = await client.ask(ask('market', { subscription: 'd', id: 9 }));
  expect(full).toMatchObject({ type: 'error', id: 9, code: 'too-many-subscriptions' });
  const left = await client.ask({ op: 'unsubscribe', channel: 'topOfBook', subscription: 'b', securityIds: ['*'] });
  expect(left).toMatchObject({ type: 'unsubscribed', subscription: 'b' });
  server.exchange.change(ID, priced(1));
  expect((await client.rest()).map(({ subscription }) => subscription)).toEqual(['a', 'c']);
  expect(await client.ask(ask('topOfBook', { subscription: 'd' }))).toMatchObject({ type: 'subscribed' });
  expect(server.stream.metrics.subscriptions).toBe(3);
});

test.each(['', 'a b', 'x'.repeat(33), 7, null])('the name %j is refused', async (subscription) => {
  const client = await server.connect();
  expect(await client.ask(ask('topOfBook', { subscription, id: 1 }))).toMatchObject({
    code: 'malformed-request',
    message: expect.stringContaining('subscription'),
  });
});
