/** A session of calls becomes a script that runs again (Z13). */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from '../../scripts/sandbox/run-script.ts';
import type { Client } from '../../src/http/methods/index.ts';
import { SessionRecorder } from '../../src/modules/sandbox/index.ts';
import { ScriptWriter, type SessionScript } from '../../src/modules/sandbox/session-script.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Got {
  readonly caller: string | undefined;
  readonly key: string | undefined;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A venue that gives new ids, and refuses those that it has not given. */
class SmallVenue {
  readonly got: Got[] = [];
  readonly #ids = new Set<string>();
  readonly #server: Server;
  #next: number;

  constructor(first: number) {
    this.#next = first;
    this.#server = createServer(async (request, response) => {
      let text = '';
      for await (const piece of request) text += piece;
      const { url: path = '', headers } = request;
      const body = text === '' ? {} : JSON.parse(text);
      const key = headers['idempotency-key'] as string | undefined;
      this.got.push({ caller: headers.authorization, key, path, body });
      response.setHeader('content-type', 'application/json').end(JSON.stringify(this.#answer(path, body)));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    closeAfterTest(async () => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #answer(path: string, body: Record<string, unknown>): object {
    if (path === '/v3/createIssuer') {
      const issuerId = String(this.#next++);
      this.#ids.add(issuerId);
      return { statusCode: '101', issuerDetails: [true, [{ issuerId, issuerName: body.issuerName }]] };
    }
    const asked = String(body.issuerId ?? path.split('/').at(-1)?.split('?')[0]);
    return { statusCode: this.#ids.has(asked) ? '101' : '136' };
  }
}

const CLIENT = 'C1:key-of-the-client';
const OPERATOR = 'C9:key-of-the-operator';

function clientOf(clientId: string): Client {
  const rights = { scopes: new Set<string>(), deniedMethods: new Set<string>() };
  return { clientId, master: clientId === 'C9', ...rights } as Partial<Client> as Client;
}

async function recorded(): Promise<{ readonly file: string; readonly text: string }> {
  const url = await new SmallVenue(1000).listen();
  const recorder = new SessionRecorder();
  recorder.start(clientOf('C9'), 'C1');
  const call = async (path: string, as: string, body?: object, idempotencyKey = 'k-1234') => {
    const verb = body === undefined ? 'GET' : 'POST';
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
    const answer = await (await fetch(`${url}${path}`, { method: verb, headers, ...sent })).text();
    const client = clientOf(as.slice(0, 2));
    const method = { name: path.slice(4), group: 'Issuers' };
    recorder.take({ client, method, verb, path, fields: { ...body }, idempotencyKey, answer });
  };
  await call('/v3/createIssuer', CLIENT, {
    issuerName: 'Example',
    clientID: 'C1',
    developerAPIKey: 'key-of-the-client',
  });
  await call('/v3/updateIssuer', CLIENT, { issuerId: '1000', quantity: 1000, webhookSecret: 'hidden' }, 'k-5678');
  await call('/v3/issuers/1000?after=1000&page=2', OPERATOR);
  await call('/v3/updateIssuer', CLIENT, { issuerId: '77' }, 'k-1234');
  const file = join(temporaryFolder(), 'session.json');
  const text = recorder.scriptOf(clientOf('C9'));
  writeFileSync(file, text);
  return { file, text };
}

test('ids have names, secrets and keys are left out', async () => {
  const { text } = await recorded();
  for (const secret of ['key-of', 'hidden', 'k-1234', 'C1', 'C9']) expect(text).not.toContain(secret);
  const { calls } = JSON.parse(text) as SessionScript;
  expect(calls).toMatchObject([
    { as: 'client', fields: { issuerName: 'Example' }, names: { issuerId1: ['issuerDetails', 1, 0, 'issuerId'] } },
    { fields: { issuerId: '@{issuerId1}', quantity: 1000, webhookSecret: '@{secret:webhookSecret}' }, key: 'key2' },
    { as: 'operator', verb: 'GET', path: '/v3/issuers/@{issuerId1}?after=@{issuerId1}&page=2' },
    { fields: { issuerId: '77' }, key: 'key1', statusCode: '136' },
  ]);
});

test('it runs again where ids are others', async () => {
  const { file } = await recorded();
  const venue = new SmallVenue(5000);
  const url = await venue.listen();
  const lines: string[] = [];
  const options = {
    ...{ url, credentials: { client: CLIENT, operator: OPERATOR } },
    print: (line: string) => void lines.push(line),
  };
  await expect(runScript(file, { ...options, secrets: new Map() })).rejects.toThrow('secret:webhookSecret');
  venue.got.length = 0;
  await runScript(file, { ...options, secrets: new Map([['webhookSecret', 'shown']]) });
  expect(venue.got).toMatchObject([
    { caller: `Bearer ${CLIENT}` },
    { body: { issuerId: '5001', quantity: 1000, webhookSecret: 'shown' } },
    { caller: `Bearer ${OPERATOR}`, path: '/v3/issuers/5001?after=5001&page=2' },
    { body: { issuerId: '77' } },
  ]);
  expect(venue.got[0]?.key).toBe(venue.got[3]?.key);
  expect(lines.at(-1)).toBe('4  POST /v3/updateIssuer  136');
});

test('it stops where a call is answered in another way', async () => {
  const { file } = await recorded();
  const url = await new SmallVenue(77).listen();
  const options = { url, credentials: { client: CLIENT, operator: undefined }, print: () => {} };
  const secrets = new Map([['webhookSecret', 'shown']]);
  await expect(runScript(file, { ...options, secrets })).rejects.toThrow('the key of the operator');
  const withOperator = { ...options, secrets, credentials: { client: CLIENT, operator: OPERATOR } };
  await expect(runScript(file, withOperator)).rejects.toThrow('was answered 136');
});

test('an id that no answer had stays as it is', () => {
  const call = { as: 'client', verb: 'POST', path: '/v3/getOrder', fields: { orderid: '5' } } as const;
  const writer = new ScriptWriter();
  writer.add({ ...call, answer: undefined });
  expect(writer.script.calls).toEqual([{ ...call, statusCode: '', names: {} }]);
});

const CALL = { as: 'client', verb: 'POST', path: '/v3/createOrder' } as const;

test('tokens of orders are in it, the key of webhooks is not, and a query keeps its question marks', () => {
  const writer = new ScriptWriter();
  writer.add({ ...CALL, fields: { token: 't-1', uniqueToken: 'Yes', key: 'AAAA' }, answer: undefined });
  writer.add({ ...CALL, verb: 'GET', path: '/v3/getOrders?note=a?b&securityId=7', fields: {}, answer: undefined });
  expect(writer.script.calls).toMatchObject([
    { fields: { token: 't-1', uniqueToken: 'Yes', key: '@{secret:key}' } },
    { path: '/v3/getOrders?note=a%3Fb&securityId=7' },
  ]);
});

test('a call of the operator for the client is for that of the run', async () => {
  const recorder = new SessionRecorder();
  recorder.start(clientOf('C9'), 'C1');
  const client = clientOf('C9');
  const method = { name: 'tenderShares', group: 'Transfer' };
  const fields = {
    clientID: 'C9',
    clientId: 'C1',
    limits: [{ clientId: 'C1' }, { clientId: 'C9' }, { clientId: 'C7' }],
  };
  const sent = { client, method, verb: 'POST', path: '/v3/createIssuer', fields, idempotencyKey: undefined };
  recorder.take({ ...sent, answer: '{"statusCode":"101"}' });
  const file = join(temporaryFolder(), 'session.json');
  writeFileSync(file, recorder.scriptOf(clientOf('C9')));
  const venue = new SmallVenue(5000);
  const credentials = { client: 'C5:key', operator: 'C6:key' };
  await runScript(file, { url: await venue.listen(), credentials, secrets: new Map(), print: () => {} });
  expect(venue.got.map(({ body }) => body)).toEqual([
    { clientId: 'C5', limits: [{ clientId: 'C5' }, { clientId: 'C6' }, { clientId: 'C7' }] },
  ]);
});

test('of 20,000 ids that no call has named the newest are known, and none of more than 200 characters', () => {
  const writer = new ScriptWriter();
  const ids = Array.from({ length: 20_001 }, (_, index) => `id-${index}`);
  writer.add({ ...CALL, fields: {}, answer: { statusCode: '101', ids: ['x'.repeat(201), ...ids] } });
  for (const orderId of ['x'.repeat(201), 'id-0', 'id-1', 'id-20000', 'id-1'])
    writer.add({ ...CALL, fields: { orderId }, answer: undefined });
  const named = writer.script.calls.slice(1).map(({ fields }) => fields.orderId);
  expect(named).toEqual(['x'.repeat(201), 'id-0', '@{ids1}', '@{ids2}', '@{ids1}']);
});
