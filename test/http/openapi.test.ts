import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import Type, { type TProperties } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namedObject } from '../../src/http/methods/named-object.ts';
import { STATUS } from '../../src/http/methods/status-codes.ts';
import { openApiDocument, openApiText } from '../../src/http/openapi/document.ts';
import { jsonObject, list, objectOf } from '../../src/http/parameters/json.ts';
import { optional, required } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { addDocumentation } from '../../src/http/server/docs.ts';
import { healthModule } from '../../src/modules/health/index.ts';
import { byPermission, echo, method, patchWidget, twoMissing, widget } from './methods.ts';
import { requireSentOnce } from './sent-once.ts';
import { startHosts, type TestHosts } from './support.ts';

const methods = [
  echo,
  twoMissing,
  byPermission,
  widget,
  patchWidget,
  method({
    name: 'createOrder',
    group: 'ATS',
    summary: 'Enters an order',
    idempotent: true,
    parameters: {
      token: optional(text()),
      address: required(objectOf({ city: required(text()), lines: optional(list(text())) })),
      more: optional(jsonObject()),
    },
    response: Type.Object({ orderDetails: Type.Object({ id: Type.String(), token: Type.Optional(Type.String()) }) }),
    handler: () => ({}),
  }),
  method({
    name: 'uploadDocument',
    group: 'Documents',
    deprecated: true,
    operator: true,
    parameters: { title: optional(text()) },
    uploads: { filesMax: 1, bytesMax: 1000, fields: { file0: 'The document' } },
    handler: () => ({}),
  }),
  method({ name: 'getLinkedAccounts', host: 'legacy', parameters: { partyId: required(text()) }, handler: () => ({}) }),
  ...healthModule({ version: '1.2.3', environment: 'sandbox', nowUs: () => 0 }),
];

/** The codes of C4. */
const SPECIFIED_CODES = [
  101, 102, 103, 104, 105, 106, 110, 111, 116, 135, 136, 138, 145, 148, 149, 150, 162, 188, 189, 190, 194, 198, 200,
  207, 215, 210, 211, 212, 224, 234, 239, 404, 721, 732, 773, 999, 1400, 1403, 1404, 1422,
];

type Document = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation> & { servers?: unknown }>;
  components: { schemas: Record<string, Schema & { allOf?: Schema[] }> };
};
type Schema = { properties: Record<string, { enum?: string[] }>; required?: string[] };
type Operation = {
  operationId: string;
  tags: string[];
  description: string;
  deprecated?: boolean;
  security: unknown;
  parameters: { name: string; in: string; required: boolean; description?: string }[];
  requestBody?: { required: boolean; content: Record<string, { readonly encoding?: unknown }> };
  responses: Record<string, unknown>;
};

test('the OpenAPI document refuses two objects under one name', () => {
  const answering = (name: string, fields: object) =>
    method({
      name,
      parameters: {},
      response: Type.Object({ widget: namedObject('Widget', fields as TProperties) }),
      handler: () => ({}),
    });
  const named = (...declared: Parameters<typeof openApiDocument>[0]['methods']) =>
    openApiDocument({ methods: declared, environment: 'sandbox', version: '1' }) as unknown as Document;
  const { schemas } = named(answering('a', { id: Type.String() }), answering('b', { id: Type.String() })).components;
  expect(schemas.Widget).toEqual({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } });
  const other = answering('b', { id: Type.Integer() });
  expect(() => named(answering('a', { id: Type.String() }), other)).toThrow('two different schemas are named Widget');
});

