import { once } from 'node:events';
import { connect } from 'node:net';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import type { Call, Method } from '../../src/http/methods/method.ts';
import { decimal, wholeNumber } from '../../src/http/parameters/numbers.ts';
import { optional, required } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { ServingGate } from '../../src/http/server/closed.ts';
import type { HealthReport } from '../../src/http/server/health-routes.ts';
import { createMetricsRegistry, createMetricsServer, HttpMetrics } from '../../src/http/server/metrics.ts';
import { echo, method, patchWidget } from './methods.ts';
import {
  BODY_CREDENTIALS,
  bodiesIn,
  call,
  client,
  HEADER,
  KEY,
  keepingLogger,
  rawPost,
  startHosts,
} from './support.ts';

describe('idempotency', () => {
  test('gives the handler the key with a hash that is the same for the same call', async () => {
    const seen: Call['idempotency'][] = [];
    const create = method({
      name: 'createOrder',
      aliases: ['enterOrder'],
      idempotent: true,
      parameters: { price: required(decimal()), quantity: required(wholeNumber()), token: optional(text()) },
      handler: ({ idempotency }) => {
        seen.push(idempotency);
        return {};
      },
    });
    const hosts = await startHosts([create, echo]);
    const url = `${hosts.url}/v3/createOrder`;
    const headers = { 'idempotency-key': 'key-1' };
    await call(url, { price: '10.50', quantity: 5 }, { headers });
    await call(url, { quantity: '5', price: 10.5, token: null, ...BODY_CREDENTIALS }, { headers });
    await call(url, new URLSearchParams({ quantity: '5', price: '10.5', other: 'x' }), { headers });
    await call(`${hosts.url}/v3/enterOrder`, { price: '10.5', quantity: 5 }, { headers });
    expect(seen[0]).toEqual({ key: 'key-1', bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(new Set(seen.map((idempotency) => idempotency?.bodyHash)).size).toBe(1);
    await call(url, { price: '10.5', quantity: 6 }, { headers });
    expect(seen[4]?.bodyHash).not.toBe(seen[0]?.bodyHash);
    await call(url, { price: '10.5', quantity: 5 });
    expect(seen[5]).toBeUndefined();
    for (const key of ['with space', 'x'.repeat(201), 'ä']) {
      const { body } = await call(url, { price: '1', quantity: 1 }, { headers: { 'idempotency-key': key } });
      expect(body).toMatchObject({
        statusCode: '106',
        'Error(s)': '<br />Idempotency-Key&nbsp;&nbsp;: must be 1 to 200 visible ASCII characters',
      });
    }
    // A method that does not honour keys does not look at them.
    expect((await call(`${hosts.url}/v3/echo`, { name: 'a' }, { headers: { 'idempotency-key': 'a b' } })).http).toBe(
      200,
    );
    await hosts.close();
  });
});

describe('rate limits', () => {
  test('count by client across addresses and methods, and say so', async () => {
    const hosts = await startHosts([echo, patchWidget], { limits: { requestsPerClient: 2, requestsPerAddress: 0 } });
    const first = await call(`${hosts.url}/v3/echo`, { name: 'a' });
    expect(first.headers.get('ratelimit-limit')).toBe('2');
    expect(first.headers.get('ratelimit-remaining')).toBe('1');
    await call(
      `${hosts.url}/v3/widgets/7`,
      { colour: 'red', ...BODY_CREDENTIALS },
      { method: 'PATCH', headers: { authorization: undefined } },
    );
    const refused = await call(`${hosts.url}/v3/echo`, { name: 'a' });
    expect(refused).toMatchObject({ http: 429, body: { statusCode: '429' } });
    for (const name of ['retry-after', 'ratelimit-reset']) expect(Number(refused.headers.get(name))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    await hosts.close();
  });

  test('count by address before credentials are looked at', async () => {
    const hosts = await startHosts([echo], { limits: { requestsPerAddress: 1, requestsPerClient: 0 } });
    expect((await call(`${hosts.url}/v3/echo`, {}, { headers: { authorization: 'Bearer a:b' } })).http).toBe(401);
    expect((await call(`${hosts.url}/v3/echo`, { name: 'a' })).http).toBe(429);
    expect((await fetch(`${hosts.url}/health`)).status).toBe(200);
    await hosts.close();
  });

  test('count orders for a separate limit', async () => {
    const order: Method = { ...echo, name: 'order', aliases: [], isOrder: true };
    const limits = { requestsPerClient: 1, requestsPerAddress: 2, ordersPerClient: 3 };
    const hosts = await startHosts([echo, order], { limits });
    const codes = async (name: string, times: number) => {
      const replies = [];
      for (let n = 0; n < times; n++) replies.push(await call(`${hosts.url}/v3/${name}`, { name: 'a' }));
      return replies.map(({ http }) => http);
    };
    expect(await codes('order', 4)).toEqual([200, 200, 200, 429]);
    expect(await codes('echo', 2)).toEqual([200, 429]);
    await hosts.close();
  });

  test('let a client send orders without end where nothing else is set', async () => {
    const hosts = await startHosts([{ ...echo, isOrder: true }, patchWidget]);
    const reply = await call(`${hosts.url}/v3/echo`, { name: 'a' });
    expect(reply.headers.get('ratelimit-limit')).toBeNull();
    const other = await call(`${hosts.url}/v3/widgets/7`, { colour: 'red' }, { method: 'PATCH' });
    expect(other.headers.get('ratelimit-limit')).toBe('60000');
    await hosts.close();
  });

  test('are off at 0', async () => {
    const hosts = await startHosts([echo], { limits: { requestsPerAddress: 0, requestsPerClient: 0 } });
    const reply = await call(`${hosts.url}/v3/echo`, { name: 'a' });
    expect(reply.headers.get('ratelimit-limit')).toBeNull();
    await hosts.close();
  });
});

describe('health', () => {
  test('is answered without credentials, and with the reason where it is not well', async () => {
    let report: HealthReport = { state: 'leader', alive: true, ready: true, reason: null };
    const hosts = await startHosts([], { health: () => report });
    const get = (path: string) =>
      call(`${hosts.url}${path}`, undefined, { method: 'GET', headers: { authorization: undefined } });
    expect(await get('/health')).toMatchObject({ http: 200, body: { statusCode: '101', alive: true } });
    expect(await get('/ready')).toMatchObject({ http: 200, body: { statusCode: '101', ready: true } });
    report = { state: 'waiting', alive: true, ready: false, reason: 'recovering' };
    expect(await get('/health')).toMatchObject({ http: 200 });
    expect(await get('/ready')).toMatchObject({
      http: 503,
      body: { statusCode: '503', ready: false, 'Error(s)': 'recovering' },
    });
    report = { state: 'leader', alive: false, ready: false, reason: 'the journal cannot be written' };
    expect(await get('/health')).toMatchObject({ http: 503, body: { alive: false, 'Error(s)': report.reason } });
    expect(await call(`${hosts.url}/health`, {})).toMatchObject({ http: 405, body: { statusCode: '105' } });
    await hosts.close();
  });
});

describe('a process that does not own the venue', () => {
  test('answers what describes itself only, also where it lost the venue during a call (J5, J7)', async () => {
    let reason: string | null = 'this node is a standby';
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const handler = () => {
      begun.resolve();
      return lost.then(() => ({ fields: {} }));
    };
    const slow = method({ name: 'slow', parameters: {}, handler });
    let pending: string | null = null;
    const parts = { closed: () => reason, pending: () => pending, position: () => 7, level: () => undefined };
    const entrance = new ServingGate(parts);
    const hosts = await startHosts([echo, slow], { entrance });
    const refused = { http: 503, body: { statusCode: '503', 'Error(s)': reason } };
    expect(await call(`${hosts.url}/v3/echo`, { name: 'a' })).toMatchObject(refused);
    expect(await call(`${hosts.legacyUrl}/echo`, { name: 'a' })).toMatchObject({ http: 503 });
    expect(await call(`${hosts.url}/health`, undefined, { method: 'GET' })).toMatchObject({ http: 200 });
    [reason, pending] = [null, 'the reference database cannot be reached'];
    expect(await call(`${hosts.url}/v3/echo`, { name: 'a' })).toMatchObject({ body: { 'Error(s)': pending } });
    pending = null;
    expect(await call(`${hosts.url}/v3/echo`, { name: 'a' })).toMatchObject({ http: 200 });
    const answer = call(`${hosts.url}/v3/slow`, {});
    await begun.promise;
    reason = 'the lease is over';
    lose();
    expect(await answer).toMatchObject({
      http: 503,
      body: { 'Error(s)': 'the lease is over; the outcome of this call is unknown' },
    });
    await hosts.close();
  });

  test('one that gives the venue up lets no call in, and answers those that are under way (J12)', async () => {
    const parts = { closed: () => null, pending: () => null, position: () => 7, level: () => undefined };
    const entrance = new ServingGate(parts);
    const begun = Promise.withResolvers<void>();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const handler = () => {
      begun.resolve();
      return over.then(() => ({ fields: {} }));
    };
    const hosts = await startHosts([echo, method({ name: 'slow', parameters: {}, handler })], { entrance });
    const answer = call(`${hosts.url}/v3/slow`, {});
    await begun.promise;
    let isEmpty = false;
    const shut = entrance.shut().then(() => {
      isEmpty = true;
    });
    const refused = { http: 503, body: { 'Error(s)': 'the venue changes its node' } };
    expect(await call(`${hosts.url}/v3/echo`, { name: 'a' })).toMatchObject(refused);
    expect(isEmpty).toBe(false);
    end();
    expect(await answer).toMatchObject({ http: 200 });
    await shut;
    await hosts.close();
  });
});

describe('metrics', () => {
  test('count and time the answers by method and status code, on a separate listener', async () => {
    const register = createMetricsRegistry();
    const hosts = await startHosts([echo], { metrics: new HttpMetrics(register) });
    const metrics = createMetricsServer(register);
    const url = await metrics.listen({ port: 0, host: '127.0.0.1' });
    await call(`${hosts.url}/v3/echo`, { name: 'a' });
    await call(`${hosts.url}/v3/echo`, { name: 'a' });
    await call(`${hosts.url}/v3/repeat`, {});
    await call(`${hosts.url}/v3/${'x'.repeat(50)}`, {});
    for (let scrape = 0; scrape < 2; scrape++) {
      const response = await fetch(`${url}/metrics`);
      expect(response.headers.get('content-type')).toContain('text/plain');
      const text = await response.text();
      expect(text).toContain('openats_http_requests_total{method="echo",status_code="101"} 2');
      expect(text).toContain('openats_http_requests_total{method="repeat",status_code="106"} 1');
      expect(text).toContain('openats_http_requests_total{method="unknown",status_code="104"} 1');
      expect(text).toContain('openats_http_request_duration_seconds_count{method="echo"} 2');
      expect(text).toContain('process_cpu_seconds_total');
      expect(text).not.toContain('xxxx');
    }
    expect((await fetch(`${hosts.url}/metrics`)).status).toBe(404);
    await metrics.close();
    await hosts.close();
  });

  test('can be kept in several registries', () => {
    expect(() => [new HttpMetrics(new Registry()), new HttpMetrics(new Registry())]).not.toThrow();
  });
});

describe('logs', () => {
  test('have a line per request, without bodies or keys', async () => {
    const hosts = await startHosts([echo]);
    await call(`${hosts.url}/v3/echo`, { name: 'private', ...BODY_CREDENTIALS });
    await call(`${hosts.url}/v3/echo`, { name: 'private' }, { headers: { authorization: `Bearer C1:${KEY}x` } });
    const [ok, refused] = hosts.logs.filter(({ msg }) => msg === 'request');
    expect(ok).toMatchObject({ level: 'debug', method: 'echo', clientId: 'C100', statusCode: '101', http: 200 });
    expect(ok?.milliseconds).toEqual(expect.any(Number));
    expect(refused).toMatchObject({ level: 'debug', statusCode: '103', http: 401 });
    for (const secret of ['private', 'inquery', KEY]) expect(hosts.logText()).not.toContain(secret);
    await hosts.close();
  });

  test('have a line at info for the first refusal of a kind and caller in a minute', async () => {
    const reasons: string[] = [];
    const operate = method({ name: 'operate', operator: true, parameters: {}, handler: () => ({}) });
    const known = client({ keyId: 'K1' });
    const onRefused = (reason: string) => void reasons.push(reason);
    const hosts = await startHosts([echo, operate], { level: 'info', known, onRefused });
    const strange = { headers: { authorization: `Bearer C1:${KEY}x` } };
    for (let sent = 0; sent < 3; sent++) await call(`${hosts.url}/v3/echo`, { name: 'private' }, strange);
    await call(`${hosts.url}/v3/operate`, { name: 'private' }, strange);
    await call(`${hosts.url}/v3/echo`, { name: 'private' }, { headers: { authorization: '' } });
    const mine = { headers: { authorization: HEADER } };
    for (let sent = 0; sent < 3; sent++) await call(`${hosts.url}/v3/operate`, {}, mine);
    await call(`${hosts.url}/v3/echo`, { name: 'private' }, mine);
    const address = '127.0.0.1';
    expect(hosts.logs).toMatchObject([
      { level: 'info', msg: 'refused', address, statusCode: '103', http: 401, requestId: expect.any(String) },
      { level: 'info', msg: 'refused', address, statusCode: '111', http: 200, method: 'operate', keyId: 'K1' },
    ]);
    expect(hosts.logs[1]).toMatchObject({ clientId: 'C100' });
    expect(reasons).toEqual(['key', 'key', 'key', 'key', 'missing']);
    await hosts.close();
  });

  test('cut out secrets by name', () => {
    const { logger, logText } = keepingLogger('info');
    logger.info({ developerAPIKey: 'secret-1', body: { taxID: 'secret-2', deep: { token: 'secret-3' } } }, 'careless');
    const error = Object.assign(new Error('duplicate key'), { detail: 'Key (tax_id)=(secret-4)', code: '23505' });
    logger.error({ err: error }, 'database');
    expect(logText()).not.toContain('secret-');
    expect(logText()).toContain('23505');
    expect(logText()).toContain('duplicate key');
  });

  test('of a handler carry the request id', async () => {
    const logging = method({
      name: 'logging',
      parameters: {},
      handler: ({ log }) => {
        log.info('half way');
        return {};
      },
    });
    const hosts = await startHosts([logging]);
    await call(`${hosts.url}/v3/logging`, {}, { headers: { 'x-request-id': 'trace-7' } });
    expect(hosts.logs.find(({ msg }) => msg === 'half way')).toMatchObject({
      requestId: expect.stringMatching(/^\w{8}-\d+$/),
      sentRequestId: 'trace-7',
      method: 'logging',
    });
    await hosts.close();
  });
});

describe('plugins', () => {
  test('add to the v3 host what they bring, in a separate scope', async () => {
    let hooked = 0;
    const hosts = await startHosts([echo], {
      plugins: [
        async (app) => {
          app.addHook('onRequest', (_request, _reply, done) => {
            hooked++;
            done();
          });
          app.get('/v3/extra', () => ({ extra: true }));
        },
      ],
    });
    await call(`${hosts.url}/v3/echo`, { name: 'a' });
    expect(hooked).toBe(0);
    const extra = await call(`${hosts.url}/v3/extra`, undefined, { method: 'GET' });
    expect(extra).toMatchObject({ http: 200, body: { extra: true } });
    expect(extra.headers.get('x-request-id')).toMatch(/./);
    expect(hooked).toBe(1);
    await hosts.close();
  });
});

describe('closing', () => {
  test('finishes what is in flight, and says goodbye on each connection', async () => {
    let letGo: () => void = () => undefined;
    let arrived: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const underWay = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const slow = method({
      name: 'slow',
      parameters: {},
      handler: async () => {
        arrived();
        await gate;
        return {};
      },
    });
    let handled = 0;
    const counted: Method = {
      ...echo,
      handler: (call) => {
        handled++;
        return echo.handler(call);
      },
    };
    const hosts = await startHosts([slow, counted], { limits: { closingMs: 100_000 } });
    const idle = connect(hosts.port, '127.0.0.1');
    await once(idle, 'connect');
    const busy = connect(hosts.port, '127.0.0.1');
    let received = '';
    busy.on('data', (chunk) => {
      received += chunk.toString();
    });
    busy.write(rawPost('/v3/slow', {}));
    await underWay;
    const closed = Promise.all([hosts.v3.close(), hosts.legacy.close()]);
    await once(idle, 'close');
    // What comes on an open connection is still served, and only the last answer says goodbye.
    busy.write(rawPost('/v3/echo', { name: 'late' }) + rawPost('/v3/echo', { name: 'later' }));
    while (handled < 2) await new Promise((resolve) => setImmediate(resolve));
    letGo();
    await once(busy, 'close');
    await closed;
    const goodbyes = received
      .split('HTTP/1.1 ')
      .slice(1)
      .map((answer) => /connection: close/i.test(answer));
    expect(goodbyes).toEqual([false, false, true]);
    expect(bodiesIn(received).map(({ values }) => values)).toEqual([undefined, { name: 'late' }, { name: 'later' }]);
    await expect(fetch(`${hosts.url}/health`)).rejects.toThrow();
  });
});
