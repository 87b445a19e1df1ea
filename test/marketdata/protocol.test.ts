import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CALLED_METHODS, CLOSE, STREAM_ERRORS, StreamError } from '../../src/marketdata/requests/protocol.ts';
import { parseRequest } from '../../src/marketdata/requests/requests.ts';
import { STREAM_DEFAULTS } from '../../src/marketdata/requests/settings.ts';

const PROTOCOL = readFileSync(new URL('../../docs/api/stream.md', import.meta.url), 'utf8');

function errorOf(text: string): StreamError {
  try {
    parseRequest(text);
  } catch (error) {
    if (error instanceof StreamError) return error;
  }
  throw new Error('no StreamError came');
}

const subscribe = (fields: object): string =>
  JSON.stringify({ op: 'subscribe', id: 1, channel: 'topOfBook', securityIds: ['1'], ...fields });

test('reads a subscribe, without duplicates', () => {
  expect(parseRequest(subscribe({ securityIds: ['2', '1', '2'], after: { 1: 0, 2: 7 }, mode: 'every' }))).toEqual({
    op: 'subscribe',
    id: 1,
    channel: 'topOfBook',
    securities: [2, 1],
    after: new Map([
      [1, 0],
      [2, 7],
    ]),
    since: undefined,
    mode: null,
    levels: 10,
    checksum: false,
    clients: 'own',
  });
});

test.each([[undefined], ['text'], [0], [-7], ['']])('id %j comes back as it went', (id) => {
  expect(parseRequest(JSON.stringify({ op: 'ping', id })).id).toBe(id);
  expect(parseRequest(`\ufeff${JSON.stringify({ op: 'ping', id })}`).id).toBe(id);
});

test('a message with more than it may have is malformed-json, and says of what', () => {
  const many = JSON.stringify({ op: 'list', securityIds: Array.from({ length: 20_000 }, () => '1') });
  expect(errorOf(many)).toMatchObject({
    code: 'malformed-json',
    message: expect.stringContaining('must not have more than 20000 fields and list entries'),
  });
});

test.each([['{'], ['[]'], ['null'], ['7'], [''], ['{"op":"ping"} x']])('%j is malformed-json', (text) => {
  expect(errorOf(text).code).toBe('malformed-json');
});

describe('malformed requests name the field and carry the id', () => {
  test.each([
    ['securityIds', { securityIds: undefined }],
    ['securityIds', { securityIds: [] }],
    ['securityIds', { securityIds: '1' }],
    ['securityIds', { securityIds: [1] }],
    ['securityIds', { securityIds: ['1', '*'] }],
    ['securityIds', { securityIds: ['01'] }],
    ['securityIds', { securityIds: ['1e3'] }],
    ['securityIds', { securityIds: ['-1'] }],
    ['securityIds', { securityIds: [' 1'] }],
    ['securityIds', { securityIds: ['9999999999999999999'] }],
    ['after', { after: [] }],
    ['after', { after: null }],
    ['after', { after: { 1: '4' } }],
    ['after', { after: { 1: -1 } }],
    ['after', { after: { 1: 0.5 } }],
    ['after', { after: { 2: 4 } }],
    ['after', { after: { x: 4 } }],
    ['mode', { mode: 'sometimes' }],
    ['intervalMs', { intervalMs: 1000 }],
    ['intervalMs', { mode: 'conflated', intervalMs: 49 }],
    ['intervalMs', { mode: 'conflated', intervalMs: 10_001 }],
    ['intervalMs', { mode: 'conflated', intervalMs: 100.5 }],
    ['since', { since: 'x' }],
    ['levels', { levels: 5 }],
    ['levels', { channel: 'depth', levels: 0 }],
    ['levels', { channel: 'depth', levels: 101 }],
    ['levels', { channel: 'depth', levels: '10' }],
    ['checksum', { channel: 'depth', checksum: 1 }],
    ['mode', { channel: 'market', mode: 'conflated' }],
    ['since', { channel: 'trades', since: 5 }],
    ['since', { channel: 'trades', since: 'x'.repeat(101) }],
    ['mode', { channel: 'market', mode: 'conflated' }],
    ['securityIds', { channel: 'orders' }],
    ['clients', { channel: 'orders', securityIds: undefined, clients: 'theirs' }],
    ['channel', { channel: undefined }],
    ['channel', { channel: 7 }],
  ])('%s: %j', (field, fields) => {
    const error = errorOf(subscribe(fields));
    expect(error).toMatchObject({ code: 'malformed-request', id: 1 });
    expect(error.message).toContain(field);
  });

  test.each([
    ['developerAPIKey', { clientID: 'A' }],
    ['clientID', { developerAPIKey: 'key' }],
    ['clientID', { clientID: 7, developerAPIKey: 'key' }],
    ['developerAPIKey', { clientID: 'A', developerAPIKey: 'x'.repeat(201) }],
  ])('auth without a good %s', (field, fields) => {
    const error = errorOf(JSON.stringify({ op: 'auth', id: 1, ...fields }));
    expect(error).toMatchObject({ code: 'malformed-request', id: 1 });
    expect(error.message).toContain(field);
  });
});

