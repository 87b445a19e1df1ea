import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STRANGER_BYTES_MAX } from '../../src/http/body/body.ts';
import { optional } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { echo, method, patchWidget, widget } from './methods.ts';
import {
  BODY_CREDENTIALS,
  CLIENT_ID,
  call,
  callWithoutHeader,
  client,
  exchangeBytes,
  KEY,
  OneClient,
  startHosts,
  type TestHosts,
} from './support.ts';

const whoAmI = method({
  name: 'whoAmI',
  verb: ['GET', 'POST', 'PUT', 'DELETE'],
  parameters: { name: optional(text({ maxLength: 20_000 })) },
  handler: ({ client: { clientId } }) => ({ fields: { clientId } }),
});
const retired = method({
  name: 'getApiCount',
  host: 'legacy',
  parameters: {},
  handler: ({ client: { clientId } }) => ({ fields: { clientId } }),
});
const operators = method({ name: 'createKey', operator: true, parameters: {}, handler: () => ({}) });

const UNAUTHORISED = {
  http: 401,
  body: { statusCode: '103', statusDesc: 'The client id or developer key is not valid' },
};

describe.each([
  ['an authenticator that knows at once', false],
  ['an authenticator that asks elsewhere', true],
])('credentials, with %s', (_name, later) => {
  let hosts: TestHosts;
  let url: string;

  beforeAll(async () => {
    hosts = await startHosts([whoAmI, retired], { authenticator: new OneClient(client(), later) });
    url = `${hosts.url}/v3/whoAmI`;
  });
  afterAll(() => hosts.close());

  test.each(['POST', 'PUT', 'DELETE'])('are read from the header or the body of a %s', async (verb) => {
    expect((await call(url, undefined, { method: verb })).body).toMatchObject({ clientId: CLIENT_ID });
    expect((await callWithoutHeader(url, BODY_CREDENTIALS, { method: verb })).body).toMatchObject({
      clientId: CLIENT_ID,
    });
    const form = new URLSearchParams(BODY_CREDENTIALS);
    expect((await callWithoutHeader(url, form, { method: verb })).body).toMatchObject({ clientId: CLIENT_ID });
    const multipart = new FormData();
    for (const [name, value] of Object.entries(BODY_CREDENTIALS)) multipart.append(name, value);
    expect((await callWithoutHeader(url, multipart, { method: verb })).body).toMatchObject({ clientId: CLIENT_ID });
  });

  test('are read only from the header on GET', async () => {
    expect((await call(url, undefined, { method: 'GET' })).http).toBe(200);
    const inUrl = `${url}?${new URLSearchParams(BODY_CREDENTIALS)}`;
    expect(await callWithoutHeader(inUrl, undefined, { method: 'GET' })).toMatchObject(UNAUTHORISED);
    expect(await callWithoutHeader(inUrl)).toMatchObject(UNAUTHORISED);
  });

  test('are distinguished: missing, malformed, unknown', async () => {
    const textOf = async (reply: ReturnType<typeof call>) => (await reply).body['Error(s)'];
    const header = 'Bearer <client id>:<developer key>';
    expect(await textOf(callWithoutHeader(url, undefined, { method: 'GET' }))).toBe(
      `the credentials are missing: send the header Authorization: ${header}`,
    );
    expect(await textOf(callWithoutHeader(url, {}))).toMatch(/^the credentials are missing: .*, or clientID and/);
    expect(await textOf(call(url, {}, { headers: { authorization: `Basic ${KEY}` } }))).toBe(
      `the header Authorization is malformed: it must be ${header}`,
    );
    // Which of the two is wrong is nobody's business.
    for (const authorization of [`Bearer ${CLIENT_ID}:wrong`, `Bearer C999:${KEY}`]) {
      expect(await textOf(call(url, {}, { headers: { authorization } }))).toBeUndefined();
    }
    expect(await textOf(call(`${hosts.legacyUrl}/getApiCount`, {}))).toBe(
      'the credentials are missing: send clientID and developerAPIKey, both as text, in the body',
    );
  });

  test('in the header win over those in the body', async () => {
    const wrongBody = { clientID: CLIENT_ID, developerAPIKey: 'wrong' };
    expect((await call(url, wrongBody)).http).toBe(200);
    const headers = { authorization: `Bearer ${CLIENT_ID}:wrong` };
    expect(await call(url, BODY_CREDENTIALS, { headers })).toMatchObject(UNAUTHORISED);
  });

  test.each([
    ['a wrong key', `Bearer ${CLIENT_ID}:wrong`],
    ['an unknown client', `Bearer C999:${KEY}`],
    ['no colon', `Bearer ${CLIENT_ID}`],
    ['no key', `Bearer ${CLIENT_ID}:`],
    ['no client', `Bearer :${KEY}`],
    ['another scheme', `Basic ${CLIENT_ID}:${KEY}`],
    ['no scheme', `${CLIENT_ID}:${KEY}`],
    ['two spaces', `Bearer  ${CLIENT_ID}:${KEY}`],
    ['endless text', `Bearer ${CLIENT_ID}:${'k'.repeat(5000)}`],
  ])('are refused with %s in the header', async (_case, authorization) => {
    const reply = await call(url, BODY_CREDENTIALS, { headers: { authorization } });
    expect(reply).toMatchObject(UNAUTHORISED);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each([
    ['nothing', {}],
    ['only the id', { clientID: CLIENT_ID }],
    ['only the key', { developerAPIKey: KEY }],
    ['nulls', { clientID: null, developerAPIKey: null }],
    ['objects', { clientID: { $ne: '' }, developerAPIKey: [KEY] }],
    ['other spellings', { clientid: CLIENT_ID, developerapikey: KEY }],
  ])('are refused with %s in the body', async (_case, body) => {
    expect(await callWithoutHeader(url, body)).toMatchObject(UNAUTHORISED);
  });

  test('on the legacy host are read only from the body', async () => {
    const legacy = `${hosts.legacyUrl}/getApiCount`;
    expect((await callWithoutHeader(legacy, BODY_CREDENTIALS)).body).toMatchObject({ clientId: CLIENT_ID });
    expect(await call(legacy, {})).toMatchObject(UNAUTHORISED);
    expect((await call(`${hosts.url}/v3/getApiCount`, {})).body).toMatchObject({ statusCode: '104' });
  });
});

describe('permissions', () => {
  const start = (known: Parameters<typeof client>[0]) =>
    startHosts([echo, widget, patchWidget, operators], { known: client(known) });

  test('an operator method needs a master key', async () => {
    const hosts = await start({});
    expect(await call(`${hosts.url}/v3/createKey`, {})).toMatchObject({ http: 200, body: { statusCode: '111' } });
    await hosts.close();
    const master = await start({ master: true });
    expect(await call(`${master.url}/v3/createKey`, {})).toMatchObject({ http: 200, body: { statusCode: '101' } });
    await master.close();
  });

  test('a denied method is refused under its name and its aliases, a denied alias only as such', async () => {
    const hosts = await start({ deniedMethods: new Set(['echo', 'patchWidget']) });
    for (const name of ['echo', 'repeat']) {
      expect(await call(`${hosts.url}/v3/${name}`, { name: 'a' })).toMatchObject({
        http: 200,
        body: { statusCode: '111' },
      });
    }
    const patch = await call(`${hosts.url}/v3/widgets/7`, { colour: 'red' }, { method: 'PATCH' });
    expect(patch).toMatchObject({ http: 403, body: { statusCode: '111' } });
    await hosts.close();

    const other = await start({ deniedMethods: new Set(['repeat']) });
    expect((await call(`${other.url}/v3/echo`, { name: 'a' })).body).toMatchObject({ statusCode: '101' });
    expect((await call(`${other.url}/v3/repeat`, { name: 'a' })).body).toMatchObject({ statusCode: '111' });
    await other.close();
  });

  test('are looked at before the fields: what is wrong with a call is shown to those who may make it', async () => {
    const hosts = await start({ deniedMethods: new Set(['echo', 'patchWidget']) });
    expect((await call(`${hosts.url}/v3/echo?name=a`, { quantity: 'x' })).body.statusCode).toBe('111');
    expect((await call(`${hosts.url}/v3/echo`, 'no JSON')).body.statusCode).toBe('111');
    const patch = await call(`${hosts.url}/v3/widgets/7`, { unknown: 1 }, { method: 'PATCH' });
    expect(patch.body.statusCode).toBe('111');
    const read = await call(`${hosts.url}/v3/widgets/7?limit=x`, undefined, { method: 'GET' });
    expect(read.body.statusCode).toBe('1403');
    await hosts.close();
  });

  test('a resource needs one of its scopes', async () => {
    const hosts = await start({});
    const refused = await call(`${hosts.url}/v3/widgets/7`, undefined, { method: 'GET' });
    expect(refused).toMatchObject({ http: 403, body: { statusCode: '1403' } });
    await hosts.close();
    const granted = await start({ scopes: new Set(['widget.read.pii_high']) });
    const found = await call(`${granted.url}/v3/widgets/7`, undefined, { method: 'GET' });
    expect(found).toMatchObject({ http: 200, body: { values: { widgetId: '7' } } });
    await granted.close();
  });
});

describe('a flood of wrong credentials', () => {
  test('has to wait until the minute is over, while a right key passes', async () => {
    let nowMs = 0;
    const hosts = await startHosts([whoAmI], { failuresMax: 3, nowMs: () => nowMs });
    const url = `${hosts.url}/v3/whoAmI`;
    const wrong = { headers: { authorization: `Bearer ${CLIENT_ID}:wrong` } };
    await call(url, {}, wrong);
    await callWithoutHeader(url, { clientID: CLIENT_ID, developerAPIKey: 'wrong' });
    expect((await call(url, {}, wrong)).http).toBe(401);
    const refused = await call(url, {}, wrong);
    expect(refused).toMatchObject({ http: 429, body: { statusCode: '429' } });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await call(url, {})).http).toBe(200);
    nowMs += 60_000;
    expect((await call(url, {}, wrong)).http).toBe(401);
    await hosts.close();
  });

  test.each([
    ['no credentials', {}, undefined, 401],
    ['half of them', { clientID: CLIENT_ID }, undefined, 401],
    ['a body that cannot be read', 'no JSON', undefined, 200],
    ['a body that is too large', { name: 'x'.repeat(20_000) }, undefined, 413],
    ['a malformed header', {}, 'Basic abc', 401],
  ])('counts calls with %s too, by address', async (_what, body, authorization, http) => {
    const hosts = await startHosts([whoAmI], { failuresMax: 2, nowMs: () => 0 });
    const url = `${hosts.url}/v3/whoAmI`;
    const answers: number[] = [];
    for (let turn = 0; turn < 3; turn++) answers.push((await call(url, body, { headers: { authorization } })).http);
    expect(answers).toEqual([http, http, 429]);
    // The lock-out holds for strangers: who is known passes, by the header or by the body.
    expect((await call(url, {})).http).toBe(200);
    expect((await callWithoutHeader(url, BODY_CREDENTIALS)).http).toBe(200);
    await hosts.close();
  });

  test('counts a GET without the header too', async () => {
    const hosts = await startHosts([whoAmI], { failuresMax: 1, nowMs: () => 0 });
    const get = async () => (await callWithoutHeader(`${hosts.url}/v3/whoAmI`, undefined, { method: 'GET' })).http;
    expect([await get(), await get()]).toEqual([401, 429]);
    await hosts.close();
  });
});

