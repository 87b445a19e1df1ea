import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/http/methods/client.ts';
import { priced } from './support/fake-exchange.ts';
import { bearer, startServer, type TestServer, testClient } from './support/stream-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const auth = (clientID: string, developerAPIKey = 'key') => ({ op: 'auth', clientID, developerAPIKey, id: 'a' });

describe('by the header of the upgrade', () => {
  test('a message sent right after the upgrade is answered, in order, once the key was checked', async () => {
    const { promise, resolve } = Promise.withResolvers<Client | undefined>();
    const slow = await startServer({}, { authenticate: () => promise });
    const client = slow.dial(bearer('A'));
    await client.opened;
    client.send({ op: 'ping', id: 1 });
    client.send({ op: 'ping', id: 2 });
    // Both frames have reached the server when this request, sent after them, is answered.
    await fetch(`http://${slow.address}/v3/other`);
    expect(client.received).toBe(0);
    expect(slow.stream.metrics.unauthenticatedConnections).toBe(1);
    resolve(testClient('A'));
    expect((await client.take(2)).map((message) => message.id)).toEqual([1, 2]);
    expect(slow.stream.metrics.unauthenticatedConnections).toBe(0);
    await slow.close();
  });

  test('the scheme is read in any case of letters', async () => {
    const client = server.dial({ headers: { authorization: 'bearer A:key' } });
    await client.opened;
    expect(await client.rest()).toEqual([]);
  });

  test.each([
    ['a wrong key', 'Bearer A:wrong'],
    ['no key', 'Bearer A'],
    ['an empty key', 'Bearer A:'],
    ['another scheme', 'Basic QTprZXk='],
    ['nothing', ''],
  ])('%s: an error message, then 4401', async (_what, authorization) => {
    const client = server.dial({ headers: { authorization } });
    expect(await client.next()).toMatchObject({ type: 'error', code: 'authentication-failed' });
    expect((await client.closed).code).toBe(4401);
  });

  test('the header wins over what follows', async () => {
    const client = await server.connect('A');
    expect(await client.ask(auth('B'))).toMatchObject({ type: 'error', id: 'a', code: 'already-authenticated' });
    expect(await client.rest()).toEqual([]);
  });

  test('a key that may not call getClob may not stream', async () => {
    const client = server.dial(bearer('denied'));
    expect((await client.next()).code).toBe('not-authorised');
    expect((await client.closed).code).toBe(4403);
  });
});

describe('by the first message', () => {
  test('is answered with the id it carried, and the connection works', async () => {
    const client = server.dial();
    await client.opened;
    expect(await client.ask(auth('A'))).toEqual({ type: 'authenticated', id: 'a', clientID: 'A' });
    client.subscribe('549119');
    await client.take(2);
    server.exchange.change(549119, priced(1));
    expect((await client.next()).type).toBe('update');
  });

  test('requests may follow the auth message at once', async () => {
    const client = server.dial();
    await client.opened;
    client.send(auth('A'));
    client.subscribe('549119');
    expect((await client.take(3)).map((message) => message.type)).toEqual(['authenticated', 'subscribed', 'snapshot']);
  });

  test('a wrong key: the error carries the id, then 4401; what followed is not answered', async () => {
    const client = server.dial();
    await client.opened;
    client.send(auth('A', 'wrong'));
    client.subscribe('549119');
    expect(await client.next()).toMatchObject({ type: 'error', id: 'a', code: 'authentication-failed' });
    expect((await client.closed).code).toBe(4401);
    expect(client.received).toBe(1);
    expect(server.stream.metrics.subscriptions).toBe(0);
  });

  test('has one try: what comes after the failure is not even looked at', async () => {
    const tried: string[] = [];
    const counting = await startServer(
      {},
      {
        authenticate(_clientId, key) {
          tried.push(key);
          return undefined;
        },
      },
    );
    const client = counting.dial();
    await client.opened;
    // Sent before the close frame, which follows the error, is read and answered.
    client.webSocket.once('message', () => client.send(auth('A', 'second')));
    client.send(auth('A', 'first'));
    expect((await client.closed).code).toBe(4401);
    await fetch(`http://${counting.address}/v3/other`);
    expect(tried).toEqual(['first']);
    await counting.close();
  });

  test.each([
    ['another op', '{"op":"list","id":5}', 'not-authenticated'],
    ['no JSON', 'hello', 'malformed-json'],
    ['auth without a key', '{"op":"auth","clientID":"A"}', 'malformed-request'],
    ['more than 16 KB', JSON.stringify({ ...auth('A'), more: 'x'.repeat(16_384) }), 'not-authenticated'],
  ])('%s: an error, then 4401', async (_what, text, code) => {
    const client = server.dial();
    await client.opened;
    expect((await client.ask(text)).code).toBe(code);
    expect((await client.closed).code).toBe(4401);
  });

  test('none within 5 seconds: an error, then 4401; no heartbeat meanwhile', async () => {
    const client = server.dial();
    await client.opened;
    await fetch(`http://${server.address}/v3/other`);
    server.timers.advanceMs(4_900);
    await fetch(`http://${server.address}/v3/other`);
    expect(client.received).toBe(0);
    server.timers.advanceMs(200);
    expect((await client.next()).code).toBe('authentication-timeout');
    expect((await client.closed).code).toBe(4401);
  });
});

