import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import Type from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { type Answer, type Call, defineMethod, type Method } from '../../src/http/methods/method.ts';
import { ApiError } from '../../src/http/methods/status-codes.ts';
import { optional, required } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import type { CallDeps } from '../../src/marketdata/connection/calls.ts';
import { CALLED_METHODS, CLOSE } from '../../src/marketdata/requests/protocol.ts';
import type { StreamSettings } from '../../src/marketdata/requests/settings.ts';
import { RateCounts } from '../../src/usage/index.ts';
import type { StreamClient } from './support/stream-client.ts';
import { startServer, type TestServer, testClient } from './support/stream-server.ts';

/** Calls that wait until the test answers them. */
interface Waiting {
  readonly name: string;
  readonly note: unknown;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

let server: TestServer | undefined;
let began: Waiting[] = [];
let counted: string[] = [];
let observed: string[] = [];
afterEach(async () => {
  for (const { resolve } of began) resolve({});
  await server?.close();
  [began, counted, observed] = [[], [], []];
});

const parameters = { note: required(text()), mode: optional(text()) };

/** mode: how the handler answers; the test does when it is absent. */
function handle(call: Call<typeof parameters>): Answer | Promise<Answer> {
  const { note, mode } = call.values;
  if (mode === 'at once') return { fields: { note, key: call.idempotency?.key ?? null } };
  if (mode === 'ids') return { fields: { requestId: call.requestId, sentRequestId: call.sentRequestId ?? null } };
  if (mode === 'long') return { fields: { ids: Array.from({ length: 1001 }, (_, id) => id) } };
  if (mode === 'ignoring') return { fields: { note }, headers: { 'Ignored-Fields': 'status, orderStatus' } };
  if (mode === 'replayed') return { fields: { note }, headers: { 'Idempotency-Replayed': 'true' } };
  if (mode === 'refused') throw new ApiError(190, 'in detail', { fields: { note } });
  if (mode === 'submitting') {
    const turn = call.inTurn();
    call.submitted?.();
    return { fields: { waited: turn !== undefined } };
  }
  if (mode === 'broken') throw new Error('a secret of the inside');
  return (async () => {
    await call.inTurn();
    return new Promise<Answer>((resolve, reject) => {
      began.push({ name: call.methodName, note, resolve, reject });
    });
  })();
}

const methods: readonly Method[] = CALLED_METHODS.map((name) =>
  defineMethod({
    ...{ name, verb: 'POST', group: 'ATS', summary: name, parameters, idempotent: true, refusals: [190] },
    response: Type.Object({}),
    handler: handle,
  }),
);

async function start(deps: Partial<CallDeps> = {}, settings: Partial<StreamSettings> = {}): Promise<StreamClient> {
  const calls: CallDeps = {
    methods,
    counter: { count: (clientId) => counted.push(clientId) },
    metrics: { observe: (method, statusCode) => observed.push(`${method} ${statusCode}`) },
    logger: pino({ level: 'silent' }),
    underWayMax: 100,
    ...deps,
  };
  const denied = testClient('B', ['createOrder']);
  const authenticator = { authenticate: async (id: string) => (id === 'B' ? denied : testClient(id)) };
  server = await startServer(settings, authenticator, undefined, calls);
  return server.connect();
}

const call = (id: number | string, mode?: string, more: object = {}) => ({
  ...{ op: 'createOrder', id, ...more },
  fields: { note: `of ${id}`, ...(mode === undefined ? {} : { mode }) },
});

test('have ids that no caller chooses, and keep the caller’s', async () => {
  const client = await start();
  const ids: unknown[] = [];
  for (const id of ['forged-id-1', 'forged-id-1', 7, 'not a sane id']) {
    client.send(call(id, 'ids'));
    const { requestId, sentRequestId } = await client.next();
    ids.push(requestId);
    expect(requestId).toMatch(/^[A-Za-z0-9]{8}-\d+$/);
    expect(sentRequestId).toBe(id === 'forged-id-1' ? id : null);
  }
  expect(new Set(ids).size).toBe(4);
});

test('are answered as over HTTP, under their id', async () => {
  const client = await start();
  client.send({ ...call('a', 'at once'), idempotencyKey: 'key-1' });
  const ok = { type: 'answer', op: 'createOrder', statusCode: '101', statusDesc: 'Ok' };
  expect(await client.next()).toEqual({ ...ok, id: 'a', note: 'of a', key: 'key-1' });
  client.send(call(2, 'replayed'));
  expect(await client.next()).toEqual({ ...ok, id: 2, note: 'of 2', replayed: true });
  client.send(call(2, 'ignoring'));
  expect(await client.next()).toEqual({ ...ok, id: 2, note: 'of 2', ignoredFields: ['status', 'orderStatus'] });
  client.send(call(3, 'refused'));
  const refused = { type: 'answer', op: 'createOrder', id: 3, statusCode: '190', 'Error(s)': 'in detail' };
  expect(await client.next()).toMatchObject({ ...refused, note: 'of 3' });
  client.send({ op: 'cancelOrders', id: 4, fields: {} });
  expect(await client.next()).toMatchObject({ id: 4, op: 'cancelOrders', statusCode: '106' });
  client.send({ ...call(5, 'at once'), idempotencyKey: 'no good key' });
  const malformed = await client.next();
  expect(malformed).toMatchObject({ id: 5, statusCode: '106' });
  expect(JSON.stringify(malformed)).toContain('Idempotency-Key');
  client.send({ op: 'createOrder', id: 6, fields: { note: 'n', notes: 'm' } });
  const unknown = await client.next();
  expect(unknown).toMatchObject({ type: 'answer', id: 6, statusCode: '106' });
  expect(unknown['Error(s)']).toContain('is not known; the nearest is note');
  expect(counted).toEqual(['A', 'A', 'A', 'A', 'A', 'A', 'A']);
  expect(observed).toEqual([
    'createOrder 101',
    'createOrder 101',
    'createOrder 101',
    'createOrder 190',
    'cancelOrders 106',
    'createOrder 106',
    'createOrder 106',
  ]);
});

test('that fail inside are answered 500 without a word of it', async () => {
  const client = await start();
  client.send(call(1, 'broken'));
  const answer = await client.next();
  expect(answer).toMatchObject({ type: 'answer', id: 1, statusCode: '500' });
  expect(JSON.stringify(answer)).not.toContain('secret');
});

test('of a key without the permission are refused, others are not', async () => {
  await start();
  const client = await (server as TestServer).connect('B');
  client.send({ op: 'batch', calls: [call(1, 'at once'), { ...call(2, 'at once'), op: 'cancelOrder' }] });
  expect(await client.next()).toMatchObject({ id: 1, statusCode: '111' });
  expect(await client.next()).toMatchObject({ id: 2, statusCode: '101' });
});

test('that change something are refused to a key with scopes for reading only', async () => {
  const reader = { ...testClient('A'), scopes: new Set(['ats_order.read.pii_high', 'drop_copy']) };
  const calls = { methods, counter: { count: () => {} }, metrics: { observe: () => {} } };
  const limits = { logger: pino({ level: 'silent' }), underWayMax: 100 };
  server = await startServer({}, { authenticate: async () => reader }, undefined, { ...calls, ...limits });
  const client = await server.connect();
  for (const [id, op] of CALLED_METHODS.entries()) {
    client.send({ op, id, fields: { note: 'n', mode: 'at once' } });
    expect(await client.next(), op).toMatchObject({ id, statusCode: '1403' });
  }
  client.send({ op: 'cancelOnDisconnect', id: 99, seconds: 15 });
  expect(await client.next()).toMatchObject({ type: 'error', code: 'malformed-request', id: 99 });
});

test('take effect in the order in which they came, and are answered as they are done', async () => {
  const client = await start();
  client.send({ op: 'batch', calls: [call(1), call(2)] });
  client.send(call(3));
  client.send({ op: 'ping', id: 'p' });
  expect(await client.next()).toMatchObject({ type: 'pong' });
  expect(began.map(({ note }) => note)).toEqual(['of 1', 'of 2', 'of 3']);
  for (const one of [2, 0, 1]) began[one]?.resolve({ fields: { one } });
  const answers = [await client.next(), await client.next(), await client.next()];
  expect(answers.map(({ id, one }) => [id, one])).toEqual([
    [3, 2],
    [1, 0],
    [2, 1],
  ]);
});

test('of one frame wait for none before them that has said that it has submitted', async () => {
  const client = await start();
  const calls = [call(1, 'submitting'), call(2, 'submitting'), call(3), call(4, 'submitting')];
  client.send({ op: 'batch', calls });
  const answers = [await client.next(), await client.next(), await client.next()];
  expect(answers.map(({ id, waited }) => [id, waited])).toEqual([
    [1, false],
    [2, false],
    [4, true],
  ]);
});

test('more than may be under way are refused, and nothing of them is done', async () => {
  const client = await start({ underWayMax: 2 });
  client.send({ op: 'batch', calls: [call(1), call(2), call(3)] });
  expect(await client.next()).toMatchObject({ id: 3, statusCode: '429' });
  expect(began).toHaveLength(2);
  began[0]?.resolve({});
  expect(await client.next()).toMatchObject({ id: 1, statusCode: '101' });
  client.send(call(4, 'at once'));
  expect(await client.next()).toMatchObject({ id: 4, statusCode: '101' });
});

test('begin while fewer than 256 of a connection are under way; the others are done in their turn', async () => {
  const client = await start({ underWayMax: 1000 });
  for (let frame = 0; frame < 3; frame++) {
    client.send({ op: 'batch', calls: Array.from({ length: 100 }, (_, at) => call(frame * 100 + at)) });
  }
  client.send({ op: 'ping', id: 'p' });
  expect(await client.next()).toMatchObject({ type: 'pong' });
  for (let turns = 0; turns < 60; turns++) await nextTurn();
  expect(began).toHaveLength(256);
  for (let at = 0; at < 300; at++) {
    began[at]?.resolve({});
    expect(await client.next()).toMatchObject({ id: at, statusCode: '101' });
  }
  expect(began.map(({ note }) => note)).toEqual(Array.from({ length: 300 }, (_, at) => `of ${at}`));
});

test('have long answers too, made piece by piece', async () => {
  const client = await start();
  client.send(call(1, 'long'));
  const ids = Array.from({ length: 1001 }, (_, id) => id);
  const answer = { type: 'answer', id: 1, op: 'createOrder', statusCode: '101', statusDesc: 'Ok', ids };
  expect(await client.next()).toMatchObject(answer);
});

test('of one client are counted together, by the minute', async () => {
  let nowMs = 0;
  const counting = { max: 60, windowMs: 60_000, namesMax: 10, nowMs: () => nowMs };
  const client = await start({ rate: new RateCounts(counting) });
  const other = await (server as TestServer).connect();
  const calls = Array.from({ length: 60 }, (_, id) => call(id, 'at once'));
  client.send({ op: 'batch', calls });
  for (const { id } of calls) expect(await client.next()).toMatchObject({ id, statusCode: '101' });
  other.send(call('x', 'at once'));
  expect(await other.next()).toMatchObject({ id: 'x', statusCode: '429' });
  nowMs = 65_000;
  other.send(call('y', 'at once'));
  expect(await other.next()).toMatchObject({ id: 'y', statusCode: '101' });
});

test('do not count as other messages do; faster ones are read later, and each is answered (S16)', async () => {
  // One of them is the ping of connect.
  const settings = { messageBurstMax: 2, messagesPerSecondMax: 1, callFramesPerSecondMax: 6, heartbeatMs: 60_000 };
  const client = await start({}, settings);
  for (let id = 0; id < 20; id++) client.send(call(id, 'at once'));
  for (let id = 0; id < 5; id++) expect(await client.next()).toMatchObject({ id, statusCode: '101' });
  const other = await (server as TestServer).connect();
  other.send(call('x', 'at once'));
  expect(await other.next()).toMatchObject({ id: 'x', statusCode: '101' });
  for (let id = 5; id < 20; id++) {
    const answer = client.next();
    while ((await Promise.race([answer, nextTurn('none')])) === 'none') (server as TestServer).timers.advanceMs(10);
    expect(await answer).toMatchObject({ id, statusCode: '101' });
  }
});

test('messages that cannot be read count as requests', async () => {
  // One of them is the ping of connect.
  const client = await start({}, { messageBurstMax: 3, messagesPerSecondMax: 1 });
  for (const code of ['malformed-json', 'malformed-json', 'too-many-messages']) {
    client.send('{');
    expect(await client.next()).toMatchObject({ type: 'error', code });
  }
});

test('that are under way when the venue stops are answered, and the goodbye comes after them', async () => {
  const client = await start();
  client.send(call(1));
  client.send({ op: 'ping' });
  await client.next();
  const stopped = (server as TestServer).stream.stop();
  client.send(call(2));
  expect(await client.next()).toMatchObject({ type: 'error', code: 'stopping', id: 2 });
  began[0]?.resolve({ fields: { last: true } });
  expect(await client.next()).toMatchObject({ id: 1, last: true });
  expect(await client.closed).toMatchObject({ code: CLOSE.goingAway });
  await stopped;
});

test('that take too long when the venue stops are not waited for', async () => {
  const client = await start({}, { closeGraceMs: 2000 });
  client.send(call(1));
  client.send({ op: 'ping' });
  await client.next();
  const stopped = (server as TestServer).stream.stop();
  for (let second = 0; second < 4; second++) (server as TestServer).timers.advanceMs(1000);
  expect(await client.closed).toMatchObject({ code: CLOSE.goingAway });
  await stopped;
});

test('are unknown to a stream without methods', async () => {
  server = await startServer();
  const client = await server.connect();
  client.send(call(1));
  expect(await client.next()).toMatchObject({ type: 'error', code: 'unknown-op', id: 1 });
});
