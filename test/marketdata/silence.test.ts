/** A node past its deadline sends nothing on its streams (docs/operate/cluster.md, J5). */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { priced } from './support/fake-exchange.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

test('neither an event nor the answer to a subscription leaves, and the connection ends', async () => {
  const [subscribed, asking] = [await server.connect(), await server.connect()];
  subscribed.subscribe('549119');
  await subscribed.rest();
  const before = [subscribed.received, asking.received];
  server.silence();
  server.exchange.change(549119, priced(10));
  asking.subscribe('549119');
  const ends = await Promise.all([subscribed.closed, asking.closed]);
  expect(ends.map(({ code }) => code)).toEqual([1006, 1006]);
  expect([subscribed.received, asking.received]).toEqual(before);
});

test('neither kind of ping is answered', async () => {
  const [asking, pinging] = [await server.connect(), await server.connect()];
  let pongs = 0;
  pinging.webSocket.on('pong', () => pongs++);
  pinging.webSocket.ping();
  await once(pinging.webSocket, 'pong');
  const before = asking.received;
  server.silence();
  asking.send({ op: 'ping', id: 1 });
  pinging.webSocket.ping();
  await Promise.all([asking.closed, pinging.closed]);
  expect([asking.received, pongs]).toEqual([before, 1]);
});

test('no ping that the venue sends leaves', async () => {
  await server.close();
  server = await startServer({ pingIntervalMs: 2000 });
  const client = await server.connect();
  let pings = 0;
  client.webSocket.on('ping', () => pings++);
  const pinged = once(client.webSocket, 'ping');
  server.timers.advanceMs(2100);
  await pinged;
  server.silence();
  server.timers.advanceMs(2100);
  expect((await client.closed).code).toBe(1006);
  expect(pings).toBe(1);
});

test('a stream that ends then says goodbye and nothing else', async () => {
  const client = await server.connect();
  server.silence();
  void server.stream.stop();
  const goodbye = await client.next();
  expect([goodbye.type, (await client.closed).code]).toEqual(['goodbye', 1001]);
  await expect(client.next()).rejects.toThrow('the connection ended');
});