test('wrong keys count: who sent too many has to wait, while a right key is taken', async () => {
  for (const code of ['authentication-failed', 'authentication-failed', 'authentication-failed', 'too-many-failures']) {
    const client = server.dial(bearer('A', 'wrong'));
    expect((await client.next()).code).toBe(code);
    expect((await client.closed).code).toBe(code === 'too-many-failures' ? 4429 : 4401);
  }
  const byMessage = server.dial();
  await byMessage.opened;
  expect(await byMessage.ask(auth('B', 'wrong'))).toMatchObject({
    id: 'a',
    code: 'too-many-failures',
    message: 'Too many wrong credentials came from this address or for this client: wait 60 seconds',
  });
  expect(await (await server.connect('A')).rest()).toEqual([]);
});

test('missing credentials count as wrong ones do', async () => {
  for (const text of ['{"op":"list"}', 'hello', '{"op":"auth"}']) {
    const client = server.dial();
    await client.opened;
    await client.ask(text);
    expect((await client.closed).code).toBe(4401);
  }
  const client = server.dial(bearer('A', 'wrong'));
  expect((await client.next()).code).toBe('too-many-failures');
});

describe('an authenticator', () => {
  test('that does not answer within 5 seconds ends the connection', async () => {
    const stuck = await startServer({}, { authenticate: () => new Promise(() => {}) });
    const client = stuck.dial(bearer('A'));
    await client.opened;
    stuck.timers.advanceMs(5_100);
    expect((await client.next()).code).toBe('authentication-timeout');
    expect((await client.closed).code).toBe(4401);
    await stuck.close();
  });

  test('that fails ends the connection with 1011, and the log names no key', async () => {
    const broken = await startServer({}, { authenticate: () => Promise.reject(new Error('no database')) });
    const client = broken.dial(bearer('A', 'very-secret'));
    expect((await client.next()).code).toBe('internal-error');
    expect((await client.closed).code).toBe(1011);
    expect(broken.logged).toHaveLength(1);
    expect(broken.logged.join()).not.toContain('very-secret');
    await broken.close();
  });

  test('that answers after the client left changes nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<Client | undefined>();
    const slow = await startServer({}, { authenticate: () => promise });
    const client = slow.dial(bearer('A'));
    await client.opened;
    const gone = new Promise((done) => slow.sockets[0]?.once('close', done));
    slow.sockets[0]?.destroy();
    await gone;
    resolve(testClient('A'));
    await client.closed;
    expect(slow.stream.metrics).toMatchObject({ connections: 0, unauthenticatedConnections: 0 });
    await slow.close();
  });
});

