import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { turn } from '../support/manual-time.ts';
import { priced } from './support/fake-exchange.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;
afterEach(() => server.close());

test('after each second without another message, with time and the number of the last event', async () => {
  server = await startServer();
  const client = await server.connect();
  server.exchange.addSecurity(2);
  server.timers.advanceMs(900);
  expect(await client.rest()).toEqual([]);
  server.timers.advanceMs(900);
  expect(await client.rest()).toEqual([]);
  server.timers.advanceMs(1_100);
  expect(await client.next()).toEqual({ type: 'heartbeat', time: '2026-03-02T14:30:00.000001Z', seq: 2 });
  server.exchange.addSecurity(3);
  server.exchange.time += 5_000_000;
  server.timers.advanceMs(3_000);
  const heartbeats = await client.take(3);
  expect(new Set(heartbeats.map((message) => JSON.stringify(message)))).toEqual(
    new Set(['{"type":"heartbeat","time":"2026-03-02T14:30:05.000001Z","seq":3}']),
  );
  expect(await client.rest()).toEqual([]);
});

test('an update counts as a message: no heartbeat for a second after it', async () => {
  server = await startServer();
  const [busy, silent] = [await server.connect('A'), await server.connect('B')];
  busy.subscribe('549119');
  await busy.take(2);
  for (let i = 1; i <= 6; i += 1) {
    server.timers.advanceMs(500);
    server.exchange.change(549119, priced(i));
  }
  expect((await busy.rest()).map((message) => message.type)).toEqual(Array(6).fill('update'));
  const heartbeats = (await silent.rest()).map((message) => message.type);
  expect(heartbeats).toEqual(Array(heartbeats.length).fill('heartbeat'));
  expect(heartbeats.length).toBeGreaterThanOrEqual(2);
});

test('all connections share one timer', async () => {
  server = await startServer();
  const clients = await Promise.all(Array.from({ length: 30 }, (_, i) => server.connect(`client-${i}`)));
  expect(server.timers.intervals).toBe(1);
  server.timers.advanceMs(1_100);
  for (const client of clients) expect((await client.next()).type).toBe('heartbeat');
});

test('a peer that answers pings stays; one that leaves two unanswered is cut', async () => {
  server = await startServer({ pingIntervalMs: 2_000 });
  const alive = await server.connect('A');
  const dead = await server.connect('B', { autoPong: false });
  const gone = once(server.sockets[1] as NonNullable<(typeof server.sockets)[0]>, 'close');
  for (let ping = 1; ping <= 2; ping += 1) {
    const pings = [once(alive.webSocket, 'ping'), once(dead.webSocket, 'ping')];
    server.timers.advanceMs(2_100);
    await Promise.all(pings);
    // The pong was read before this was answered.
    await alive.rest();
  }
  expect(server.stream.metrics.connections).toBe(2);
  const ping = once(alive.webSocket, 'ping');
  server.timers.advanceMs(2_100);
  await ping;
  await gone;
  await turn();
  expect((await dead.closed).code).toBe(1006);
  expect(server.stream.metrics.connections).toBe(1);
  expect(server.logged).toHaveLength(1);
  expect((await alive.rest()).every((message) => message.type === 'heartbeat')).toBe(true);
});

test('a peer that sends messages is alive even if it never answers a ping', async () => {
  server = await startServer({ pingIntervalMs: 2_000 });
  const client = await server.connect('A', { autoPong: false });
  for (let i = 0; i < 10; i += 1) {
    server.timers.advanceMs(2_100);
    await client.rest();
  }
  expect(server.stream.metrics.connections).toBe(1);
});