describe('the OpenAPI document', () => {
  const document = openApiDocument({ methods, environment: 'sandbox', version: '1.2.3' }) as unknown as Document;
  const operation = (path: string, verb: string): Operation => {
    const found = document.paths[path]?.[verb];
    if (found === undefined) throw new Error(`${verb} ${path} is not described`);
    return found;
  };

  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(result).toMatchObject({ valid: true });
  });

  test('describes every way to every method once', () => {
    for (const verb of ['post', 'put', 'delete', 'patch'])
      expect(operation('/v3/echo', verb).operationId).toBe(`echo_${verb}`);
    expect(operation('/v3/repeat', 'post').description).toContain('Another name of echo.');
    expect(operation('/v3/createOrder', 'post')).toMatchObject({ tags: ['ATS'] });
    expect(operation('/v3/uploadDocument', 'post')).toMatchObject({ deprecated: true });
    expect(operation('/v3/uploadDocument', 'post').description).toContain('master keys');
    const known = JSON.stringify(document.paths).match(/"operationId":"[^"]+"/g) ?? [];
    expect(known.length).toBeGreaterThan(methods.length);
    expect(new Set(known).size).toBe(known.length);
  });

  test('names the three forms of a body, its fields and its credentials', () => {
    const { requestBody } = operation('/v3/createOrder', 'post');
    expect(requestBody?.required).toBe(true);
    expect(Object.keys(requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
    const { CreateOrderRequest, UploadDocumentRequest, Credentials } = document.components.schemas;
    const [fields, credentials] = CreateOrderRequest?.allOf ?? [];
    expect(fields?.required).toEqual(['address']);
    expect(Object.keys(fields?.properties ?? {})).toEqual(['token', 'address', 'more']);
    expect(credentials).toEqual({ $ref: '#/components/schemas/Credentials' });
    expect(Object.keys(Credentials?.properties ?? {})).toEqual(['clientID', 'developerAPIKey']);
    expect(Object.keys(UploadDocumentRequest?.allOf?.[0]?.properties ?? {})).toContain('file0');
  });

  test('names what stands in the URL and in headers', () => {
    const get = operation('/v3/widgets/{widgetId}', 'get');
    expect(get.parameters.map(({ name, in: where, required: needed }) => [name, where, needed])).toEqual([
      ['widgetId', 'path', true],
      ['filter', 'query', false],
      ['limit', 'query', false],
    ]);
    expect(get.requestBody).toBeUndefined();
    expect(get.description).toContain('widget.read or widget.read.pii_high');
    expect(operation('/v3/createOrder', 'post').parameters).toEqual([
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]);
  });

  test('says which credentials each verb and host takes', () => {
    expect(operation('/v3/widgets/{widgetId}', 'get').security).toEqual([{ bearerCredentials: [] }]);
    expect(operation('/v3/createOrder', 'post').security).toEqual([{ bearerCredentials: [] }, {}]);
    expect(operation('/getLinkedAccounts', 'post').security).toEqual([{}]);
    expect(document.paths['/getLinkedAccounts']?.servers).toBeDefined();
  });

  test('documents every status code of the catalogue, which has all that are agreed', () => {
    const last = document.tags.at(-1);
    expect(last?.name).toBe('Status codes');
    const statusTable = last?.description ?? '';
    const rows = new Set([...statusTable.matchAll(/^\| (\d+) \| (\d+) \|/gm)].map(([, code]) => Number(code)));
    expect([...rows].sort((a, b) => a - b)).toEqual(
      Object.keys(STATUS)
        .map(Number)
        .sort((a, b) => a - b),
    );
    expect(SPECIFIED_CODES.filter((code) => !rows.has(code))).toEqual([]);
    const codes = document.components.schemas.Error?.properties.statusCode?.enum ?? [];
    expect(SPECIFIED_CODES.filter((code) => code !== 101 && !codes.includes(String(code)))).toEqual([]);
  });

  test('mentions the stream', () => {
    expect(document.info.description).toContain('/v3/stream');
  });
});

function settingsOf(html: string): { authentication: unknown } {
  const text = /data-configuration="([^"]+)"/.exec(html)?.[1] ?? '';
  return JSON.parse(text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
}

