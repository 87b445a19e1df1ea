import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { Dispatcher, WEBHOOK_DEFAULTS } from '../../../src/webhooks/delivery/dispatcher.ts';
import { decryptParams } from '../../../src/webhooks/delivery/encryption.ts';
import { type Answerer, firing, MemoryLog, MemoryStore, Receiver, SANDBOX_POLICY, sandbox } from '../receiver.ts';

const open: Receiver[] = [];
async function receive(answer?: Answerer): Promise<Receiver> {
  const receiver = await Receiver.start(answer);
  open.push(receiver);
  return receiver;
}
afterEach(() => Promise.all(open.splice(0).map((receiver) => receiver.close())));

const never: Answerer = () => {};

describe('what is sent', () => {
  test('is a POST of exactly these headers and bytes', async () => {
    const receiver = await receive();
    const { store, fire } = sandbox();
    store.register('C1', 'cancelInvestment', receiver.url('/hook?key=abc'));
    store.tokens.set('P1', ['tokenOne', 'tokenTwo']);
    const fields = {
      accountId: 'A1',
      OrderId: 12,
      'Transaction Type': 'WIRE',
      errors: null,
      notes: '',
      archived: false,
    };
    fire('C1', 'cancelInvestment', fields);
    const [got] = await receiver.inbox.count(1);
    await store.records.count(1);
    const body = 'accountId=A1&OrderId=12&Transaction+Type=WIRE&notes=&archived=0';
    expect(got).toMatchObject({ verb: 'POST', path: '/hook?key=abc', body });
    expect(got?.rawHeaders).toEqual([
      ...['User-Agent', 'OpenATS/1.0'],
      ...['X-SVC-Token', 'tokenOne,tokenTwo'],
      ...['X-Delivery-Id', store.records.all[0]?.id],
      ...['Content-Type', 'application/x-www-form-urlencoded'],
      ...['Content-Length', String(body.length)],
      ...['Host', `127.0.0.1:${receiver.port}`],
      ...['Connection', 'close'],
    ]);
  });

  test('has no token header before the first token, and follows their rotation', async () => {
    const receiver = await receive();
    const { store, fire } = sandbox();
    store.register('C1', 'deleteTrade', receiver.url());
    for (const tokens of [[], ['old'], ['old', 'new'], ['new']]) {
      store.tokens.set('P1', tokens);
      fire('C1', 'deleteTrade', { tradeId: 1 });
      await receiver.inbox.count(receiver.inbox.all.length + 1);
      await store.records.count(receiver.inbox.all.length);
    }
    expect(receiver.inbox.all.map((got) => got.headers['x-svc-token'])).toEqual([undefined, 'old', 'old,new', 'new']);
    expect(receiver.inbox.all.map((got) => got.headers['user-agent'])).toEqual(Array(4).fill('OpenATS/1.0'));
  });

  test('has no identifying header when the venue sends it', async () => {
    const receiver = await receive();
    const { store, fire } = sandbox();
    store.register('C1', 'updateOrder', receiver.url());
    store.tokens.set('P1', ['tokenOne']);
    fire('C1', 'updateOrder', { orderId: 1 }, { identified: false });
    const [got] = await receiver.inbox.count(1);
    expect(Object.keys(got?.headers ?? {})).toEqual([
      'x-delivery-id',
      'content-type',
      'content-length',
      'host',
      'connection',
    ]);
    expect(got?.body).toBe('orderId=1');
  });

  test('is encrypted when the client has a key', async () => {
    const receiver = await receive();
    const { store, fire } = sandbox();
    const key = randomBytes(32);
    store.keys.set('C1', key);
    store.register('C1', 'createOrder', receiver.url());
    fire('C1', 'createOrder', { orderId: 5, token: 'a b' });
    const [got] = await receiver.inbox.count(1);
    const form = new URLSearchParams(got?.body);
    expect([...form.keys()]).toEqual(['params']);
    expect(decryptParams(form.get('params') ?? '', key)).toBe('orderId=5&token=a+b');
    expect(got?.headers['content-length']).toBe(String(got?.body.length));
  });

  test('goes to every URL of the method, and every firing fires', async () => {
    const [one, two] = [await receive(), await receive()];
    const { store, fire } = sandbox();
    store.register('C1', 'createLink', one.url('/a'), one.url('/b'), two.url('/c'));
    fire('C1', 'createLink', { id: 1 });
    fire('C1', 'createLink', { id: 1 });
    await Promise.all([one.inbox.count(4), two.inbox.count(2)]);
    await store.records.count(6);
    expect(one.inbox.all.map((got) => got.path).sort()).toEqual(['/a', '/a', '/b', '/b']);
  });
});

