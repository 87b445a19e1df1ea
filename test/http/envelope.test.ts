import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VenueUnavailable } from '../../src/exchange/api/outcomes.ts';
import { ApiError } from '../../src/http/methods/status-codes.ts';
import { optional } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { FileStoreFailed } from '../../src/providers/files/index.ts';
import { echo, method, widget } from './methods.ts';
import { bodiesIn, call, exchangeBytes, HEADER, rawPost, startHosts, type TestHosts } from './support.ts';

const SECRET = 'connection string with a password';

const failing = method({
  name: 'fail',
  parameters: { how: optional(text()) },
  handler: async ({ values }) => {
    if (values.how === 'store') throw new FileStoreFailed('could not write to the document store: NoSuchBucket');
    if (values.how === 'down') throw Object.assign(new Error('the database is down'), { isUnavailable: true });
    if (values.how === 'venue') throw new VenueUnavailable('stopping');
    if (values.how === 'api') throw new ApiError(148, 'accountid does not exist', { fields: { orders: [] } });
    if (values.how === 'own') throw new ApiError(1422, undefined, { http: 409, statusDesc: 'Another sentence' });
    if (values.how === 'json') return { fields: { big: 1n } };
    throw new Error(SECRET);
  },
});
const failingAtOnce = method({
  name: 'failAtOnce',
  parameters: { how: optional(text()) },
  handler: () => {
    throw new Error(SECRET);
  },
});
const answers = method({
  name: 'answer',
  verb: ['GET', 'POST'],
  parameters: { kind: optional(text()) },
  handler: ({ values }) => {
    if (values.kind === 'sentence') return { statusDesc: 'Offering has been cancelled' };
    if (values.kind === 'unchanged') return { http: 304 };
    if (values.kind === 'headers') return { headers: { 'Idempotency-Replayed': 'true' }, fields: {} };
    return { fields: { first: 1, second: [true, null] }, http: 201 };
  },
});

let hosts: TestHosts;
beforeAll(async () => {
  hosts = await startHosts([echo, widget, failing, failingAtOnce, answers], { limits: { bodyBytesMax: 2000 } });
});
afterAll(() => hosts.close());

describe('success', () => {
  test('has statusCode and statusDesc first', async () => {
    const response = await fetch(`${hosts.url}/v3/answer`, { method: 'POST', headers: { authorization: HEADER } });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toBe('{"statusCode":"101","statusDesc":"Ok","first":1,"second":[true,null]}');
  });

  test('may say another sentence, bring headers, or have no body', async () => {
    expect((await call(`${hosts.url}/v3/answer`, { kind: 'sentence' })).body).toEqual({
      statusCode: '101',
      statusDesc: 'Offering has been cancelled',
    });
    const replayed = await call(`${hosts.url}/v3/answer`, { kind: 'headers' });
    expect(replayed.body).toEqual({ statusCode: '101', statusDesc: 'Ok' });
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(await call(`${hosts.url}/v3/answer`, { kind: 'unchanged' })).toMatchObject({ http: 304, body: {} });
  });

  test('answers HEAD as GET, without the body', async () => {
    const head = await call(`${hosts.url}/v3/answer`, undefined, { method: 'HEAD' });
    expect(head).toMatchObject({ http: 201, body: {} });
  });
});

