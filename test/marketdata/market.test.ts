import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.close());

const ask = (fields: object = {}) => ({ op: 'subscribe', channel: 'market', securityIds: ['549119'], ...fields });
const SETTINGS = { nextChange: { at: '2026-03-02T15:30:00.000001Z', market: 'closed' }, orderApproval: false };

test('begins with the venue and the security, and tells what changes, with its reason (S29)', async () => {
  const client = await server.connect();
  client.send(ask());
  const [answer, venue, security] = await client.take(3);
  const seq = answer?.seq;
  expect(venue).toMatchObject({
    type: 'snapshot',
    securityId: null,
    seq,
    market: 'open',
    nextChange: SETTINGS.nextChange,
  });
  expect(security).toMatchObject({
    type: 'snapshot',
    securityId: '549119',
    seq,
    market: 'open',
    reason: null,
    ...SETTINGS,
  });
  server.exchange.setMarket(549119, 'halted', 'News "pending"');
  const update = { type: 'update', prevSeq: seq, market: 'halted', reason: 'News "pending"', reasonCode: 'halted' };
  expect(await client.next()).toMatchObject({ ...update, ...SETTINGS });
  const later = await server.connect();
  later.send(ask());
  expect((await later.take(3))[2]).toMatchObject({ market: 'halted', reason: 'News "pending"', reasonCode: 'halted' });
});

test('tells when orders begin to wait for approval, and is silent on what does not show', async () => {
  const client = await server.connect();
  client.send(ask());
  await client.take(3);
  server.exchange.changeSecurity(549119, { name: 'Another' });
  expect(await client.rest()).toEqual([]);
  server.exchange.changeSecurity(549119, { orderApproval: true });
  expect(await client.next()).toMatchObject({ type: 'update', market: 'open', orderApproval: true });
});

test("the venue's own hours are told again when they change", async () => {
  const client = await server.connect();
  client.send(ask());
  await client.take(3);
  server.exchange.hours = { market: 'closed', next: null };
  server.exchange.setMarket(549119, 'closed');
  expect(await client.rest()).toMatchObject([
    { type: 'update', securityId: '549119', market: 'closed', reasonCode: 'scheduled' },
    { type: 'snapshot', securityId: null, market: 'closed', nextChange: null },
  ]);
});

test('since: what was missed, and then what holds', async () => {
  const since = `c${server.exchange.lastEventSeq()}`;
  server.exchange.setMarket(549119, 'halted', 'News');
  server.exchange.setMarket(549119, 'open');
  const client = await server.connect();
  client.send(ask({ since }));
  const [answer, venue, halted, opened, now] = await client.take(5);
  const seq = server.exchange.lastEventSeq();
  expect(answer).toMatchObject({ type: 'subscribed', seq: seq - 2 });
  expect(venue).toMatchObject({ type: 'snapshot', securityId: null });
  expect(halted).toMatchObject({ type: 'update', market: 'halted', prevSeq: seq - 2, seq: seq - 1 });
  expect(halted).not.toHaveProperty('orderApproval');
  expect(opened).toMatchObject({ type: 'update', market: 'open', prevSeq: seq - 1, seq });
  expect(now).toMatchObject({ type: 'snapshot', seq, market: 'open', ...SETTINGS });
  server.exchange.setMarket(549119, 'closed');
  expect(await client.next()).toMatchObject({ type: 'update', prevSeq: seq, market: 'closed' });
});