describe('what is not sent', () => {
  test('finds a log that throws: the next one is sent', async () => {
    const receiver = await receive();
    const { store, log, delivery, fire } = sandbox();
    store.register('C1', 'createTrade', receiver.url());
    store.record = () => {
      throw new Error('the log is gone');
    };
    for (const tradeId of [1, 2]) fire('C1', 'createTrade', { tradeId });
    expect(await delivery.drain(60_000)).toBe(true);
    expect(receiver.inbox.all).toHaveLength(2);
    expect(log.lines.filter((line) => line.startsWith('error')).length).toBe(2);
  });

  test('has a key or tokens that cannot be read: dropped, never sent plain', async () => {
    const receiver = await receive();
    const { store, fire } = sandbox();
    store.register('C1', 'createTrade', receiver.url());
    store.keys.set('C1', Buffer.alloc(5));
    fire('C1', 'createTrade', { tradeId: 1 });
    const [record] = await store.records.count(1);
    expect(record).toMatchObject({ outcome: 'dropped', detail: 'key or tokens unavailable', httpStatus: null });
    expect(receiver.connections).toBe(0);
  });

  const unreadable = [
    [
      'a key that throws',
      () => {
        throw new Error('no key');
      },
    ],
    ['a key that rejects', () => Promise.reject(new Error('no key'))],
    ['a key that is too short', () => Buffer.alloc(31)],
    ['a key that is too long', () => Promise.resolve(Buffer.alloc(33))],
  ] as const;
  test.each(unreadable)('has %s: nothing is sent, not even a connection is opened', async (_, encryptionKeyOf) => {
    const receiver = await receive();
    const { store, fire } = sandbox();
    store.register('C1', 'createTrade', receiver.url());
    Object.assign(store, { encryptionKeyOf });
    fire('C1', 'createTrade', { tradeId: 1 });
    const [record] = await store.records.count(1);
    expect(record).toMatchObject({ outcome: 'dropped', detail: 'key or tokens unavailable' });
    expect(receiver.connections).toBe(0);
  });

  test('has a parent whose tokens cannot be read, or a parent that cannot be found: dropped', async () => {
    const receiver = await receive();
    const { store, fire } = sandbox();
    store.register('C1', 'createTrade', receiver.url());
    const failing = () => Promise.reject(new Error('no tokens'));
    Object.assign(store, { tokensOf: failing });
    fire('C1', 'createTrade', { tradeId: 1 });
    await store.records.count(1);
    Object.assign(store, { tokensOf: () => [], parentOf: failing });
    fire('C1', 'createTrade', { tradeId: 2 });
    const details = (await store.records.count(2)).map(({ detail }) => detail);
    expect(details).toEqual(Array(2).fill('key or tokens unavailable'));
    expect(receiver.connections).toBe(0);
  });

  test('is one of many that are dropped: the log reports their number at most once a second, each once', () => {
    const store = new MemoryStore();
    const log = new MemoryLog();
    store.register('C1', 'createTrade', 'http://127.0.0.1:9/');
    let nowMs = 1_700_000_000_000;
    const settings = { policy: SANDBOX_POLICY, bodyBytesMax: 1 };
    const delivery = new Dispatcher({
      store,
      deliveryLog: store,
      log,
      settings,
      nowMs: () => nowMs,
    });
    const fire = firing(store, delivery);
    const reported = () => log.lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))).dropped);
    const drop = (count: number) => {
      for (let left = count; left > 0; left -= 1) fire('C1', 'createTrade', { tradeId: 1 });
    };
    drop(4);
    expect(reported()).toEqual([1]);
    nowMs += 999;
    drop(1);
    expect(reported()).toEqual([1]);
    nowMs += 1;
    drop(1);
    expect(reported()).toEqual([1, 5]);
    nowMs += 1000;
    drop(1);
    expect(reported()).toEqual([1, 5, 1]);
    expect(store.records.all).toHaveLength(7);
  });

  test('is too large', () => {
    const { store, fire } = sandbox({ bodyBytesMax: 100 });
    store.register('C1', 'createTrade', 'http://127.0.0.1:9/');
    fire('C1', 'createTrade', { notes: 'x'.repeat(100) });
    expect(store.records.all[0]).toMatchObject({ outcome: 'dropped', detail: 'body too large' });
  });
});

