/** The channels of the stream (docs/api/stream.md, S21 to S32) on the program itself, across a restart. */
import { expect, test } from 'vitest';
import { DepthCopy } from '../marketdata/support/depth-copy.ts';
import { type Demo, demoOf, orderBody } from './support/demo-orders.ts';
import { authorizationOf, mustCall } from './support/requests.ts';
import { clockAtNoon } from './support/server-clock.ts';
import { ServerProcess } from './support/server-process.ts';
import { StreamLine, type StreamMessage } from './support/stream-line.ts';

// The day of the figures does not end meanwhile.
const SETTINGS = { MARKET_ALWAYS_OPEN: 'true', ...clockAtNoon().settings };

/** Buys from itself. */
async function trade(server: ServerProcess, demo: Demo, quantity: number, price: string): Promise<void> {
  for (const action of ['Sell', 'Buy']) {
    await mustCall(server, 'createOrder', orderBody(demo, { action, quantity, price, type: 'Limit' }));
  }
}

async function until(line: StreamLine, type: string): Promise<StreamMessage[]> {
  const messages: StreamMessage[] = [];
  do messages.push(await line.next());
  while (messages.at(-1)?.type !== type);
  return messages;
}

/** What GET /v3/events has after a cursor. */
async function eventsAfter(server: ServerProcess, cursor: unknown): Promise<unknown[]> {
  const headers = { authorization: authorizationOf(server.client) };
  const answer = await fetch(`${server.addresses.api}/v3/events?limit=1000&after=${cursor}`, { headers });
  return ((await answer.json()) as { events: unknown[] }).events;
}

/** S40: the book over HTTP, then its changes from the stream, is the book over HTTP later. */
async function joinDepth(server: ServerProcess, demo: Demo): Promise<void> {
  const { securityId } = demo;
  const subscription = { op: 'subscribe', channel: 'depth', securityIds: [securityId], levels: 5, checksum: true };
  const readDepth = async () => (await mustCall(server, 'getDepth', { securityId, levels: 5 })).depth as StreamMessage;
  const other = await StreamLine.open(server, server.client);
  other.send(subscription);
  await until(other, 'snapshot');
  const begin = await readDepth();
  const copy = new DepthCopy();
  copy.take({ ...begin, type: 'snapshot' } as never);
  const rest = { type: 'Limit', quantity: 11 };
  for (const price of ['1.25', '1.50'])
    await mustCall(server, 'createOrder', orderBody(demo, { ...rest, action: 'Buy', price }));
  await mustCall(server, 'createOrder', orderBody(demo, { ...rest, action: 'Sell', price: '99.00' }));
  const reader = await StreamLine.open(server, server.client);
  reader.send({ ...subscription, after: { [securityId]: begin.seq } });
  const [, missed] = (await until(reader, 'update')) as [StreamMessage, StreamMessage];
  expect(missed.prevSeq).toBe(begin.seq);
  copy.take(missed as never);
  const now = await readDepth();
  expect([copy.shown('bids').slice(0, 5), copy.shown('offers').slice(0, 5)]).toEqual([now.bids, now.offers]);
  expect(copy).toMatchObject({ seq: now.seq, brokenChains: 0, wrongChecksums: 0 });
  const { tops } = await mustCall(server, 'getTops', {});
  const [best] = now.bids as object[];
  expect((tops as StreamMessage[]).find((top) => top.securityId === securityId)).toMatchObject({ bid: best });
  for (const line of [other, reader]) line.end();
}

const eventsIn = (messages: readonly StreamMessage[]): unknown[] =>
  messages.filter(({ type }) => type === 'event').map(({ event }) => event);

test('send what was missed across a restart, and the day with it', async () => {
  const server = await ServerProcess.start({ settings: SETTINGS });
  await server.welcome();
  const demo = demoOf(server);
  const securityIds = [demo.securityId];
  const line = await StreamLine.open(server, server.client);
  line.send({ op: 'subscribe', channel: 'trades', securityIds });
  const orders = await StreamLine.open(server, server.client);
  orders.send({ op: 'subscribe', channel: 'orders' });
  const begin = await orders.next();
  const [, before] = (await until(line, 'snapshot')) as [StreamMessage, StreamMessage];
  const { volume, trades } = before.day as { volume: number; trades: number };
  await trade(server, demo, 7, '9.25');
  const [seen] = await until(line, 'trade');
  expect(seen).toMatchObject({ quantity: 7, price: '9.250000', side: 'Buy', day: { volume: volume + 7 } });
  line.end();
  // The entries of two orders, their match and its two fills.
  const events = await Promise.all(Array.from({ length: 5 }, () => orders.next()));
  orders.end();
  await trade(server, demo, 5, '9.50');
  await trade(server, demo, 3, '9.75');
  await joinDepth(server, demo);
  expect(await server.stop()).toBe(0);

  const again = await ServerProcess.start({ settings: SETTINGS, dataDir: server.dataDir });
  await again.welcome();
  const back = await StreamLine.open(again, again.client);
  back.send({ op: 'subscribe', channel: 'trades', securityIds, since: seen?.cursor });
  const [answer, ...missed] = await until(back, 'day');
  expect(answer).toMatchObject({ type: 'subscribed', seq: seen?.seq });
  expect(missed).toMatchObject([
    { type: 'trade', prevSeq: seen?.seq, quantity: 5 },
    { type: 'trade', prevSeq: missed[0]?.seq, quantity: 3 },
    { type: 'day', day: { high: '9.750000', last: '9.750000', volume: volume + 15, trades: trades + 3 } },
  ]);
  const ordersAgain = await StreamLine.open(again, again.client);
  ordersAgain.send({ op: 'subscribe', channel: 'orders', since: events.at(-1)?.cursor });
  await until(ordersAgain, 'subscribed');
  await trade(again, demo, 1, '9.00');
  const received = [...eventsIn(events)];
  const all = await eventsAfter(again, begin.cursor);
  while (received.length < all.length) received.push((await ordersAgain.next()).event);
  expect(received).toEqual(all);
  expect(await back.next()).toMatchObject({ type: 'trade', prevSeq: missed[1]?.seq, day: { volume: volume + 16 } });
});