test('a flood after the credentials is not read before they are checked', async () => {
  const { promise, resolve } = Promise.withResolvers<Client | undefined>();
  const slow = await startServer(
    { messageBurstMax: 10_000, messageBytesMax: 100_000 },
    { authenticate: () => promise },
  );
  const client = slow.dial(bearer('A'));
  await client.opened;
  await fetch(`http://${slow.address}/v3/other`);
  const padding = ' '.repeat(50_000);
  for (let i = 0; i < 400; i += 1) client.send(`${JSON.stringify({ op: 'ping', id: i })}${padding}`);
  // Time enough to read all of it, if it were read.
  for (let i = 0; i < 20; i += 1) await fetch(`http://${slow.address}/v3/other`);
  expect(slow.sockets[0]?.bytesRead).toBeLessThan(1_000_000);
  resolve(testClient('A'));
  expect((await client.take(400)).at(-1)).toMatchObject({ type: 'pong', id: 399 });
  await slow.close();
});

describe('what a client loses, its connections lose', () => {
  /** By client id: what is known of it; undefined: its key has ended. */
  let known: Map<string, Client | undefined>;
  let fails: boolean;

  beforeEach(async () => {
    fails = false;
    known = new Map([
      ['A', testClient('A')],
      ['child', { ...testClient('child'), parentId: 'A' }],
      ['B', testClient('B')],
    ]);
    await server.close();
    server = await startServer(
      {},
      {
        authenticate: (clientId) => known.get(clientId),
        renew: async ({ clientId }) => {
          if (fails) throw new Error('no database');
          return known.get(clientId);
        },
      },
    );
  });

  test('its key: 4401, only for those of that key', async () => {
    const [gone, other] = [await server.connect('A'), await server.connect('B')];
    known.set('A', undefined);
    server.stream.accessChanged('A');
    expect(await gone.closed).toEqual({ code: 4401, reason: 'the key is no longer valid' });
    server.stream.accessChanged('B');
    expect(await other.rest()).toEqual([]);
  });

  test('its parent client', async () => {
    const child = await server.connect('child');
    known.set('child', undefined);
    server.stream.accessChanged('A');
    expect((await child.closed).code).toBe(4401);
  });

  test('the method: an error, then 4403', async () => {
    const client = await server.connect('A');
    known.set('A', testClient('A', ['getClob']));
    server.stream.accessChanged('A');
    expect((await client.next()).code).toBe('not-authorised');
    expect((await client.closed).code).toBe(4403);
  });

  test('by the hand of another process: within half a minute', async () => {
    const client = await server.connect('A');
    known.set('A', undefined);
    server.timers.advanceMs(28_000);
    expect((await client.rest()).every(({ type }) => type === 'heartbeat')).toBe(true);
    server.timers.advanceMs(3_000);
    expect((await client.closed).code).toBe(4401);
  });

  test('when its key ends by itself: at once (C94)', async () => {
    const client = await server.connect('A');
    known.set('A', { ...testClient('A'), endsAtUs: server.exchange.nowUs() + 5_000_000 });
    server.stream.accessChanged('A');
    expect((await client.rest()).every(({ type }) => type === 'heartbeat')).toBe(true);
    known.set('A', undefined);
    server.timers.advanceMs(4_000);
    expect((await client.rest()).every(({ type }) => type === 'heartbeat')).toBe(true);
    server.timers.advanceMs(2_000);
    expect((await client.closed).code).toBe(4401);
  });

  test('while the database cannot be asked it stays, and is looked at again', async () => {
    const client = await server.connect('A');
    known.set('A', undefined);
    fails = true;
    server.stream.accessChanged('A');
    expect(await client.rest()).toEqual([]);
    expect(server.logged.join()).toContain('a key could not be checked again');
    fails = false;
    server.timers.advanceMs(6_000);
    expect((await client.closed).code).toBe(4401);
  });

  test('also while its credentials are being checked', async () => {
    const { promise, resolve } = Promise.withResolvers<Client | undefined>();
    const slow = await startServer({}, { authenticate: () => promise, renew: () => undefined });
    const client = slow.dial(bearer('A'));
    await client.opened;
    await fetch(`http://${slow.address}/v3/other`);
    slow.stream.accessChanged('A');
    // What was read before the change.
    resolve(testClient('A'));
    expect((await client.closed).code).toBe(4401);
    await slow.close();
  });
});
