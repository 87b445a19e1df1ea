import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { echo } from './methods.ts';
import { HEADER, startHosts, type TestHosts } from './support.ts';

const PAGE = 'https://desk.example.com';
const OTHER = 'https://other.example.com';

const allowed = (response: Response) => response.headers.get('access-control-allow-origin');

describe('pages of other origins (C92)', () => {
  let hosts: TestHosts;
  beforeAll(async () => {
    hosts = await startHosts([echo], { corsOrigins: [PAGE, 'https://second.example.com'] });
  });
  afterAll(() => hosts.close());

  const preflight = (origin: string, path = '/v3/echo', host = hosts.url) =>
    fetch(`${host}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
  const post = (headers: Record<string, string>, path = '/v3/echo') =>
    fetch(`${hosts.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"name":"a"}',
    });

  test('may ask before they call, with the headers of a call', async () => {
    const response = await preflight(PAGE);
    expect(response.status).toBe(204);
    expect(allowed(response)).toBe(PAGE);
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Idempotency-Key, Prefer',
    );
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('read answers and refusals, and the headers of both', async () => {
    const answered = await post({ origin: PAGE, authorization: HEADER });
    expect([answered.status, allowed(answered)]).toEqual([200, PAGE]);
    expect(answered.headers.get('access-control-expose-headers')).toContain('Ignored-Fields');
    for (const refused of [
      await post({ origin: PAGE, authorization: 'Bearer a:b' }),
      await post({ origin: PAGE, authorization: HEADER }, '/v3/none'),
      await post({ origin: PAGE, authorization: HEADER, 'content-type': 'text/plain' }),
    ]) {
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(allowed(refused)).toBe(PAGE);
    }
  });

  test('are those that are named, on the v3 host', async () => {
    for (const response of [
      await preflight(OTHER),
      await post({ origin: OTHER, authorization: HEADER }),
      await preflight(PAGE, '/echo', hosts.legacyUrl),
    ]) {
      expect(allowed(response)).toBeNull();
    }
  });
});

test('no page of another origin may call where none is named (C92)', async () => {
  const hosts = await startHosts([echo]);
  const response = await fetch(`${hosts.url}/v3/echo`, { method: 'OPTIONS', headers: { origin: PAGE } });
  expect([response.status, allowed(response)]).toEqual([405, null]);
  await hosts.close();
});