test.each([[{}], [[1]], [true], [1.5], [2 ** 53], ['x'.repeat(129)]])('id %j is refused', (id) => {
  expect(errorOf(JSON.stringify({ op: 'ping', id }))).toMatchObject({ code: 'malformed-request', id: undefined });
});

test.each(['{"id":3}', '{"id":3,"op":null}', '{"id":3,"op":7}'])('%s names op', (text) => {
  expect(errorOf(text)).toMatchObject({
    code: 'malformed-request',
    id: 3,
    message: 'A field is missing or malformed: op',
  });
});

test('unknown ops and channels have their own codes', () => {
  expect(errorOf('{"op":"fly","id":3}')).toMatchObject({ code: 'unknown-op', id: 3 });
  expect(errorOf('{"op":"constructor"}').code).toBe('unknown-op');
  expect(errorOf(subscribe({ channel: 'constructor' })).code).toBe('unknown-channel');
});

describe('a field that a request does not have is refused, with the nearest one (S39)', () => {
  const requests: Readonly<Record<string, object>> = {
    auth: { op: 'auth', clientID: 'A', developerAPIKey: 'key' },
    topOfBook: { op: 'subscribe', channel: 'topOfBook', securityIds: ['1'] },
    trades: { op: 'subscribe', channel: 'trades', securityIds: ['1'] },
    depth: { op: 'subscribe', channel: 'depth', securityIds: ['1'] },
    market: { op: 'subscribe', channel: 'market', securityIds: ['1'] },
    orders: { op: 'subscribe', channel: 'orders' },
    unsubscribe: { op: 'unsubscribe', channel: 'market', securityIds: ['1'] },
    list: { op: 'list' },
    ping: { op: 'ping' },
    cancelOnDisconnect: { op: 'cancelOnDisconnect' },
    ...Object.fromEntries(CALLED_METHODS.map((op) => [op, { op, fields: {} }])),
    batch: { op: 'batch', calls: [{ op: 'createOrder', id: 2, fields: {} }] },
  };

  test.each(Object.entries(requests))('%s', (_, request) => {
    expect(() => parseRequest(JSON.stringify({ id: 1, ...request }))).not.toThrow();
    for (const unknown of ['zzz', '__proto__']) {
      const text = `${JSON.stringify({ id: 1, ...request }).slice(0, -1)},"${unknown}":null}`;
      expect(errorOf(text)).toMatchObject({ code: 'malformed-request', id: 1 });
      expect(errorOf(text).message).toContain(`${unknown} is not known`);
    }
  });

  test.each([
    [{ op: 'cancelOnDisconnect', accountid: 'A1' }, 'accountid is not known; the nearest is accountId'],
    [{ op: 'subscribe', channel: 'depth', securityIds: ['1'], level: 5 }, 'level is not known; the nearest is levels'],
    [{ op: 'createOrder', fields: {}, idempotencykey: 'k' }, 'the nearest is idempotencyKey'],
  ])('%j', (request, message) => {
    expect(errorOf(JSON.stringify({ id: 1, ...request })).message).toContain(message);
  });

  test('in one call of a batch, with the id of that call', () => {
    const calls = [2, 3].map((id) => ({ op: 'createOrder', id, fields: {}, ...(id === 3 ? { token: 'x' } : {}) }));
    expect(errorOf(JSON.stringify({ op: 'batch', id: 1, calls }))).toMatchObject({ code: 'malformed-request', id: 3 });
  });
});