describe('refusals', () => {
  const envelope = { statusCode: expect.any(String), statusDesc: expect.any(String) };

  test('404 with 104 for an unknown path, on every verb and with any body', async () => {
    for (const path of ['/v3/nothing', '/nothing', '/v3', '/v3/echo/more', '/getLinkedAccounts']) {
      expect(await call(`${hosts.url}${path}`, {})).toMatchObject({
        http: 404,
        body: { ...envelope, statusCode: '104' },
      });
    }
    const odd = { method: 'PUT', headers: { 'content-type': 'image/png' } };
    expect(await call(`${hosts.url}/v3/nothing`, 'x', odd)).toMatchObject({ http: 404, body: { statusCode: '104' } });
    expect(await call(`${hosts.legacyUrl}/nothing`, {})).toMatchObject({ http: 404, body: { statusCode: '104' } });
  });

  test('405 with 105 and Allow for a verb that a path does not take', async () => {
    const reply = await call(`${hosts.url}/v3/echo`, undefined, { method: 'GET' });
    expect(reply).toMatchObject({ http: 405, body: { ...envelope, statusCode: '105' } });
    expect(reply.body.statusDesc).toBe('The method does not take this HTTP verb, but POST, PUT, PATCH, DELETE');
    expect(reply.headers.get('allow')).toBe('POST, PUT, PATCH, DELETE');
    const resource = await call(`${hosts.url}/v3/widgets/7`, 'x', {
      method: 'DELETE',
      headers: { 'content-type': 'image/png' },
    });
    expect(resource.http).toBe(405);
    expect(resource.headers.get('allow')).toBe('GET, HEAD');
  });

  test('413 for a body that is too large, and the caller can read it', async () => {
    const reply = await call(`${hosts.url}/v3/echo`, { name: 'x'.repeat(3_000_000) });
    expect(reply).toMatchObject({ http: 413, body: { ...envelope, statusCode: '413' } });
    const chunked = await exchangeBytes(
      hosts.port,
      `POST /v3/echo HTTP/1.1\r\nhost: localhost\r\nauthorization: ${HEADER}\r\ncontent-type: ` +
        `application/json\r\ntransfer-encoding: chunked\r\n\r\n1000\r\n${'x'.repeat(4096)}\r\n0\r\n\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    expect(bodiesIn(chunked)[0]).toMatchObject({ statusCode: '413' });
  });

  test.each(['text/plain', 'application/xml', 'application/json2', 'nonsense', ''])(
    '415 for the content type "%s"',
    async (type) => {
      const received = await exchangeBytes(
        hosts.port,
        rawPost('/v3/echo', { name: 'a' }, { 'content-type': type }),
        (text) => bodiesIn(text).length > 0,
      );
      expect(received).toMatch(/^HTTP\/1\.1 415 /);
      expect(bodiesIn(received)[0]).toMatchObject({ ...envelope, statusCode: '415' });
    },
  );

  test.each(['gzip', 'br', 'gzip, identity', 'unknown'])('415 for the content encoding "%s"', async (encoding) => {
    const reply = await call(`${hosts.url}/v3/echo`, { name: 'a' }, { headers: { 'content-encoding': encoding } });
    expect(reply).toMatchObject({
      http: 415,
      body: { statusCode: '415', statusDesc: 'The content encoding is not supported' },
    });
    expect(reply.headers.get('accept-encoding')).toBe('identity');
  });

  test('no compression for the encoding identity', async () => {
    const headers = { 'content-encoding': 'Identity' };
    expect((await call(`${hosts.url}/v3/echo`, { name: 'a' }, { headers })).http).toBe(200);
  });

  test.each([
    ['two Host headers', 'host: a\r\nHOST: b\r\ncontent-length: 12'],
    ['the same Host twice', 'host: a\r\nhost: a\r\ncontent-length: 12'],
    ['a transfer coding before chunked', 'host: a\r\ntransfer-encoding: gzip, chunked'],
    ['a transfer coding after chunked', 'host: a\r\ntransfer-encoding: chunked, gzip'],
    ['chunked twice', 'host: a\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked'],
    ['an unknown transfer coding', 'host: a\r\ntransfer-encoding: identity'],
    ['no host', 'transfer-encoding: chunked'],
    ['both lengths', 'host: a\r\ncontent-length: 12\r\ntransfer-encoding: chunked'],
  ])('400 for %s, and the connection ends', async (_case, headers) => {
    const received = await exchangeBytes(
      hosts.port,
      `POST /v3/echo HTTP/1.1\r\n${headers}\r\nauthorization: ${HEADER}\r\ncontent-type: application/json\r\n\r\n` +
        'c\r\n{"name":"a"}\r\n0\r\n\r\n',
    );
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodiesIn(received)[0]).toMatchObject({ ...envelope, statusCode: '102' });
    expect(received).not.toContain('HTTP/1.1 200');
  });

  test('417 for an expectation, in the envelope', async () => {
    const received = await exchangeBytes(hosts.port, rawPost('/v3/echo', { name: 'a' }, { expect: 'something' }));
    expect(received).toMatch(/^HTTP\/1\.1 417 /);
    expect(bodiesIn(received)[0]).toMatchObject({ ...envelope, statusCode: '102' });
  });

  test('500 that shows the caller nothing, and the log everything but the body', async () => {
    for (const name of ['fail', 'failAtOnce']) {
      const reply = await call(`${hosts.url}/v3/${name}`, { how: 'a private value' });
      expect(reply).toMatchObject({ http: 500, body: { statusCode: '500', statusDesc: 'Internal error' } });
      expect(JSON.stringify(reply.body)).not.toContain(SECRET);
      const id = reply.headers.get('x-request-id');
      const line = hosts.logs.find(({ requestId, level }) => requestId === id && level === 'error');
      expect(line).toMatchObject({ method: name, err: { message: SECRET } });
    }
    expect(hosts.logText()).not.toContain('a private value');
  });

  test('500 for an answer that cannot be written', async () => {
    expect(await call(`${hosts.url}/v3/fail`, { how: 'json' })).toMatchObject({
      http: 500,
      body: { statusCode: '500' },
    });
  });

  test('503 with Retry-After while the venue takes no orders', async () => {
    const reply = await call(`${hosts.url}/v3/fail`, { how: 'venue' });
    expect(reply).toMatchObject({ http: 503, body: { ...envelope, statusCode: '503' } });
    expect(reply.headers.get('retry-after')).toBe('1');
  });

  test('503 while a part that comes back by itself is down', async () => {
    const reply = await call(`${hosts.url}/v3/fail`, { how: 'down' });
    const body = { ...envelope, statusCode: '503', 'Error(s)': 'the database is down' };
    expect(reply).toMatchObject({ http: 503, body });
    expect(reply.headers.get('retry-after')).toBe('1');
  });

  test('503 with Retry-After where the document store fails: only the log has the reason', async () => {
    const reply = await call(`${hosts.url}/v3/fail`, { how: 'store' });
    const body = { 'Error(s)': 'the document store cannot be used now; repeat this call later' };
    expect(reply).toMatchObject({ http: 503, body: { ...envelope, statusCode: '503', ...body } });
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(JSON.stringify(reply.body)).not.toContain('NoSuchBucket');
    expect(hosts.logText()).toContain('NoSuchBucket');
  });

  test('what a method refuses, with its detail, fields and own words', async () => {
    expect(await call(`${hosts.url}/v3/fail`, { how: 'api' })).toMatchObject({
      http: 200,
      body: {
        statusCode: '148',
        statusDesc: 'Account does not exist/active.',
        'Error(s)': 'accountid does not exist',
        orders: [],
      },
    });
    expect(await call(`${hosts.url}/v3/fail`, { how: 'own' })).toMatchObject({
      http: 409,
      body: { statusCode: '1422', statusDesc: 'Another sentence' },
    });
  });

  test('400 for a path that cannot be decoded, or is too long', async () => {
    const bad = await exchangeBytes(
      hosts.port,
      'GET /v3/widgets/%zz HTTP/1.1\r\nhost: a\r\n\r\n',
      (text) => bodiesIn(text).length > 0,
    );
    expect(bad).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodiesIn(bad)[0]).toMatchObject({ statusCode: '102' });
    const long = await call(`${hosts.url}/v3/widgets/${'7'.repeat(300)}`, undefined, { method: 'GET' });
    expect(long.http).toBe(414);
    expect(long.body).toMatchObject({ statusCode: '102' });
  });

  test('400 for bytes that are no request', async () => {
    const received = await exchangeBytes(hosts.port, 'nonsense\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodiesIn(received)[0]).toMatchObject({ ...envelope, statusCode: '102' });
  });

  test('400 for a request to connect to another server', async () => {
    const received = await exchangeBytes(hosts.port, 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodiesIn(received)[0]).toMatchObject({ ...envelope, statusCode: '102' });
  });

  test('431 for endless headers', async () => {
    const received = await exchangeBytes(hosts.port, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodiesIn(received)[0]).toMatchObject({ ...envelope, statusCode: '102' });
  });
});

describe('request ids', () => {
  test('are on every answer, and in every line about it', async () => {
    const replies = await Promise.all([
      call(`${hosts.url}/v3/echo`, { name: 'a' }),
      call(`${hosts.url}/v3/nothing`, {}),
      call(`${hosts.url}/v3/echo`, undefined, { method: 'GET' }),
      call(`${hosts.url}/v3/echo`, { name: 'a' }, { headers: { authorization: 'Bearer a:b' } }),
      call(`${hosts.url}/health`, undefined, { method: 'GET' }),
    ]);
    const ids = replies.map(({ headers }) => headers.get('x-request-id') ?? '');
    expect(new Set(ids).size).toBe(replies.length);
    for (const id of ids) {
      expect(id).toMatch(/^[\w-]{8,40}$/);
      expect(hosts.logs.some(({ requestId }) => requestId === id)).toBe(true);
    }
  });

  test('are never the caller’s own, which are kept with them where they are sane', async () => {
    const sent = await call(`${hosts.url}/v3/nothing`, {}, { headers: { 'x-request-id': 'trace-1.2_3' } });
    const requestId = sent.headers.get('x-request-id');
    expect(requestId).toMatch(/^\w{8}-\d+$/);
    expect(sent.headers.get('x-sent-request-id')).toBe('trace-1.2_3');
    expect(hosts.logs.filter((line) => line.requestId === requestId)).toMatchObject([{ sentRequestId: 'trace-1.2_3' }]);
    for (const odd of ['with space', 'x'.repeat(65), '<b>', '{"a":1}']) {
      const reply = await call(`${hosts.url}/v3/echo`, { name: 'a' }, { headers: { 'x-request-id': odd } });
      expect(reply.headers.has('x-sent-request-id')).toBe(false);
    }
  });
});

describe('headers', () => {
  test('keep browsers from guessing and, for methods, anybody from storing', async () => {
    const get = { method: 'GET' };
    for (const [path, init, stored] of [
      ['/v3/echo', {}, 'no-store'],
      ['/v3/answer', get, 'no-store'],
      ['/v3/nothing', {}, 'no-store'],
      ['/v3/widgets/%zz', get, 'no-store'],
      ['/health', get, 'no-store'],
      ['/openapi.json', get, 'no-cache'],
    ] as const) {
      const { headers } = await call(`${hosts.url}${path}`, init === get ? undefined : { name: 'a' }, init);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('cache-control'), path).toBe(stored);
    }
    const broken = await exchangeBytes(hosts.port, 'nonsense\r\n\r\n');
    expect(broken).toContain('\r\nx-content-type-options: nosniff\r\n');
  });

  test('keep browsers to https where callers reach the venue by it', async () => {
    expect((await hosts.v3.inject('/v3/nothing')).headers).not.toHaveProperty('strict-transport-security');
    const secure = await startHosts([echo], { isHttps: true });
    for (const path of ['/v3/nothing', '/v3/echo', '/docs', '/health']) {
      const { headers } = await secure.v3.inject(path);
      expect(headers['strict-transport-security'], path).toBe('max-age=31536000');
    }
    await secure.close();
  });

  test.each(['/docs', '/openapi.json', '/'])('of %s are answered to HEAD', async (path) => {
    const read = (method: string) =>
      fetch(`${hosts.url}${path}`, { method, headers: { 'accept-encoding': 'identity' } });
    const [head, get] = [await read('HEAD'), await read('GET')];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  });
});
