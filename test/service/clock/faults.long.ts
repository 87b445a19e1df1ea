/** What goes wrong for a client that asked for it: its answers, its webhooks and its stream (Z10 to Z12). */
import { expect, test } from 'vitest';
import { readSandboxCredentials } from '../../../src/service/sandbox/credentials.ts';
import { StreamClient } from '../../marketdata/support/stream-client.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { Receiver } from '../../webhooks/receiver.ts';
import { type Investor, Sandbox } from './sandbox.ts';

type Fields = Record<string, unknown>;

interface Answered {
  readonly http: number;
  readonly mark: string | null;
  readonly body: Fields;
}

/** A sandbox that listens, and how its client calls it. */
class Called {
  readonly sandbox: Sandbox;
  readonly #authorization: string;

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    const { clientID, developerAPIKey } = readSandboxCredentials(sandbox.config.DATA_DIR);
    this.#authorization = `Bearer ${clientID}:${developerAPIKey}`;
  }

  static async open(): Promise<Called> {
    const sandbox = await Sandbox.open({ MARKET_ALWAYS_OPEN: 'true' });
    await sandbox.service.listen();
    return new Called(sandbox);
  }

  async call(method: string, fields: Fields, key?: string): Promise<Answered> {
    const response = await fetch(`${this.sandbox.service.addresses.api}/v3/${method}`, {
      method: 'POST',
      headers: {
        authorization: this.#authorization,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(fields),
    });
    const mark = response.headers.get('x-sandbox-fault');
    return { http: response.status, mark, body: (await response.json()) as Fields };
  }

  async fault(fields: Fields): Promise<string> {
    const { faults } = (await this.call('sandbox/faults', fields)).body as { faults: { faultId: string }[] };
    return faults[0]!.faultId;
  }

  async hits(faultId: string): Promise<number | undefined> {
    const { faults } = (await this.sandbox.call('getFaults')) as { faults: { faultId: string; hits: number }[] };
    return faults.find((fault) => fault.faultId === faultId)?.hits;
  }

  stream(): StreamClient {
    const url = `${this.sandbox.service.addresses.api.replace('http', 'ws')}/v3/stream`;
    const stream = new StreamClient(url, { headers: { authorization: this.#authorization } });
    closeAfterTest(async () => stream.webSocket.terminate());
    return stream;
  }
}

const orderOf = ({ issuerId, securityId, accountId }: Investor) => ({
  ...{ memberid: '1', issuerid: issuerId, accountid: accountId, securityid: securityId, type: 'Limit' },
  ...{ action: 'Buy', quantity: 10, price: '10', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
});

test('calls are refused without an effect, answered late, or never after the effect, and are marked', async () => {
  const called = await Called.open();
  const order = orderOf(await called.sandbox.invest());
  const placed = () => called.sandbox.events.filter(({ type }) => type === 'order').length;
  const unavailable = await called.fault({ kind: 'unavailable', methods: ['createOrder'] });
  expect((await called.call('getSecurities', {})).mark).toBeNull();
  expect(await called.call('createOrder', order)).toMatchObject({
    ...{ http: 503, mark: `unavailable ${unavailable}`, body: { statusCode: '503' } },
  });
  const tooMany = await called.fault({ kind: 'tooManyRequests' });
  expect(await called.call('createOrder', order)).toMatchObject({ http: 429, mark: `tooManyRequests ${tooMany}` });
  const delay = await called.fault({ kind: 'delay', delayMs: 20 });
  const before = performance.now();
  expect(await called.call('createOrder', order)).toMatchObject({ http: 200, mark: `delay ${delay}` });
  expect(performance.now() - before).toBeGreaterThanOrEqual(19);
  expect(placed()).toBe(1);

  // An answer is dropped after the effect: the same key gets it.
  const faultId = await called.fault({ kind: 'dropAnswer', methods: ['createOrder'] });
  await expect(called.call('createOrder', order, 'key-1')).rejects.toThrow('fetch failed');
  expect(await called.hits(faultId)).toBe(1);
  const again = await called.call('createOrder', order, 'key-1');
  expect(again).toMatchObject({ http: 200, mark: null, body: { statusCode: '101' } });
  expect(placed()).toBe(2);

  // Calls over the stream have the same faults.
  const stream = called.stream();
  await stream.opened;
  const overStream = await called.fault({ kind: 'unavailable', methods: ['createOrder'] });
  stream.send({ op: 'createOrder', id: 1, fields: order });
  const refused = await stream.next();
  expect(refused).toMatchObject({ id: 1, statusCode: '503', sandboxFault: `unavailable ${overStream}` });
  await called.fault({ kind: 'dropAnswer', methods: ['createOrder'] });
  stream.send({ op: 'createOrder', id: 2, fields: order });
  expect((await stream.closed).code).toBe(1006);
  expect(placed()).toBe(3);

  // What is asked for has to make sense.
  const asked = async (fields: Fields) => (await called.call('sandbox/faults', fields)).body;
  expect(await asked({ kind: 'other' })).toMatchObject({ statusCode: '106' });
  const wrong = [
    [{ kind: 'delay', bytes: 5 }, 'bytes'],
    [{ kind: 'cutStream', methods: ['createOrder'] }, 'methods'],
    [{ kind: 'unavailable', methods: ['setClock'] }, 'methods'],
    [{ kind: 'lateWebhook', methods: ['getClock'] }, 'methods'],
    [{ kind: 'failOver', times: 3 }, 'times'],
  ] as const;
  for (const [fields, name] of wrong) {
    expect(await asked(fields)).toMatchObject({ statusCode: '106', 'Error(s)': expect.stringContaining(name) });
  }
});

test('a stream is cut inside a message, a cursor is too old, a fail-over closes streams', async () => {
  const called = await Called.open();
  const stream = called.stream();
  await stream.opened;
  stream.send({ op: 'ping', id: 1 });
  await stream.next();
  const faultId = await called.fault({ kind: 'cutStream', bytes: 5 });
  expect(await called.hits(faultId)).toBe(0);
  stream.send({ op: 'ping', id: 2 });
  expect((await stream.closed).code).toBe(1006);
  expect(await called.hits(faultId)).toBe(1);
  const next = called.stream();
  await next.opened;
  next.send({ op: 'ping', id: 3 });
  expect(await next.next()).toMatchObject({ id: 3 });

  // A cursor is answered as too old, once.
  const { cursor } = await called.sandbox.call('getEvents', { after: 'latest' });
  const old = await called.fault({ kind: 'oldCursor' });
  const subscribe = { op: 'subscribe', channel: 'orders', since: cursor };
  next.send({ ...subscribe, id: 4 });
  const refused = await next.next();
  expect(refused).toMatchObject({ id: 4, code: 'cursor-too-old', message: expect.stringContaining(old) });
  next.send({ ...subscribe, id: 5 });
  expect(await next.next()).toMatchObject({ type: 'subscribed', id: 5 });

  // A fail-over closes the streams and refuses calls until it is ended.
  const failOver = await called.fault({ kind: 'failOver', seconds: 600 });
  expect(await next.closed).toEqual({ code: 1001, reason: `the venue stops: fault ${failOver}` });
  expect(await called.call('getSecurities', {})).toMatchObject({ http: 503, mark: `failOver ${failOver}` });
  expect((await called.stream().closed).code).toBe(1001);
  await called.call('sandbox/faults/end', { faultId: failOver });
  expect(await called.call('getSecurities', {})).toMatchObject({ http: 200, mark: null });
  const last = called.stream();
  await last.opened;
  last.send({ op: 'ping', id: 6 });
  expect(await last.next()).toMatchObject({ id: 6 });
});

test('webhooks come twice, in another order, and late by the clock of the sandbox', async () => {
  const called = await Called.open();
  const { sandbox } = called;
  const investor = await sandbox.invest();
  const receiver = await Receiver.start();
  closeAfterTest(() => receiver.close());
  await sandbox.call('registerWebhook', { method: 'createTrade', url: receiver.url(), retries: 'Yes' });
  await sandbox.freeze();
  const tradeOf = (body: string) => new URLSearchParams(body).get('tradeId');
  const marks = () => receiver.inbox.all.map(({ headers }) => headers['x-sandbox-fault'] as string | undefined);
  const trade = async () => {
    const { offeringId, accountId } = investor;
    const fields = { offeringId, accountId, transactionType: 'ACH', transactionUnits: 1 };
    const { purchaseDetails } = await sandbox.call('createTrade', fields);
    return /"tradeId":"?([^",}]+)/.exec(JSON.stringify(purchaseDetails))?.[1];
  };
  const double = await called.fault({ kind: 'doubleWebhook' });
  const first = await trade();
  const twice = await receiver.inbox.count(2);
  expect(twice.map(({ body }) => tradeOf(body))).toEqual([first, first]);
  expect(new Set(twice.map(({ headers }) => headers['x-delivery-id'])).size).toBe(1);
  expect(marks()).toEqual([`doubleWebhook ${double}`, `doubleWebhook ${double}`]);

  const swap = await called.fault({ kind: 'swapWebhooks', methods: ['createTrade'] });
  const [second, third] = [await trade(), await trade()];
  await receiver.inbox.count(4);
  expect(receiver.inbox.all.slice(2).map(({ body }) => tradeOf(body))).toEqual([third, second]);
  expect(marks().slice(2)).toEqual([undefined, `swapWebhooks ${swap}`]);

  const late = await called.fault({ kind: 'lateWebhook', by: '15m' });
  const fourth = await trade();
  await sandbox.advance({ by: '14m' });
  expect(receiver.inbox.all).toHaveLength(4);
  await sandbox.advance({ by: '1m' });
  expect(receiver.inbox.all.slice(4).map(({ body }) => tradeOf(body))).toEqual([fourth]);
  expect(marks()[4]).toBe(`lateWebhook ${late}`);
  const { deliveries } = (await sandbox.call('getDeliveryLog', { limit: 10 })) as { deliveries: unknown[] };
  expect(deliveries).toHaveLength(5);
});
