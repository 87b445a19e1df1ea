/** Orders are cancelled when a connection that asked for it is lost (V57, V58). */
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { turn } from '../support/manual-time.ts';
import type { StreamClient } from './support/stream-client.ts';
import { anyClient, startServer, type TestServer, testClient } from './support/stream-server.ts';

let server: TestServer;
afterEach(() => server.close());

const ask = (client: StreamClient, fields: object = {}) => client.ask({ op: 'cancelOnDisconnect', id: 1, ...fields });
const WATCHED = { type: 'connectSession', session: expect.any(String), clientId: 'A', accountId: null, seconds: 15 };
const LOST = { type: 'disconnectSession', session: expect.any(String), lost: true };

test('the answer comes once it is in the journal, and a lost connection is there too', async () => {
  server = await startServer();
  const client = await server.connect();
  expect(await ask(client)).toEqual({ type: 'cancelOnDisconnect', id: 1, enabled: true, seconds: 15 });
  expect(server.exchange.submitted).toEqual([WATCHED]);
  client.webSocket.terminate();
  await server.exchange.hasSubmitted(2);
  expect(server.exchange.submitted[1]).toEqual(LOST);
  const [watched, lost] = server.exchange.submitted as { session: string }[];
  expect(lost!.session).toBe(watched!.session);
});

test.each([
  ['the client closes it', (client: StreamClient) => client.webSocket.close()],
  ['a frame is broken', (client: StreamClient) => client.webSocket.send('x'.repeat(100_000))],
  ['the key is no longer good', (_: StreamClient, { stream }: TestServer) => stream.accessChanged('A')],
])('also where %s', async (_what, lose) => {
  let good = true;
  server = await startServer(
    {},
    {
      authenticate: (clientId, key) => anyClient.authenticate(clientId, key),
      renew: async (client) => (good ? client : undefined),
    },
  );
  const client = await server.connect();
  await ask(client, { accountId: 'A1' });
  good = false;
  lose(client, server);
  await server.exchange.hasSubmitted(2);
  expect(server.exchange.submitted).toEqual([{ ...WATCHED, accountId: 'A1' }, LOST]);
});

test('an unknown account, or one of another client, is refused, and what was asked before holds', async () => {
  server = await startServer();
  const client = await server.connect();
  await ask(client, { accountId: 'A1' });
  for (const accountId of ['A999', 'B1']) {
    const message = `The client has no such account: ${accountId}`;
    expect(await ask(client, { accountId })).toEqual({ type: 'error', id: 1, code: 'unknown-account', message });
  }
  client.webSocket.close();
  await server.exchange.hasSubmitted(2);
  expect(server.exchange.submitted).toEqual([{ ...WATCHED, accountId: 'A1' }, LOST]);
});

test('a session that does not ask, or asks no more, cancels nothing', async () => {
  server = await startServer();
  const [silent, changed, last] = [await server.connect('A'), await server.connect('A'), await server.connect('A')];
  await ask(changed);
  expect(await ask(changed, { enabled: false })).toEqual({ type: 'cancelOnDisconnect', id: 1, enabled: false });
  for (const client of [silent, changed]) {
    client.webSocket.close();
    await client.closed;
  }
  await ask(last);
  last.webSocket.close();
  await server.exchange.hasSubmitted(4);
  const [first, left, second, lost] = server.exchange.submitted as { session: string }[];
  expect([first, left]).toEqual([WATCHED, { ...LOST, lost: false }]);
  expect([second, lost]).toEqual([WATCHED, LOST]);
  expect([left!.session, lost!.session]).toEqual([first!.session, second!.session]);
});

test('a silent peer is cut within the time that it said', async () => {
  server = await startServer();
  const client = await server.connect('A', { autoPong: false });
  await ask(client, { seconds: 6 });
  for (let second = 0; second < 6; second++) {
    server.timers.advanceMs(1_000);
    await turn();
  }
  await server.exchange.hasSubmitted(2);
  expect(server.exchange.submitted[1]).toEqual(LOST);
});

test('a peer that answers pings is not', async () => {
  server = await startServer();
  const client = await server.connect();
  await ask(client, { seconds: 6 });
  for (let second = 0; second < 20; second++) {
    server.timers.advanceMs(1_000);
    await client.rest();
  }
  expect(server.exchange.submitted).toEqual([{ ...WATCHED, seconds: 6 }]);
});

test('while the venue takes nothing it is tried again', async () => {
  server = await startServer();
  const client = await server.connect();
  await ask(client);
  server.exchange.isDown = true;
  client.webSocket.terminate();
  while (server.timers.waiting === 0) await turn();
  server.exchange.isDown = false;
  server.timers.advanceMs(1_000);
  await server.exchange.hasSubmitted(2);
  expect(server.exchange.submitted[1]).toEqual(LOST);
});

test('a venue that takes nothing answers so', async () => {
  server = await startServer();
  const client = await server.connect();
  server.exchange.isDown = true;
  expect(await ask(client)).toMatchObject({ type: 'error', id: 1, code: 'venue-unavailable' });
});

test('when the venue stops, orders stay: the session is in the journal', async () => {
  server = await startServer();
  const client = await server.connect();
  await ask(client);
  const stopped = server.stream.stop();
  expect((await client.closed).code).toBe(1001);
  await stopped;
  expect(server.exchange.submitted).toEqual([WATCHED]);
});

test.each([
  [{ seconds: 4 }, 'seconds'],
  [{ seconds: 61 }, 'seconds'],
  [{ seconds: '15' }, 'seconds'],
  [{ enabled: 'yes' }, 'enabled'],
  [{ accountId: 7 }, 'accountId'],
  [{ accountId: 'A'.repeat(101) }, 'accountId'],
])('%o is malformed', async (fields, field) => {
  server = await startServer();
  const client = await server.connect();
  const answer = await ask(client, fields);
  expect(answer).toMatchObject({ type: 'error', id: 1, code: 'malformed-request' });
  expect(answer.message).toContain(field);
  expect(server.exchange.submitted).toEqual([]);
});

test('a key that may not cancel may not ask for it', async () => {
  server = await startServer({}, { authenticate: async (clientId) => testClient(clientId, ['cancelOrders']) });
  const client = await server.connect();
  expect(await ask(client)).toMatchObject({ type: 'error', code: 'malformed-request' });
  client.webSocket.close();
  await once(client.webSocket, 'close');
  expect(server.exchange.submitted).toEqual([]);
});
