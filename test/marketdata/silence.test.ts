/** A node past its deadline sends nothing on its streams (docs/operate/cluster.md, J5). */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { priced } from './support/fake-exchange.ts';
import type { StreamClient } from './support/stream-client.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

/** The code with which a connection ends from now on; rejects when anything arrives before. */
async function silentEnd({ webSocket, closed }: StreamClient): Promise<number> {
  const { promise: arrived, reject } = Promise.withResolvers<never>();
  for (const kind of ['message', 'ping', 'pong']) webSocket.once(kind, () => reject(new Error(`a ${kind} arrived`)));
  return (await Promise.race([closed, arrived])).code;
}

test('neither an event nor the answer to a subscription leaves, and the connection ends', async () => {
  const [subscribed, asking] = [await server.connect(), await server.connect()];
  subscribed.subscribe('549119');
  await subscribed.rest();
  const ends = Promise.all([subscribed, asking].map(silentEnd));
  server.silence();
  server.exchange.change(549119, priced(10));
  asking.subscribe('549119');
  expect(await ends).toEqual([1006, 1006]);
});

test('neither kind of ping is answered', async () => {
  const [asking, pinging] = [await server.connect(), await server.connect()];
  pinging.webSocket.ping();
  await once(pinging.webSocket, 'pong');
  const ends = Promise.all([asking, pinging].map(silentEnd));
  server.silence();
  asking.send({ op: 'ping', id: 1 });
  pinging.webSocket.ping();
  expect(await ends).toEqual([1006, 1006]);
});

test('no ping that the venue sends leaves', async () => {
  await server.close();
  server = await startServer({ pingIntervalMs: 2000 });
  const client = await server.connect();
  const pinged = once(client.webSocket, 'ping');
  server.timers.advanceMs(2100);
  await pinged;
  const end = silentEnd(client);
  server.silence();
  server.timers.advanceMs(2100);
  expect(await end).toBe(1006);
});

test('a stream that ends then says goodbye and nothing else', async () => {
  const client = await server.connect();
  server.silence();
  void server.stream.stop();
  const goodbye = await client.next();
  expect([goodbye.type, (await client.closed).code]).toEqual(['goodbye', 1001]);
  await expect(client.next()).rejects.toThrow('the connection ended');
});