describe('bounds', () => {
  test('leave what has no room to the outbox, and other receivers alone', async () => {
    const [slow, fast] = [await receive(never), await receive()];
    const queue = { ...WEBHOOK_DEFAULTS.queue, runningPerEndpointMax: 1, waitingPerEndpointMax: 3 };
    const { store, delivery, fire } = sandbox({ queue });
    store.register('C1', 'createTrade', slow.url('/slow?secret=abc'));
    store.register('C1', 'deleteTrade', fast.url());
    expect([1, 2, 3, 4, 5].map((tradeId) => fire('C1', 'createTrade', { tradeId }))).toEqual([1, 1, 1, 0, 0]);
    expect(fire('C1', 'deleteTrade', { tradeId: 1 })).toBe(1);
    await fast.inbox.count(1);
    const records = await store.records.count(1);
    expect(records).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        webhookId: 'C1-deleteTrade-1',
        clientId: 'C1',
        method: 'deleteTrade',
        url: fast.url(),
        timeMs: 1_700_000_000_000,
        durationMs: expect.any(Number),
        outcome: 'delivered',
        httpStatus: 200,
        detail: null,
        attempt: 1,
      },
    ]);
    await delivery.drain(0);
  });

  test('hold for the bytes of a client, so that one cannot fill the whole', () => {
    const queue = { ...WEBHOOK_DEFAULTS.queue, bytesPerClientMax: 5000, bytesMax: 10_000 };
    const { store, delivery, fire } = sandbox({ queue });
    for (const clientId of ['C1', 'C2']) store.register(clientId, 'createTrade', 'http://127.0.0.1:9/');
    const notes = 'x'.repeat(1000);
    const taken = Array.from({ length: 10 }, () => fire('C1', 'createTrade', { notes }));
    expect(taken.filter((one) => one === 1)).toHaveLength(2);
    expect(fire('C2', 'createTrade', { notes })).toBe(1);
    expect(delivery.load().waiting).toBe(3);
  });
});

describe('stopping', () => {
  test('finishes waiting and running deliveries', async () => {
    const receiver = await receive();
    const { store, delivery, fire } = sandbox();
    store.register('C1', 'createTrade', receiver.url());
    for (let tradeId = 1; tradeId <= 10; tradeId += 1) fire('C1', 'createTrade', { tradeId });
    expect(await delivery.drain(60_000)).toBe(true);
    expect(store.records.all.map((record) => record.outcome)).toEqual(Array(10).fill('delivered'));
    expect(fire('C1', 'createTrade', { tradeId: 11 })).toBe(0);
    expect(delivery.load().waiting).toBe(0);
  });

  test('cuts off deliveries that are not done in time, and leaves them to the outbox', async () => {
    const receiver = await receive(never);
    const { store, delivery, fire } = sandbox();
    store.register('C1', 'createTrade', receiver.url());
    for (let tradeId = 1; tradeId <= 10; tradeId += 1) fire('C1', 'createTrade', { tradeId });
    await receiver.inbox.count(4);
    expect(await delivery.drain(5)).toBe(false);
    expect(store.records.all).toEqual([]);
    expect(delivery.load()).toEqual({ waiting: 0, running: 0, bytes: 0 });
  });
});

test('neither the log nor the records hold a body, a token, a key or a query', async () => {
  const receiver = await receive((response, { path }) => {
    response.statusCode = path.startsWith('/bad') ? 500 : 200;
    response.end();
  });
  const { store, log, fire } = sandbox();
  store.tokens.set('P1', ['secretToken']);
  store.register('C1', 'createParty', receiver.url('/good?secretQuery'), receiver.url('/bad?secretQuery'));
  fire('C1', 'createParty', { partyId: 'secretBody' });
  const records = await store.records.count(2);
  expect(log.lines.length).toBe(2);
  expect(JSON.stringify(records) + log.lines.join()).not.toContain('secret');
});
