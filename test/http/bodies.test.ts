import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { optional } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { echo, method, patchWidget, widget } from './methods.ts';
import {
  BODY_CREDENTIALS,
  bodiesIn,
  call,
  callWithoutHeader,
  client,
  exchangeBytes,
  HEADER,
  heldUpload,
  rawPost,
  spooledFiles,
  startHosts,
  type TestHosts,
} from './support.ts';

const upload = method({
  name: 'uploadDocument',
  parameters: { title: optional(text()) },
  uploads: { filesMax: 2, bytesMax: 100_000, fields: { file0: 'The document' } },
  handler: ({ values, files = [] }) => ({
    fields: {
      values,
      files: files.map(({ path, ...file }) => ({ ...file, text: readFileSync(path, 'latin1').slice(0, 5) })),
    },
  }),
});

/** Answers the values of a call that may have others. */
const ignoring = { ...echo, name: 'getIssuer', aliases: [] };

let hosts: TestHosts;
let uploadFolder: string;
beforeAll(async () => {
  uploadFolder = mkdtempSync(join(tmpdir(), 'openats-bodies-'));
  hosts = await startHosts([echo, ignoring, upload, widget, patchWidget], {
    known: client({ scopes: new Set(['widget.read']) }),
    uploadFolder,
    limits: { bodyBytesMax: 5000, fieldsMax: 50, uploadsAtOnce: 1 },
  });
});
afterAll(async () => {
  await hosts.close();
  rmSync(uploadFolder, { recursive: true, force: true });
});

