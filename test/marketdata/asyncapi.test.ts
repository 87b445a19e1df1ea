import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FRAMES } from '../../src/marketdata/asyncapi/frames.ts';
import { StreamError } from '../../src/marketdata/requests/protocol.ts';
import { REQUESTS } from '../../src/marketdata/requests/request-schemas.ts';
import { readRequest } from '../../src/marketdata/requests/requests.ts';
import { frameNameOf } from '../support/frame-check.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const get = async (path: string) => fetch(`http://${server.address}${path}`);

test('/asyncapi.json has each message once, and every reference leads somewhere', async () => {
  const response = await get('/asyncapi.json');
  const document = (await response.json()) as Record<string, never>;
  expect(document).toMatchObject({ asyncapi: '3.0.0', channels: { stream: { address: '/v3/stream' } } });
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path as string);
  for (const ref of refs) {
    const found = ref.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
    expect(found, ref).toBeDefined();
  }
  const { messages } = document.components as unknown as { messages: object };
  const names = [...Object.keys(FRAMES), ...Object.keys(REQUESTS).map((name) => `${name}Request`)];
  expect(Object.keys(messages).sort()).toEqual(names.sort());
});

test('/docs/stream shows every message and every error, and loads nothing', async () => {
  const response = await get('/docs/stream');
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const name of Object.keys(FRAMES)) expect(page).toContain(`id="${name}"`);
  expect(page).toContain('cursor-too-old');
  expect(page).not.toMatch(/<script|https?:\/\//);
});

test('each frame is found by its type and channel', () => {
  expect(frameNameOf({ type: 'snapshot', channel: 'market', securityId: null })).toBe('venueSnapshot');
  expect(frameNameOf({ type: 'snapshot', channel: 'market', securityId: '1' })).toBe('marketSnapshot');
  expect(frameNameOf({ type: 'snapshot', channel: 'nothing', securityId: '1' })).toBeUndefined();
});

const OPTIONAL = {
  id: fc.constantFrom(1, 'a', 1.5, true, 'x'.repeat(129)),
  securityIds: fc.constantFrom(['*'], ['1'], ['1', '2'], [], ['01'], '1', [1]),
  after: fc.constantFrom({}, { 1: 3 }, { 1: -1 }, { 1: '3' }, []),
  since: fc.constantFrom('x', 7, 'x'.repeat(101)),
  mode: fc.constantFrom('every', 'conflated', 'sometimes'),
  intervalMs: fc.constantFrom(50, 75, 10_000, 49, 10_001, '100'),
  levels: fc.constantFrom(1, 100, 'all', 0, 101, '10'),
  checksum: fc.constantFrom(true, false, 1),
  clients: fc.constantFrom('own', 'all', 'theirs'),
  enabled: fc.constantFrom(true, false, 0),
  accountId: fc.constantFrom('A1', '', null),
  seconds: fc.constantFrom(5, 60, 4, 61, 7.5),
};
/** What a schema of single fields does not say. */
const JOINT = /goes with|after names other ids|has none/;

test('what the declared requests take is what is read, but for fields that go together', () => {
  const aRequest = fc.record(
    {
      op: fc.constantFrom('subscribe', 'unsubscribe', 'list', 'ping', 'cancelOnDisconnect'),
      channel: fc.constantFrom('topOfBook', 'trades', 'depth', 'market', 'auction', 'orders', 'others'),
      ...OPTIONAL,
    },
    { requiredKeys: ['op', 'channel'], noNullPrototype: true },
  );
  const validators = Object.values(REQUESTS).map((schema) => Compile(schema));
  fc.assert(
    fc.property(aRequest, (request) => {
      const read = readRequest(JSON.stringify(request));
      const isDeclared = validators.some((validator) => validator.Check(request));
      if (read instanceof StreamError) {
        if (!JOINT.test(read.message) && request.op !== 'unsubscribe') expect(isDeclared, read.message).toBe(false);
      } else expect(isDeclared).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
