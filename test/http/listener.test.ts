/** A port gives its connections to one host after another: no caller is refused, and each host ends as usual. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/http/auth/index.ts';
import { defineMethod } from '../../src/http/methods/index.ts';
import {
  createMetricsRegistry,
  createMetricsServer,
  createWaitingHost,
  Listener,
} from '../../src/http/server/index.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { serve } from '../support/served-api.ts';
import { HEADER, OneClient } from './support.ts';

const REASON = 'this node restarts as a standby: the venue is handed over';

/** A host that waits, and its port. */
async function waitingPort(limits: Partial<typeof DEFAULT_LIMITS> = {}, host = '127.0.0.1') {
  const waiting = await createWaitingHost({
    logger: pino({ level: 'silent' }),
    limits: { ...DEFAULT_LIMITS, ...limits },
    isHttps: false,
    health: () => ({ state: 'waiting', alive: true, ready: false, leads: false, reason: REASON }),
  });
  const listener = await Listener.open(waiting.server, { host, port: 0 });
  closeAfterTest(async () => {
    listener.close();
    await waiting.close();
  });
  return { waiting, listener };
}

/** A host of a venue with one method, which answers when it is let go. */
async function venue(name: string, onCall: () => Promise<void> = async () => {}): Promise<FastifyInstance> {
  const method = defineMethod({
    name: 'nameOfVenue',
    summary: 'Names the venue',
    description: 'For this test.',
    parameters: {},
    response: Type.Object({ name: Type.String() }),
    handler: async () => {
      await onCall();
      return { fields: { name } };
    },
  });
  const { v3, legacy } = await serve({ methods: [method], authenticator: new OneClient() });
  await legacy.close();
  return v3;
}

async function ask(url: string, path = '/v3/nameOfVenue', agent = new Agent({ keepAlive: false })) {
  const asked = request(url + path, {
    method: path.startsWith('/v3/') ? 'POST' : 'GET',
    agent,
    headers: { authorization: HEADER },
  });
  asked.end();
  const [response] = await once(asked, 'response');
  const body = JSON.parse(await text(response)) as Record<string, unknown>;
  return { http: response.statusCode as number, headers: response.headers as Record<string, string>, body };
}

test('a port without a venue says why on /health, and answers every call with 503', async () => {
  const { listener } = await waitingPort();
  const health = await ask(listener.url, '/health');
  expect(health).toMatchObject({ http: 200, body: { alive: true, state: 'waiting', reason: REASON } });
  for (const path of ['/ready', '/ready/leader', '/v3/createOrder', '/v3/status', '/createLink', '/']) {
    const { http, headers, body } = await ask(listener.url, path);
    expect([path, http, headers['retry-after'], headers.connection]).toEqual([path, 503, '1', 'close']);
    expect(body).toMatchObject({ statusCode: '503', 'Error(s)': REASON });
    expect(headers['x-request-id']).toBeTruthy();
  }
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  socket.write('GET /v3/stream HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 /);
});

test('a large body for a port without a venue is refused before it is read', async () => {
  const { listener } = await waitingPort();
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  socket.write('POST /v3/createOrder HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n{');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 /);
});

test('an expectation that nobody meets ends its connection, as every answer of a port without a venue', async () => {
  const { listener } = await waitingPort();
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  socket.write('POST /v3/createOrder HTTP/1.1\r\nHost: a\r\nExpect: something\r\nContent-Length: 1\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 417 [^{]*\r\nconnection: close\r\n[^{]*\{"statusCode":"102"/);
});

test('venues follow one another, and no caller is refused meanwhile', async () => {
  const { waiting, listener } = await waitingPort();
  const [called, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = await venue('first', () => {
    called.resolve();
    return held.promise;
  });
  listener.giveTo(first.server);
  const underWay = ask(listener.url);
  await called.promise;
  const agent = new Agent({ keepAlive: true });
  closeAfterTest(() => agent.destroy());
  expect((await ask(listener.url, '/health', agent)).http).toBe(200);

  listener.giveTo(waiting.server);
  let hasClosed = false;
  const closed = first.close().then(() => {
    hasClosed = true;
  });
  // A call that is under way is answered, while new ones hear that the process waits.
  expect(await ask(listener.url)).toMatchObject({ http: 503, body: { 'Error(s)': REASON } });
  expect(hasClosed).toBe(false);
  held.resolve();
  expect(await underWay).toMatchObject({ http: 200, headers: { connection: 'close' }, body: { name: 'first' } });
  await closed;

  const second = await venue('second');
  listener.giveTo(second.server);
  expect(await ask(listener.url)).toMatchObject({ http: 200, body: { name: 'second' } });
  listener.giveTo(waiting.server);
  await second.close();
});

test('a connection that was just accepted has its first request answered by the host that ends', async () => {
  const { waiting, listener } = await waitingPort();
  const first = await venue('first');
  listener.giveTo(first.server);
  const accepted = once(first.server, 'connection');
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  await accepted;
  listener.giveTo(waiting.server);
  const closed = first.close();
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  await closed;
});

test('a host whose connections were given to it still ends a request that never arrives', async () => {
  const { listener } = await waitingPort({ requestTimeoutMs: 50 });
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('the metrics host ends with the connections that it was given', async () => {
  const first = createMetricsServer(createMetricsRegistry());
  await first.ready();
  const listener = await Listener.open(first.server, { host: '127.0.0.1', port: 0 });
  closeAfterTest(() => listener.close());
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  socket.write('GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  const ended = once(socket, 'close');
  socket.resume();
  await first.close();
  await ended;
});

test('a port has the address of its host, and refuses once it is closed', async () => {
  for (const [host, url] of [
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['localhost', /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/],
  ] as const) {
    const { listener } = await waitingPort({}, host);
    expect(listener.url).toMatch(url);
    expect((await ask(listener.url, '/health')).http).toBe(200);
    listener.close();
    await expect(ask(listener.url, '/health')).rejects.toThrow('ECONNREFUSED');
  }
});

test('a port that is taken is refused with its reason', async () => {
  const { waiting, listener } = await waitingPort();
  const taken = { host: '127.0.0.1', port: Number(new URL(listener.url).port) };
  await expect(Listener.open(waiting.server, taken)).rejects.toThrow('EADDRINUSE');
});

test('connections above the limit of the port are closed', async () => {
  const { waiting } = await waitingPort();
  const listener = await Listener.open(waiting.server, { host: '127.0.0.1', port: 0, connectionsMax: 1 });
  closeAfterTest(() => listener.close());
  const port = Number(new URL(listener.url).port);
  const kept = connect(port, '127.0.0.1');
  await once(kept, 'connect');
  const further = connect(port, '127.0.0.1');
  await once(further, 'close');
  kept.destroy();
});