describe('the key in the reference page', () => {
  const html = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', url = '/docs?token=good') => {
    const app = Fastify();
    addDocumentation(app, () => openApiText({ methods, environment: 'sandbox', version: '1' }), {
      credentials: (token) => (token === 'good' ? 'C1:the-key' : undefined),
    });
    const { payload } = await app.inject({
      url,
      headers: { host: 'localhost:8080', ...headers },
      remoteAddress,
    });
    return payload;
  };

  test('is filled in for a reader on this machine who has a token', async () => {
    expect(settingsOf(await html())).toMatchObject({
      authentication: { securitySchemes: { bearerCredentials: { token: 'C1:the-key' } } },
    });
    expect(await html({}, '::1')).toContain('the-key');
    expect(await html({ host: '127.0.0.1:8080' }, '::ffff:127.0.0.1')).toContain('the-key');
  });

  test('is for nobody else: not another machine, another name of this one, nor a proxy', async () => {
    expect(await html({}, '192.0.2.1')).not.toContain('the-key');
    expect(await html({ host: 'rebound.example.com' })).not.toContain('the-key');
    expect(await html({ 'x-forwarded-for': '192.0.2.1' })).not.toContain('the-key');
    expect(await html({ forwarded: 'for=192.0.2.1' })).not.toContain('the-key');
    for (const url of ['/docs', '/docs?token=', '/docs?token=other', '/docs?token=good&token=good']) {
      expect(await html({}, '127.0.0.1', url), url).not.toContain('the-key');
    }
  });
});

describe('the reference page', () => {
  let hosts: TestHosts;
  beforeAll(async () => {
    hosts = await startHosts(methods);
  });
  afterAll(() => hosts.close());

  test('/ points to it, /openapi.json is the document', async () => {
    expect(await (await fetch(`${hosts.url}/`)).json()).toMatchObject({ statusCode: '101', documentation: '/docs' });
    const document = await fetch(`${hosts.url}/openapi.json`);
    expect(document.headers.get('content-type')).toContain('application/json');
    const info = { version: '1.2.3', description: expect.stringMatching(/^## Quickstart\n/) };
    expect(await document.json()).toMatchObject({ openapi: '3.1.0', info });
  });

  test('works without anything from elsewhere', async () => {
    const page = await fetch(`${hosts.url}/docs`);
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:/);
    const html = await page.text();
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    // A script in the page itself would not run under this policy.
    expect(html.match(/<script\b(?! id="api-reference" type="application\/json")(?! src=)/)).toBeNull();
    const settings = settingsOf(html);
    expect(settings).toMatchObject({ telemetry: false, withDefaultFonts: false, agent: { disabled: true } });
    expect(settings.authentication).toEqual({ preferredSecurityScheme: 'bearerCredentials' });
  });

  test('shows the quickstart before its script is here', async () => {
    const page = await (await fetch(`${hosts.url}/docs`)).text();
    expect(page).toMatch(
      /<pre>Replace the address, the key and the ids by yours;[^<]*createOrder[^<]*getClob[^<]*<\/pre>/,
    );
    expect(page).toMatch(/<script src="[^"]+" defer>/);
  });

  test('loads less than 1 MB of this server, but for its script that is kept', async () => {
    const asked = { headers: { 'accept-encoding': 'gzip' } };
    const replies = await Promise.all(['/openapi.json', '/docs'].map((path) => fetch(`${hosts.url}${path}`, asked)));
    expect(replies[0]?.headers.get('content-encoding')).toBe('gzip');
    const bytes = replies.map(({ headers }) => Number(headers.get('content-length')));
    expect(bytes.every((length) => length > 0)).toBe(true);
    expect(bytes.reduce((sum, length) => sum + length)).toBeLessThan(1_000_000);
  });

  test.each(['/openapi.json', '/docs'])('%s is sent once to a reader who keeps it', async (path) => {
    await requireSentOnce(`${hosts.url}${path}`);
  });

  test('is not on the legacy host', async () => {
    expect((await fetch(`${hosts.legacyUrl}/docs`)).status).toBe(404);
  });
});
