import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { Message } from './support/stream-client.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.close());

const ask = (fields: object = {}) => ({ op: 'subscribe', channel: 'market', securityIds: ['549119'], ...fields });
const SETTINGS = { nextChange: { at: '2026-03-02T15:30:00.000001Z', market: 'closed' }, orderApproval: false };

test('begins with the venue and the security, and sends what changes, with its reason (S29)', async () => {
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

test('shows a call, and its earliest end as the next change (Q13)', async () => {
  const client = await server.connect();
  client.send(ask());
  await client.take(3);
  server.exchange.setMarket(549119, 'call');
  expect(await client.next()).toMatchObject({ type: 'update', market: 'call', reasonCode: 'auction' });
  const later = await server.connect();
  later.send(ask());
  expect((await later.take(3))[2]).toMatchObject({ type: 'snapshot', market: 'call', reasonCode: 'auction' });
});

test('says when orders begin to wait for approval, and is silent on what does not show', async () => {
  const client = await server.connect();
  client.send(ask());
  await client.take(3);
  server.exchange.changeSecurity(549119, { name: 'Another' });
  expect(await client.rest()).toEqual([]);
  server.exchange.changeSecurity(549119, { orderApproval: true });
  expect(await client.next()).toMatchObject({ type: 'update', market: 'open', orderApproval: true });
});

test('shows reference data and its changes, and the market identifier of the venue (V66)', async () => {
  const own = await startServer({ mic: 'XOAT' });
  onTestFinished(() => own.close());
  const client = await own.connect();
  client.send(ask());
  const [, venue, before] = await client.take(3);
  expect(venue).toMatchObject({ securityId: null, mic: 'XOAT' });
  expect(before).not.toHaveProperty('reference');
  const version = { version: 1, updatedAt: 1, symbols: [] };
  const rules = { symbol: 'ABC', tickSizes: [{ from: 0, tick: 100 }], lotSize: 5, priceCollar: 2_500_000 };
  own.exchange.changeSecurity(549119, { reference: { ...version, reference: rules } });
  const shown = {
    symbol: 'ABC',
    tickSizes: [{ from: '0.000000', tick: '0.000100' }],
    lotSize: 5,
    priceCollar: '2.500000',
  };
  expect(await client.next()).toMatchObject({ type: 'update', market: 'open', reference: shown });
  own.exchange.setMarket(549119, 'halted', 'News');
  expect(await client.next()).toMatchObject({ market: 'halted', reference: shown });
  own.exchange.changeSecurity(549119, { reference: { ...version, reference: {} } });
  expect(await client.next()).toMatchObject({ type: 'update', reference: {} });
  const later = await own.connect();
  later.send(ask());
  expect((await later.take(3))[2]).toMatchObject({ type: 'snapshot', reference: {} });
});

test("the venue's own hours are sent again when they change", async () => {
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

const noticesOf = (messages: readonly Message[]) => messages.filter(({ type }) => type === 'notice');

test('a notice goes to all, one about a security to those who have it; none has a prevSeq (S30)', async () => {
  server.exchange.addSecurity(7);
  const [one, other, all] = [await server.connect(), await server.connect(), await server.connect()];
  one.send(ask());
  other.send(ask({ securityIds: ['7'] }));
  all.send(ask({ securityIds: ['*'] }));
  await Promise.all([one.take(3), other.take(3), all.take(4)]);
  server.exchange.notice('To "all"', 0 as SecurityId, 'urgent');
  server.exchange.notice('About one', 549119 as SecurityId);
  server.exchange.setMarket(549119, 'halted');
  const seq = server.exchange.lastEventSeq();
  const general = { type: 'notice', channel: 'market', severity: 'urgent', text: 'To "all"', seq: seq - 2 };
  const about = { type: 'notice', securityId: '549119', text: 'About one', seq: seq - 1, cursor: `c${seq - 1}` };
  for (const client of [one, all]) {
    expect(await client.take(3)).toMatchObject([
      { ...general, securityId: null },
      about,
      // The chain of the security passes over it.
      { type: 'update', seq, prevSeq: seq - 3 },
    ]);
  }
  const [notice, ...others] = await other.rest();
  expect(notice).toMatchObject({ ...general, securityId: null });
  expect(notice).not.toHaveProperty('prevSeq');
  expect(others).toEqual([]);
});

test('notices that were missed come once, however many subscriptions ask for them', async () => {
  server.exchange.addSecurity(7);
  const since = `c${server.exchange.lastEventSeq()}`;
  server.exchange.notice('To all');
  server.exchange.notice('About 7', 7 as SecurityId);
  const client = await server.connect();
  client.send(ask({ since }));
  client.send(ask({ securityIds: ['7'], since }));
  // Two answers, each with the venue, and in the end a snapshot of each security.
  expect(noticesOf(await client.take(8)).map(({ text }) => text)).toEqual(['To all', 'About 7']);
  client.send({ op: 'unsubscribe', channel: 'market', securityIds: ['*'] });
  await client.rest();
  server.exchange.notice('To those who listen');
  expect(await client.rest()).toEqual([]);
  client.send(ask({ since }));
  expect(noticesOf(await client.take(5)).map(({ text }) => text)).toEqual(['To all', 'To those who listen']);
});

test('ping has the cursor of now, on which a quiet client goes on; none while something is to come (S37)', async () => {
  const client = await server.connect();
  client.send(ask());
  await client.take(3);
  server.exchange.skip(2_000_000);
  const { cursor } = await client.ask({ op: 'ping', id: 1 });
  expect(cursor).toBe(`c${server.exchange.lastEventSeq()}`);
  const later = await server.connect();
  later.send(ask({ since: cursor }));
  expect(await later.next()).toMatchObject({ type: 'subscribed', cursor });
  server.history.isDown = true;
  const late = await server.connect();
  late.send({ op: 'subscribe', channel: 'trades', securityIds: ['549119'], since: 'c1500000', id: 2 });
  expect(await late.next()).toMatchObject({ type: 'subscribed' });
  const answer = await late.ask({ op: 'ping', id: 3 });
  expect(answer).toMatchObject({ type: 'pong', seq: server.exchange.lastEventSeq() });
  expect(answer).not.toHaveProperty('cursor');
});
