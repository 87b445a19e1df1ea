/** Streams of users: the cookie of a session, from a page of the same host (P8, P10). */
import { afterEach, expect, test } from 'vitest';
import type { Client, SessionChecks } from '../../src/http/methods/client.ts';
import { turn } from '../support/manual-time.ts';
import { anyClient, startServer, type TestServer, testClient } from './support/stream-server.ts';

const TOKEN = 't'.repeat(43);
const COOKIE = `__Host-openats-session=${TOKEN}`;

/** One session, until it is ended, as a node learns when it asks. */
class OneSession implements SessionChecks {
  asked = 0;
  client: Client | undefined = {
    ...testClient('A'),
    user: { userId: 'U1', sessionId: 'S1', authenticatedAtUs: 0 },
  };
  check(token: string): Client | undefined {
    return token === TOKEN ? this.client : undefined;
  }
  async renew(): Promise<Client | undefined> {
    this.asked++;
    return this.client;
  }
}

let server: TestServer;
afterEach(() => server.close());

async function started(session = new OneSession()) {
  server = await startServer({}, { ...anyClient, sessions: session });
  const dial = (headers: Record<string, string | undefined> = {}) => {
    const sent = { cookie: COOKIE, origin: `http://${server.address}`, ...headers };
    const named = Object.entries(sent).filter((one): one is [string, string] => one[1] !== undefined);
    return server.dial({ headers: Object.fromEntries(named) });
  };
  return { session, dial };
}

test('a page of the host streams as its user, from its first message on', async () => {
  const { dial } = await started();
  const client = dial();
  await client.opened;
  client.send({ op: 'subscribe', channel: 'trades', securityIds: ['549119'], id: 1 });
  client.send({ op: 'ping', id: 2 });
  expect((await client.take(2)).map(({ type, id }) => [type, id])).toEqual([
    ['subscribed', 1],
    ['pong', 2],
  ]);
  expect(server.stream.metrics.clients).toBe(1);
});

test.each([
  ['no origin', { origin: undefined }],
  ['another name of the cookie', { cookie: `openats-session=${TOKEN}` }],
  ['no cookie', { cookie: undefined }],
])('%s: the cookie counts for nothing', async (_what, headers) => {
  const { dial } = await started();
  const client = dial(headers);
  await client.opened;
  client.send({ op: 'ping', id: 1 });
  expect(await client.next()).toMatchObject({ type: 'error', code: 'not-authenticated' });
  expect((await client.closed).code).toBe(4401);
});

test.each(['https://evil.example.com', 'http://127.0.0.1', 'null'])('a page of %s gets no stream', async (origin) => {
  const { dial } = await started();
  await expect(dial({ origin }).opened).rejects.toThrow('403');
});

test('credentials in the first message win over the cookie', async () => {
  const { dial } = await started();
  const client = dial();
  await client.opened;
  client.send({ op: 'auth', clientID: 'B', developerAPIKey: 'key', id: 1 });
  expect(await client.next()).toMatchObject({ type: 'authenticated', clientID: 'B' });
});

test('a token that is nobody’s ends the connection, and locks the address out in the end', async () => {
  const { dial } = await started();
  const codes = [];
  for (let tried = 0; tried < 4; tried++) {
    const client = dial({ cookie: `__Host-openats-session=${'x'.repeat(43)}` });
    await client.opened;
    client.send({ op: 'ping', id: 1 });
    codes.push((await client.next()).code);
  }
  expect(codes).toEqual([...Array(3).fill('authentication-failed'), 'too-many-failures']);
});

test('a session that ended ends its stream within a second', async () => {
  const { session, dial } = await started();
  const client = dial();
  await client.opened;
  client.send({ op: 'ping', id: 1 });
  await client.next();
  for (let seconds = 0; seconds < 3; seconds++) await passSecond();
  expect(session.asked).toBeGreaterThanOrEqual(6);
  session.client = undefined;
  await passSecond();
  const { code, reason } = await client.closed;
  expect([code, String(reason)]).toEqual([4401, 'the session is over']);
});

test('other rights of the user count within a second', async () => {
  const { session, dial } = await started();
  const client = dial();
  await client.opened;
  client.send({ op: 'ping', id: 1 });
  await client.next();
  session.client = { ...session.client!, deniedMethods: new Set(['getClob']) };
  await passSecond();
  expect((await client.closed).code).toBe(4403);
});

async function passSecond(): Promise<void> {
  for (let ticks = 0; ticks < 10; ticks++) {
    server.timers.advanceMs(100);
    await turn();
  }
}
