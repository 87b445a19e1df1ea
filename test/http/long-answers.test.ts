/** Long answers, and how many of them a client has under way, over real sockets. */
import { pbkdf2 } from 'node:crypto';
import { connect } from 'node:net';
import Type from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { defineMethod, type Method } from '../../src/http/methods/method.ts';
import { flag } from '../../src/http/parameters/choices.ts';
import { wholeNumber } from '../../src/http/parameters/numbers.ts';
import { optional } from '../../src/http/parameters/presence.ts';
import { HEADER, startHosts, type TestHosts } from './support.ts';

let hosts: TestHosts | undefined;
afterEach(() => hosts?.close());

const THINGS = Array.from({ length: 1001 }, (_, id) => ({ id: String(id), name: `Größe ${id}`, note: null }));
const TEXT = JSON.stringify({ statusCode: '101', statusDesc: 'Ok', before: 1, things: THINGS, after: [1] });

const longList = defineMethod({
  ...{ name: 'listThings', verb: 'GET', path: '/v3/things', style: 'resource', group: 'Test', summary: '' },
  parameters: {},
  response: Type.Object({ things: Type.Array(Type.Object({})) }),
  handler: () => ({ fields: { before: 1, things: THINGS, absent: undefined, after: [1] } }),
});

const get = (path: string, method = 'GET', encoding = 'identity') =>
  fetch(`${hosts!.url}${path}`, { method, headers: { authorization: HEADER, 'accept-encoding': encoding } });

test('a long answer has the bytes and the headers of one that is written at once', async () => {
  hosts = await startHosts([longList]);
  const reply = await get('/v3/things');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-length')).toBe(String(Buffer.byteLength(TEXT)));
  expect(reply.headers.get('transfer-encoding')).toBeNull();
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await reply.text()).toBe(TEXT);
  const head = await get('/v3/things', 'HEAD');
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(TEXT)));
  expect(await head.text()).toBe('');
  expect(hosts.logs.filter(({ statusCode }) => statusCode === '101')).toHaveLength(2);
});

/** Answers with a text of `length` characters. */
const echo = defineMethod({
  ...{ name: 'readText', verb: 'GET', path: '/v3/text', style: 'resource', group: 'Test', summary: '' },
  parameters: { length: optional(wholeNumber()) },
  response: Type.Object({ text: Type.String() }),
  handler: ({ values: { length = 0 } }) => ({ fields: { text: 'a'.repeat(length) } }),
});

test.each([
  ['gzip', 2000, 'gzip'],
  ['br, gzip;q=0.5', 2000, 'gzip'],
  ['GZIP', 2000, 'gzip'],
  ['gzip', 100, null],
  ['gzip;q=0', 2000, null],
  ['identity', 2000, null],
  ['br', 2000, null],
])('asked for %s, an answer of %d characters comes as %s (C95)', async (asked, length, encoding) => {
  hosts = await startHosts([echo]);
  const reply = await get(`/v3/text?length=${length}`, 'GET', asked);
  expect(reply.headers.get('content-encoding')).toBe(encoding);
  expect(reply.headers.get('vary')).toBe(length > 1000 ? 'accept-encoding' : null);
  expect(await reply.json()).toMatchObject({ text: 'a'.repeat(length) });
  if (encoding !== null) expect(Number(reply.headers.get('content-length'))).toBeLessThan(200);
});

test('a long answer is compressed too', async () => {
  hosts = await startHosts([longList]);
  const reply = await get('/v3/things', 'GET', 'gzip');
  expect(reply.headers.get('content-encoding')).toBe('gzip');
  expect(await reply.text()).toBe(TEXT);
});

test('two answers are compressed at once, and further ones go as they are (C95)', async () => {
  hosts = await startHosts([echo]);
  const request = ['GET /v3/text?length=2000 HTTP/1.1', 'Host: a', `Authorization: ${HEADER}`, 'Accept-Encoding: gzip'];
  const socket = connect(Number(new URL(hosts.url).port), '127.0.0.1');
  let text = '';
  const isAnswered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.split('HTTP/1.1 200').length === 9 && text.endsWith('}')) resolve();
    });
  });
  occupyThreads();
  socket.write(`${request.join('\r\n')}\r\n\r\n`.repeat(8));
  await isAnswered;
  socket.destroy();
  expect(text.match(/content-encoding: gzip/g)).toHaveLength(2);
  expect(text.match(/"text":"a{2000}"/g)).toHaveLength(6);
});

/** Nothing is compressed before one of these ends. */
function occupyThreads(): void {
  for (let thread = 0; thread < 4; thread++) pbkdf2('', '', 400_000, 64, 'sha512', () => {});
}

/** A list whose calls end when the test says so. */
function heldList(): { readonly method: Method; readonly begun: () => number; readonly end: () => void } {
  const ends: (() => void)[] = [];
  let begun = 0;
  const method = defineMethod({
    ...{ name: 'listHeld', verb: 'GET', path: '/v3/held', style: 'resource', group: 'Test', summary: '' },
    parameters: { waiting: optional(flag({})) },
    response: Type.Object({ held: Type.Array(Type.Object({})) }),
    waits: ({ waiting }) => waiting === true,
    handler: async ({ values }) => {
      begun++;
      if (values.waiting !== true) await new Promise<void>((resolve) => ends.push(resolve));
      return { fields: { held: [] } };
    },
  });
  return { method, begun: () => begun, end: () => ends.shift()?.() };
}

test('reads above the places of a client wait, more get 429, and those that wait for something go on', async () => {
  const { method, begun, end } = heldList();
  hosts = await startHosts([method], { limits: { readsPerClientAtOnce: 1 } });
  const first = get('/v3/held');
  await expect.poll(begun, { timeout: 30_000 }).toBe(1);
  const others = Array.from({ length: 51 }, () => get('/v3/held'));
  // One of them finds the line full; which one, the sockets decide.
  const refused = await Promise.any(
    others.map(async (one) => ((await one).status === 429 ? one : Promise.reject(one))),
  );
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ statusCode: '429' });
  expect(begun()).toBe(1);
  expect((await get('/v3/held?waiting=true')).status).toBe(200);
  expect(begun()).toBe(2);
  end();
  expect((await first).status).toBe(200);
  for (let n = 0; n < 50; n++) {
    await expect.poll(begun, { timeout: 30_000 }).toBe(3 + n);
    end();
  }
  const statuses = (await Promise.all(others)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
});