describe('calls of methods', () => {
  const call = { op: 'cancelOrder', id: 7, fields: { orderid: '1' }, idempotencyKey: 'k' };

  test('are read alone and in batches, with what their methods read', () => {
    expect(parseRequest(JSON.stringify(call))).toEqual({ op: 'call', id: 7, calls: [call] });
    const other = { op: 'createOrder', id: 'b', fields: {} };
    const batch = { op: 'batch', id: 1, calls: [call, { ...other, idempotencyKey: null }] };
    const calls = [call, { ...other, idempotencyKey: undefined }];
    expect(parseRequest(JSON.stringify(batch))).toEqual({ op: 'call', id: 1, calls });
  });

  test.each([
    ['id', { id: undefined }, undefined],
    ['fields', { fields: undefined }, 7],
    ['fields', { fields: [] }, 7],
    ['fields', { fields: 'orderid=1' }, 7],
  ])('without a good %s: %j', (field, fields, id) => {
    for (const message of [
      { ...call, ...fields },
      { op: 'batch', calls: [call, { ...call, ...fields }] },
    ]) {
      const error = errorOf(JSON.stringify(message));
      expect(error).toMatchObject({ code: 'malformed-request', id });
      expect(error.message).toContain(field);
    }
  });

  test.each([[undefined], [[]], [{}], ['x'], [[call, 7]], [Array.from({ length: 101 }, () => call)]])(
    'batches of %j are refused',
    (calls) => {
      const error = errorOf(JSON.stringify({ op: 'batch', id: 3, calls }));
      expect(error).toMatchObject({ code: 'malformed-request', id: 3 });
      expect(error.message).toContain('calls');
    },
  );

  test('only the methods of the list, and no batch in a batch', () => {
    for (const op of ['getOrder', 'batch', 'subscribe', 'constructor']) {
      const error = errorOf(JSON.stringify({ op: 'batch', id: 3, calls: [{ ...call, op }] }));
      expect(error).toMatchObject({ code: 'unknown-op', id: 7 });
    }
  });
});

describe('docs/api/stream.md', () => {
  test('lists every error code, and no other', () => {
    const listed = [...PROTOCOL.matchAll(/^\| `([a-z-]+)` +\|/gm)].map((match) => match[1]);
    expect(listed.toSorted()).toEqual(Object.keys(STREAM_ERRORS).toSorted());
  });

  test('lists every close code, and 1009 of the WebSocket layer', () => {
    const listed = [...PROTOCOL.matchAll(/^\| (\d{4}) +\|/gm)].map((match) => Number(match[1]));
    expect(listed.toSorted()).toEqual([...Object.values(CLOSE), 1009].toSorted());
  });

  test('lists every setting with its default', () => {
    for (const [name, value] of Object.entries(STREAM_DEFAULTS)) {
      const row = PROTOCOL.split('\n').find((row) => row.startsWith('| ') && row.split('|')[1]?.includes(name));
      const shown = typeof value === 'number' ? value.toLocaleString('en-US') : value === false ? 'off' : 'none';
      expect(row?.split('|')[3], name).toContain(shown);
    }
  });
});