function multipart(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe('the three forms of a body', () => {
  const fields = { name: 'Ä&=+ %20', quantity: '5', price: '10.5' };

  test('are the same to a method, on every verb', async () => {
    for (const verb of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const body of [fields, new URLSearchParams(fields), multipart(fields)]) {
        const reply = await call(`${hosts.url}/v3/echo`, body, { method: verb });
        expect(reply.body.values, verb).toEqual({ name: 'Ä&=+ %20', quantity: 5, price: '10.5' });
      }
    }
  });

  test('may say their character set', async () => {
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    expect((await call(`${hosts.url}/v3/echo`, fields, { headers })).http).toBe(200);
    const form = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' };
    const reply = await call(`${hosts.url}/v3/echo`, 'name=a', { headers: form });
    expect(reply.body.values).toEqual({ name: 'a' });
  });

  test('may begin with a byte order mark in JSON, whoever the sender is', async () => {
    const marked = (json: object) => `\ufeff${JSON.stringify(json)}`;
    expect((await call(`${hosts.url}/v3/echo`, marked({ name: 'a' }))).body.values).toEqual({ name: 'a' });
    const reply = await callWithoutHeader(`${hosts.url}/v3/echo`, marked({ name: 'a', ...BODY_CREDENTIALS }));
    expect(reply.body.values).toEqual({ name: 'a' });
    const patched = await call(`${hosts.url}/v3/widgets/7`, marked({ colour: 'red' }), { method: 'PATCH' });
    expect(patched.body.values).toEqual({ widgetId: '7', colour: 'red' });
  });

  test('the last of repeated form fields wins', async () => {
    const form = new URLSearchParams([
      ['name', 'first'],
      ['name', 'last'],
    ]);
    expect((await call(`${hosts.url}/v3/echo`, form)).body.values).toEqual({ name: 'last' });
    const parts = multipart({ name: 'first' });
    parts.append('name', 'last');
    expect((await call(`${hosts.url}/v3/echo`, parts)).body.values).toEqual({ name: 'last' });
  });

  test('of a resource win over its query', async () => {
    const patch = { method: 'PATCH' };
    const url = `${hosts.url}/v3/widgets/7?colour=blue`;
    expect((await call(url, { colour: 'red' }, patch)).body.values).toEqual({ widgetId: '7', colour: 'red' });
    expect((await call(url, {}, patch)).body.values).toEqual({ widgetId: '7', colour: 'blue' });
  });

  test('may be empty where nothing is required', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
      const bytes = rawPost('/v3/uploadDocument', {}, { 'content-type': type, 'content-length': '0' });
      const received = await exchangeBytes(
        hosts.port,
        bytes.slice(0, bytes.indexOf('\r\n\r\n') + 4),
        (text) => bodiesIn(text).length > 0,
      );
      expect(bodiesIn(received)[0], type).toMatchObject({ statusCode: type.startsWith('multipart') ? '106' : '101' });
    }
    expect((await call(`${hosts.url}/v3/uploadDocument`)).body.statusCode).toBe('101');
  });

  test('cannot reach the prototypes', async () => {
    const text = '{"name":"a","__proto__":{"quantity":5,"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    expect((await call(`${hosts.url}/v3/getIssuer`, text)).body.values).toEqual({ name: 'a' });
    const odd = { name: 'a', __proto__x: '1', constructor: '2' } as Record<string, string>;
    const form = new URLSearchParams([...Object.entries(odd), ['__proto__', 'x'], ['__proto__[polluted]', '1']]);
    expect((await call(`${hosts.url}/v3/getIssuer`, form)).body.values).toEqual({ name: 'a' });
    const parts = multipart({ name: 'a' });
    parts.append('__proto__', 'x');
    for (const body of [text, form, parts]) {
      const refused = { statusCode: '106', 'Error(s)': expect.stringContaining('__proto__') };
      expect((await call(`${hosts.url}/v3/echo`, body)).body).toMatchObject(refused);
    }
    expect((await call(`${hosts.url}/v3/getIssuer`, parts)).body.values).toEqual({ name: 'a' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('have a bounded number of fields', async () => {
    const many = new URLSearchParams(Array.from({ length: 51 }, (_, index) => [`f${index}`, '1']));
    const tooMany = 'must not have more than 50 fields';
    const form = await call(`${hosts.url}/v3/echo`, many);
    expect(form.body['Error(s)']).toBe(`<br />body&nbsp;&nbsp;: ${tooMany}`);
    const json = await call(`${hosts.url}/v3/echo`, Object.fromEntries(many));
    expect(json.body['Error(s)']).toBe(`<br />body&nbsp;&nbsp;: ${tooMany} and list entries`);
    const query = await call(`${hosts.url}/v3/echo?${many}`, { name: 'a' });
    expect(query.body['Error(s)']).toBe(`<br />query&nbsp;&nbsp;: ${tooMany}`);
    const parts = multipart(Object.fromEntries(many));
    expect((await call(`${hosts.url}/v3/echo`, parts)).http).toBe(413);
  });
});

describe('bytes that are not UTF-8', () => {
  const JSON_TYPE = 'application/json';
  const FORM = 'application/x-www-form-urlencoded';
  const PARTS = 'multipart/form-data; boundary=b';
  const part = (headers: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${value}\r\n--b--\r\n`;

  test.each([
    ['JSON', JSON_TYPE, '{"name":"a\xff"}'],
    ['JSON that is cut within a character', JSON_TYPE, '{"name":"\xc3"}'],
    ['a form', FORM, 'name=a\xff'],
    ['a form, percent-encoded', FORM, 'name=a%ff'],
    ['a form, in two fields', FORM, 'name=%C3&field1=%A9'],
    ['a surrogate', FORM, 'name=%ED%A0%80'],
    ['the name of a field', FORM, 'name=a&b%FE=1'],
    ['a multipart form', PARTS, part('name="name"', 'a\xff')],
    ['the name of a part', PARTS, part('name="\xff"', 'a')],
    ['the name of a file', PARTS, part('name="file0"; filename="\xff.pdf"', 'a')],
  ])('in %s are malformed, and never another character', async (_case, type, body) => {
    for (const [path, verb, code] of [
      ['echo', 'POST', '106'],
      ['widgets/7', 'PATCH', '1400'],
    ] as const) {
      const response = await fetch(`${hosts.url}/v3/${path}`, {
        method: verb,
        headers: { authorization: HEADER, 'content-type': type },
        body: Buffer.from(body, 'latin1'),
      });
      const reply = await response.text();
      expect(JSON.parse(reply).statusCode).toBe(code);
      expect(reply).toContain('must be valid UTF-8');
    }
  });

  test('in a query string are malformed', async () => {
    const reply = await call(`${hosts.url}/v3/widgets/7?filter=%ff`, undefined, { method: 'GET' });
    expect(reply).toMatchObject({
      http: 400,
      body: { statusCode: '1400', statusDesc: 'The parameter "query" must be valid UTF-8.' },
    });
  });

  test('are distinguished from what only looks like them', async () => {
    for (const [sent, name] of [
      ['name=%EF%BF%BD', '\uFFFD'],
      ['name=100%25+%zz%f', '100% %zz%f'],
      ['name=%C3%A9\u00e9', '\u00e9\u00e9'],
    ] as const) {
      const reply = await call(`${hosts.url}/v3/echo`, sent, { headers: { 'content-type': FORM } });
      expect(reply.body.values).toEqual({ name });
    }
  });
});

describe('a query string', () => {
  test('of a method-style call is refused, naming what is in it', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const reply = await call(`${hosts.url}/v3/echo?name=a&<b>=1`, { name: 'a' }, { method });
      expect(reply).toMatchObject({
        http: 200,
        body: {
          statusCode: '106',
          'Error(s)':
            '<br />name&nbsp;&nbsp;: must be in the body, not in the query string' +
            '<br />?b?&nbsp;&nbsp;: must be in the body, not in the query string',
        },
      });
    }
    expect((await call(`${hosts.url}/v3/echo?`, { name: 'a' })).body.statusCode).toBe('101');
  });

  test('holds no credentials either', async () => {
    const inUrl = `${hosts.url}/v3/echo?${new URLSearchParams(BODY_CREDENTIALS)}`;
    expect((await callWithoutHeader(inUrl, { name: 'a' })).http).toBe(401);
    expect((await call(inUrl, { name: 'a' })).body['Error(s)']).toContain('developerAPIKey');
  });
});

describe('files', () => {
  const file = (bytes: number, name = 'a.pdf') =>
    new File(['%PDF-', 'x'.repeat(bytes - 5)], name, { type: 'application/pdf' });

  test('are handed to the methods that take them, with the fields before and after', async () => {
    const form = new FormData();
    form.append('clientID', BODY_CREDENTIALS.clientID);
    form.append('developerAPIKey', BODY_CREDENTIALS.developerAPIKey);
    form.append('file0', file(50_000, '../../etc/passwd'));
    form.append('title', 'Example');
    const reply = await callWithoutHeader(`${hosts.url}/v3/uploadDocument`, form);
    expect(reply.body).toMatchObject({
      values: { title: 'Example' },
      files: [{ field: 'file0', fileName: 'passwd', contentType: 'application/pdf', size: 50_000, text: '%PDF-' }],
    });
  });

  test('in other fields, or of methods that take none, are read past', async () => {
    const form = multipart({ name: 'a' });
    form.append('file0', file(1000));
    expect((await call(`${hosts.url}/v3/echo`, form)).body.values).toEqual({ name: 'a' });
    const other = multipart({ title: 'b' });
    other.append('other', file(1000));
    expect((await call(`${hosts.url}/v3/uploadDocument`, other)).body).toMatchObject({
      values: { title: 'b' },
      files: [],
    });
  });

  test('too large or too many are refused with the name of the field', async () => {
    const large = new FormData();
    large.append('file0', file(100_001));
    expect((await call(`${hosts.url}/v3/uploadDocument`, large)).body).toMatchObject({
      statusCode: '106',
      'Error(s)': '<br />file0&nbsp;&nbsp;: must not be larger than 100000 bytes',
    });
    const many = new FormData();
    for (const name of ['1', '2', '3']) many.append('file0', file(10, name));
    expect((await call(`${hosts.url}/v3/uploadDocument`, many)).body).toMatchObject({
      statusCode: '106',
      'Error(s)': '<br />body&nbsp;&nbsp;: must not have more than 2 files',
    });
  });

  test('of inputs that nobody filled in are passed over, in any place', async () => {
    const empty = () => new File([], '');
    const form = new FormData();
    form.append('file0', empty());
    form.append('clientID', BODY_CREDENTIALS.clientID);
    form.append('developerAPIKey', BODY_CREDENTIALS.developerAPIKey);
    form.append('file0', file(2000));
    for (let count = 0; count < 10; count++) form.append('file0', empty());
    form.append('file0', file(3000, 'b.pdf'));
    form.append('file2', empty());
    const { body } = await callWithoutHeader(`${hosts.url}/v3/uploadDocument`, form);
    expect(body.files).toMatchObject([{ fileName: 'a.pdf' }, { fileName: 'b.pdf', size: 3000 }]);
    const alone = new FormData();
    alone.append('file0', empty());
    expect((await call(`${hosts.url}/v3/uploadDocument`, alone)).body).toMatchObject({ statusCode: '101', files: [] });
  });

  test('without a name are files when they have bytes, and with one when they have none', async () => {
    const form = new FormData();
    form.append('file0', new File(['%PDF-'], ''));
    form.append('file0', new File([], 'a.pdf'));
    expect((await call(`${hosts.url}/v3/uploadDocument`, form)).body.files).toMatchObject([
      { field: 'file0', fileName: '', size: 5 },
      { field: 'file0', fileName: 'a.pdf', size: 0 },
    ]);
    form.append('file0', new File(['x'.repeat(20_000)], ''));
    expect((await call(`${hosts.url}/v3/uploadDocument`, form)).body['Error(s)']).toContain('more than 2 files');
    const large = new FormData();
    large.append('file0', new File(['x'.repeat(100_001)], ''));
    expect((await call(`${hosts.url}/v3/uploadDocument`, large)).body['Error(s)']).toContain(
      'larger than 100000 bytes',
    );
  });

  test('keep the end of a long name', async () => {
    const form = new FormData();
    form.append('file0', file(10, `${'long '.repeat(60)}.pdf`));
    const [sent] = (await call(`${hosts.url}/v3/uploadDocument`, form)).body.files as { fileName: string }[];
    expect(sent?.fileName).toMatch(/^[long ]{196}\.pdf$/);
  });

  test('sent to a method that takes none must fit into the limit of bodies', async () => {
    const unwanted = multipart({ name: 'a' });
    unwanted.append('file0', file(6000));
    expect((await call(`${hosts.url}/v3/echo`, unwanted)).http).toBe(413);
  });

  test('are read for a bounded number of callers at a time', async () => {
    const form = new FormData();
    form.append('file0', file(10));
    const slow = await heldUpload(hosts, 'uploadDocument');
    await spooledFiles(uploadFolder, 1);
    const refused = await call(`${hosts.url}/v3/uploadDocument`, form);
    expect(refused).toMatchObject({
      http: 429,
      body: { statusCode: '429', statusDesc: 'As many uploads are under way as the service takes' },
    });
    slow.destroy();
    const logged = () => hosts.logs.some(({ method, http }) => method === 'uploadDocument' && http === 400);
    while (!logged()) await new Promise((resolve) => setImmediate(resolve));
    expect((await call(`${hosts.url}/v3/uploadDocument`, form)).http).toBe(200);
  });

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['no form in it', 'multipart/form-data; boundary=b', 'no parts at all'],
    [
      'an end that is missing',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\na',
    ],
  ])('a multipart body with %s is malformed', async (_case, type, body) => {
    const reply = await call(`${hosts.url}/v3/uploadDocument`, body, { headers: { 'content-type': type } });
    expect(reply).toMatchObject({
      http: 200,
      body: { statusCode: '106', 'Error(s)': '<br />body&nbsp;&nbsp;: must be a multipart form' },
    });
  });
});

describe('a request that never ends', () => {
  test('is answered in the envelope and its connection closed', async () => {
    const hasty = await startHosts([echo], { limits: { requestTimeoutMs: 50 } });
    const half = rawPost('/v3/echo', { name: 'a' }).slice(0, -3);
    const received = await exchangeBytes(hasty.port, half);
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodiesIn(received)[0]).toMatchObject({ statusCode: '102' });
    await hasty.close();
  });
});
