import { afterEach, beforeEach, expect, test } from 'vitest';
import { turn } from '../support/manual-time.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer({ firstRequestMs: 5_000 });
});

afterEach(() => server.close());

test('who asks for nothing gets an error and is ended (S34)', async () => {
  const [idle, busy] = [await server.connect(), await server.connect()];
  busy.subscribe('549119');
  await busy.take(2);
  server.timers.advanceMs(4_000);
  expect((await idle.rest()).map(({ type }) => type)).not.toContain('error');
  for (let step = 0; step < 20; step++) {
    server.timers.advanceMs(100);
    await turn();
  }
  let message = await idle.next();
  while (message.type === 'heartbeat') message = await idle.next();
  expect(message).toMatchObject({ type: 'error', code: 'nothing-asked' });
  expect(await idle.closed).toMatchObject({ code: 4408 });
  expect((await busy.rest()).every(({ type }) => type === 'heartbeat')).toBe(true);
});

test('a planned stop is announced, with a time to come back that differs (S35)', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => server.connect()));
  const stopped = server.stream.stop();
  const goodbyes = await Promise.all(clients.map((client) => client.next()));
  for (const { type, reason, retryAfterMs } of goodbyes) {
    expect({ type, reason }).toEqual({ type: 'goodbye', reason: 'stopping' });
    expect(retryAfterMs).toBeGreaterThanOrEqual(1000);
    expect(retryAfterMs).toBeLessThanOrEqual(5000);
  }
  expect(new Set(goodbyes.map(({ retryAfterMs }) => retryAfterMs)).size).toBeGreaterThan(1);
  expect(await Promise.all(clients.map(({ closed }) => closed))).toMatchObject(clients.map(() => ({ code: 1001 })));
  await stopped;
});

test('the figures have unsent bytes, what was resumed and from how far back, and how long a turn took', async () => {
  const took: number[] = [];
  server.stream.onSent((seconds) => took.push(seconds));
  for (let price = 1; price <= 3; price++) server.exchange.change(549119, null);
  const client = await server.connect();
  client.send({ op: 'subscribe', channel: 'topOfBook', securityIds: ['549119'], after: { 549119: 1 } });
  client.send({ op: 'subscribe', channel: 'market', securityIds: ['*'] });
  await client.rest();
  server.exchange.change(549119, null);
  await client.rest();
  const { byChannel, ...figures } = server.stream.metrics;
  expect([...byChannel].filter(([, count]) => count > 0)).toEqual([
    ['topOfBook', 1],
    ['market', 1],
  ]);
  expect(figures).toMatchObject({ unsentBytes: 0, unsentBytesLargest: 0, resumes: 1, resumedEvents: 2 });
  expect(took.length).toBeGreaterThan(0);
});
