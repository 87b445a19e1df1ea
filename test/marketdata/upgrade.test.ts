import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { CredentialGuard } from '../../src/http/auth/credential-guard.ts';
import { MarketDataStream } from '../../src/marketdata/market-data-stream.ts';
import { streamPlugin } from '../../src/marketdata/plugin.ts';
import { turn } from '../support/manual-time.ts';
import { anyClient, bearer, startServer, type TestServer } from './support/stream-server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let server: TestServer;
afterEach(() => server.close());

interface HttpAnswer {
  readonly status: number | undefined;
  readonly body: Record<string, unknown>;
}

/** Asks for an upgrade that is expected to be answered with plain HTTP. */
async function refusedUpgrade(path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  const upgrade = request(`http://${server.address}${path}`, {
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
  upgrade.end();
  const [response] = await once(upgrade, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, body: JSON.parse(text) };
}

test('a plain GET is answered with 426 in the envelope', async () => {
  server = await startServer();
  const response = await fetch(`http://${server.address}/v3/stream`);
  expect(response.status).toBe(426);
  expect(response.headers.get('upgrade')).toBe('websocket');
  expect(await response.json()).toEqual({
    statusCode: '1400',
    statusDesc: 'The request is malformed',
    'Error(s)': 'This address speaks WebSocket only',
  });
});

test('the request is let go of once its connection is open: only the connection itself takes memory', async () => {
  const requests: WeakRef<object>[] = [];
  server = await startServer({}, anyClient, (app) =>
    app.addHook('onRequest', (request, _reply, done) => {
      requests.push(new WeakRef(request.raw));
      done();
    }),
  );
  const client = await server.connect();
  expect(requests).toHaveLength(1);
  for (let i = 0; i < 100 && requests[0]?.deref() !== undefined; i += 1) {
    await turn();
    collectGarbage();
  }
  expect(requests[0]?.deref()).toBeUndefined();
  expect(await client.rest()).toEqual([]);
});

describe('origins', () => {
  test('only those allowed, in any case of letters; none at all is fine', async () => {
    server = await startServer({ allowedOrigins: ['https://Trade.example.com'] });
    for (const origin of ['https://trade.example.com', 'HTTPS://TRADE.EXAMPLE.COM']) {
      const client = server.dial({ ...bearer('A'), origin });
      await client.opened;
      expect(await client.rest()).toEqual([]);
    }
    expect(await (await server.connect()).rest()).toEqual([]);
  });

  test.each(['https://example.com', 'https://trade.example.com.evil.test', 'http://trade.example.com', 'null', ''])(
    '%j is refused before the upgrade',
    async (origin) => {
      server = await startServer({ allowedOrigins: ['https://trade.example.com'] });
      const { status, body } = await refusedUpgrade('/v3/stream', { origin });
      expect(status).toBe(403);
      expect(body.statusCode).toBe('1403');
      expect(server.stream.metrics.connections).toBe(0);
    },
  );
});

describe('other requests of the same server', () => {
  test('an offer to upgrade elsewhere, or to something else, is answered as a normal request', async () => {
    server = await startServer();
    expect(await refusedUpgrade('/v3/other')).toEqual({ status: 200, body: { other: true } });
    expect(await refusedUpgrade('/v3/other', { upgrade: 'h2c' })).toEqual({ status: 200, body: { other: true } });
    expect((await refusedUpgrade('/v3/stream', { upgrade: 'h2c' })).status).toBe(426);
    expect((await refusedUpgrade('/v3/streams')).status).toBe(404);
  });

  test('a query is no hindrance, and the app may have a prefix', async () => {
    server = await startServer();
    const { exchange, timers } = server;
    const log = { info() {}, warn() {}, error() {} };
    const stream = new MarketDataStream({
      exchange,
      guard: new CredentialGuard({ authenticator: anyClient }),
      timers,
      log,
    });
    const app = Fastify();
    await app.register(streamPlugin({ stream, path: '/stream', ownPages: true }), { prefix: '/v4' });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const { StreamClient } = await import('./support/stream-client.ts');
    const client = new StreamClient(`${address.replace('http', 'ws')}/v4/stream?from=page`, bearer('A'));
    await client.opened;
    expect(await client.rest()).toEqual([]);
    client.webSocket.terminate();
    // The console's page (N4): its origin is the host that is asked.
    const dial = (origin: string) => new StreamClient(`${address.replace('http', 'ws')}/v4/stream`, { origin });
    const own = dial(address);
    await own.opened;
    own.webSocket.terminate();
    for (const origin of [address.replace(/:\d+$/, ':1'), 'https://127.0.0.1', 'null']) {
      await expect(dial(origin).opened, origin).rejects.toThrow('403');
    }
    await app.close();
  });
});

describe('limits of connections', () => {
  test('a full stream answers 503 in the envelope, and takes others when one has left', async () => {
    server = await startServer({ connectionsMax: 2 });
    const [first] = [await server.connect('A'), await server.connect('B')];
    expect(await refusedUpgrade('/v3/stream', { authorization: 'Bearer C:key' })).toEqual({
      status: 503,
      body: { statusCode: '503', statusDesc: 'The stream has as many connections as it takes' },
    });
    const gone = once(server.sockets[0] as NonNullable<(typeof server.sockets)[0]>, 'close');
    first?.webSocket.close();
    await gone;
    await turn();
    expect(await (await server.connect('C')).rest()).toEqual([]);
  });

  test('unauthenticated connections are limited apart', async () => {
    server = await startServer({ unauthenticatedConnectionsMax: 1 });
    const client = server.dial();
    await client.opened;
    expect((await refusedUpgrade('/v3/stream')).status).toBe(503);
    await client.ask({ op: 'auth', clientID: 'A', developerAPIKey: 'key' });
    expect(server.stream.metrics).toMatchObject({ connections: 1, unauthenticatedConnections: 0 });
    expect(await (await server.connect('A')).rest()).toEqual([]);
  });

  test('one address has a bounded number that have not authenticated; a header is taken all the same', async () => {
    server = await startServer({ unauthenticatedPerAddressMax: 2, connectionsMax: 2 });
    const idle = [server.dial(), server.dial()];
    for (const client of idle) await client.opened;
    expect(await refusedUpgrade('/v3/stream')).toEqual({
      status: 429,
      body: { statusCode: '429', statusDesc: 'Too many connections of this address have not authenticated yet' },
    });
    // A header without a key counts as absent.
    expect((await refusedUpgrade('/v3/stream', { authorization: 'Basic QTprZXk=' })).status).toBe(429);
    await server.connect('A');
    await idle[0]?.ask({ op: 'auth', clientID: 'B', developerAPIKey: 'key' });
    expect(server.stream.metrics).toMatchObject({ connections: 3, unauthenticatedConnections: 1 });
    // The place of the one that authenticated is free again, but the stream is full.
    expect((await refusedUpgrade('/v3/stream')).status).toBe(503);
    expect(await idle[1]?.ask({ op: 'auth', clientID: 'C', developerAPIKey: 'key' })).toMatchObject({
      code: 'stream-full',
    });
    expect((await idle[1]?.closed)?.code).toBe(4429);
  });

  test('the place of one that left without authenticating is free again', async () => {
    server = await startServer({ unauthenticatedPerAddressMax: 1, unauthenticatedConnectionsMax: 1 });
    for (let turns = 0; turns < 3; turns += 1) {
      const client = server.dial();
      await client.opened;
      const gone = once(server.sockets[turns] as NonNullable<(typeof server.sockets)[0]>, 'close');
      client.webSocket.terminate();
      await gone;
      await turn();
    }
  });

  test('one that never authenticates and answers nothing is gone a second after its time', async () => {
    server = await startServer();
    const client = server.dial();
    await client.opened;
    client.webSocket.pause();
    await fetch(`http://${server.address}/v3/other`);
    server.timers.advanceMs(5_900);
    expect(server.sockets[0]?.destroyed).toBe(false);
    server.timers.advanceMs(300);
    expect(server.sockets[0]?.destroyed).toBe(true);
  });

  test('one client has a bounded number of connections: an error, then 4429; others are free', async () => {
    server = await startServer({ connectionsPerClientMax: 2 });
    await server.connect('A');
    const second = await server.connect('A');
    const third = server.dial(bearer('A'));
    expect((await third.next()).code).toBe('too-many-connections');
    expect((await third.closed).code).toBe(4429);
    await server.connect('B');
    const gone = once(server.sockets[1] as NonNullable<(typeof server.sockets)[0]>, 'close');
    second.webSocket.terminate();
    await gone;
    await turn();
    expect(await (await server.connect('A')).rest()).toEqual([]);
  });
});

describe('stopping', () => {
  test('says goodbye with 1001 to all, refuses new ones and ends the timer and the subscription', async () => {
    server = await startServer();
    const clients = [await server.connect('A'), await server.connect('B'), server.dial()];
    await clients[2]?.opened;
    expect(server.exchange.listenerCount).toBe(1);
    const stopped = server.stream.stop();
    expect((await refusedUpgrade('/v3/stream')).status).toBe(503);
    for (const client of clients) expect((await client.closed).code).toBe(1001);
    await stopped;
    expect(server.stream.metrics.connections).toBe(0);
    expect([server.timers.intervals, server.exchange.listenerCount]).toEqual([0, 0]);
  });

  test('what was sent before arrives before the goodbye', async () => {
    server = await startServer();
    const client = await server.connect();
    client.subscribe('549119');
    await client.take(2);
    server.exchange.change(549119, 'RFQ');
    await Promise.all([server.stream.stop(), client.closed]);
    expect(await client.next()).toMatchObject({ type: 'update', seq: 1 });
  });

  test('a peer that does not answer the close is cut after the grace time', async () => {
    server = await startServer({ closeGraceMs: 3_000 });
    const client = await server.connect();
    client.webSocket.pause();
    let stopped = false;
    const stop = server.stream.stop().then(() => {
      stopped = true;
    });
    server.timers.advanceMs(2_900);
    await turn();
    expect(stopped).toBe(false);
    server.timers.advanceMs(1_100);
    await stop;
    expect(server.sockets[0]?.destroyed).toBe(true);
  });

  test('an upgrade that was under way ends with the goodbye too', async () => {
    const held = Promise.withResolvers<void>();
    server = await startServer({}, anyClient, (app) => app.addHook('preHandler', () => held.promise));
    const client = server.dial(bearer('A'));
    await once(server.app.server, 'upgrade');
    await server.stream.stop();
    held.resolve();
    expect((await client.closed).code).toBe(1001);
  });

  test('closing the app ends upgrades that are under way', async () => {
    const held = Promise.withResolvers<void>();
    server = await startServer({}, anyClient, (app) => app.addHook('preHandler', () => held.promise));
    const client = server.dial(bearer('A'));
    await once(server.app.server, 'upgrade');
    await server.app.close();
    expect((await client.closed).code).toBe(1006);
    held.resolve();
  });

  test('closing the app stops the stream, also while requests arrive', async () => {
    server = await startServer();
    const client = await server.connect();
    const raw = connect(Number(server.address.split(':')[1]), '127.0.0.1');
    raw.on('error', () => {});
    await once(raw, 'connect');
    const closing = server.app.close();
    raw.write('GET /v3/stream HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect((await client.closed).code).toBe(1001);
    await closing;
    expect(server.stream.metrics.connections).toBe(0);
    raw.destroy();
  });
});
