import Type from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineMethod } from '../../../src/http/methods/method.ts';
import { getCapabilities, healthModule } from '../../../src/modules/health/index.ts';
import { BODY_CREDENTIALS, call, callWithoutHeader, startHosts, type TestHosts } from '../../http/support.ts';
import { testClient } from '../../support/served-api.ts';

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

test('status shows time, build, environment and null flags', async () => {
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

test('getCapabilities names the methods that neither 111 nor 1403 refuses (N6)', async () => {
  const method = (name: string, more: object = {}) =>
    defineMethod({
      ...{ name, verb: 'POST', group: 'Test', summary: name, parameters: {}, response: Type.Object({}), ...more },
      handler: () => ({}),
    });
  const methods = [
    method('open'),
    method('denied'),
    method('operators', { operator: true }),
    method('scoped', { scope: 'party.read' }),
    method('retired', { host: 'legacy' }),
  ];
  const capabilities = getCapabilities({
    environment: 'sandbox',
    hasTwoPersonApproval: false,
    users: { get: async () => undefined },
    methods: () => methods,
  });
  const named = async (changes: Parameters<typeof testClient>[1]) => {
    const client = testClient('C1', { deniedMethods: new Set(['denied']), ...changes });
    const call = { client } as Parameters<typeof capabilities.handler>[0];
    return (await capabilities.handler(call)).fields?.capabilities;
  };
  expect(await named({})).toMatchObject({ operator: 'No', environment: 'sandbox', fourEyes: 'No', methods: ['open'] });
  expect(await named({ master: true, scopes: new Set(['party.read.pii_high']) })).toMatchObject({
    operator: 'Yes',
    scopes: ['party.read.pii_high'],
    methods: ['open', 'operators', 'scoped'],
  });
});
