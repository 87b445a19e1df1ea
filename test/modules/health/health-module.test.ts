import { afterAll, beforeAll, expect, test } from 'vitest';
import { healthModule } from '../../../src/modules/health/index.ts';
import { BODY_CREDENTIALS, call, callWithoutHeader, startHosts, type TestHosts } from '../../http/support.ts';

let hosts: TestHosts;
beforeAll(async () => {
  const nowUs = () => Date.UTC(2030, 0, 2, 3, 4, 5, 678) * 1000 + 900;
  hosts = await startHosts(healthModule({ version: 'build-7', environment: 'sandbox', nowUs }));
});
afterAll(() => hosts.close());

test('ping is always ok', async () => {
  expect(await call(`${hosts.url}/v3/ping`, undefined, { method: 'GET' })).toMatchObject({
    http: 200,
    body: { statusCode: '101', statusDesc: 'Ok', status: 'ok' },
  });
});

test('status tells time, build, environment and null flags', async () => {
  const { body } = await call(`${hosts.url}/v3/status`, undefined, { method: 'GET' });
  expect(body).toEqual({
    statusCode: '101',
    statusDesc: 'Ok',
    timestamp: '2030-01-02T03:04:05.678Z',
    version: 'build-7',
    environment: 'sandbox',
    flags: null,
  });
});

test('both need the Authorization header, and GET', async () => {
  for (const name of ['ping', 'status']) {
    const url = `${hosts.url}/v3/${name}`;
    expect(await callWithoutHeader(url, undefined, { method: 'GET' })).toMatchObject({
      http: 401,
      body: { statusCode: '103' },
    });
    expect(await callWithoutHeader(url, BODY_CREDENTIALS)).toMatchObject({ http: 405, body: { statusCode: '105' } });
  }
});