describe('a stranger', () => {
  const LARGE = 'x'.repeat(STRANGER_BYTES_MAX);
  const largest = () => ({ ...BODY_CREDENTIALS, name: '' });
  const forms: [string, (name: string) => Parameters<typeof call>[1]][] = [
    ['JSON', (name) => ({ ...largest(), name })],
    ['a form', (name) => new URLSearchParams({ ...largest(), name })],
    ['a multipart form', (name) => multipartOf({ ...largest(), name })],
  ];

  test.each(forms)('sends at most 16 KB: %s', async (_form, bodyOf) => {
    const hosts = await startHosts([whoAmI, retired]);
    for (const url of [`${hosts.url}/v3/whoAmI`, `${hosts.legacyUrl}/getApiCount`]) {
      const refused = await callWithoutHeader(url, bodyOf(LARGE));
      expect(refused).toMatchObject({ http: 413, body: { statusCode: '413' } });
      expect(refused.body['Error(s)']).toBe(
        'a body of more than 16384 bytes needs the credentials in the header Authorization',
      );
      expect((await callWithoutHeader(url, bodyOf(LARGE.slice(0, 15_000)))).body.clientId).toBe(CLIENT_ID);
    }
    expect((await call(`${hosts.url}/v3/whoAmI`, bodyOf(LARGE))).http).toBe(200);
    await hosts.close();
  });

  test('may upload more, once its credentials came', async () => {
    const upload = method({
      name: 'upload',
      parameters: {},
      uploads: { filesMax: 1, bytesMax: 200_000, fields: { file0: 'The document' } },
      handler: ({ files = [] }) => ({ fields: { sizes: files.map(({ size }) => size) } }),
    });
    const hosts = await startHosts([upload], { failuresMax: 2, nowMs: () => 0 });
    const send = (fields: Readonly<Record<string, string>>) => {
      const form = multipartOf(fields);
      form.append('file0', new File(['x'.repeat(150_000)], 'a.txt'));
      return callWithoutHeader(`${hosts.url}/v3/upload`, form);
    };
    expect((await send(BODY_CREDENTIALS)).body).toMatchObject({ statusCode: '101', sizes: [150_000] });
    expect((await send({})).http).toBe(401);
    const unwanted = multipartOf(Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(60_000)])));
    expect((await callWithoutHeader(`${hosts.url}/v3/upload`, unwanted)).http).toBe(413);
    expect((await send({})).http).toBe(429);
    await hosts.close();
  });

  test('is answered, and not read on, where it sends a long body', async () => {
    const hosts = await startHosts([whoAmI]);
    const length = 15_000_000;
    const head = 'POST /v3/whoAmI HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
    const socket = connect(hosts.port, '127.0.0.1');
    const answered = once(socket, 'data');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    let isAllTaken = false;
    socket.on('error', () => {});
    socket.write(`${head}content-length: ${length}\r\n\r\n`);
    socket.write('x'.repeat(length), (error) => {
      isAllTaken = !error;
    });
    expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 413 /);
    await closed;
    expect(isAllTaken).toBe(false);
    await hosts.close();
  });

  test('is not read on either where no length says how much comes', async () => {
    const hosts = await startHosts([whoAmI]);
    const part = `{"name":"${'x'.repeat(4000)}`;
    const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
    const head = 'POST /v3/whoAmI HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
    // The body never ends: the answer comes because nobody reads on.
    const received = await exchangeBytes(hosts.port, `${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(5)}`);
    expect(received).toMatch(/^HTTP\/1.1 413 /);
    await hosts.close();
  });
});

function multipartOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
