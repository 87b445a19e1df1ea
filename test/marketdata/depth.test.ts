import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { DepthChannel } from '../../src/marketdata/channels/depth-channel.ts';
import { subscribeRequest } from '../../src/marketdata/requests/subscribe-request.ts';
import { newCounters } from '../../src/marketdata/wire/counters.ts';
import { Flusher } from '../../src/marketdata/wire/flusher.ts';
import type { Frame } from '../../src/marketdata/wire/frame.ts';
import { SendQueue } from '../../src/marketdata/wire/send-queue.ts';
import type { Message } from './support/stream-client.ts';
import { startServer, type TestServer, testClient } from './support/stream-server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.close());

const DOLLAR = 1_000_000;
const ask = (fields: object = {}) => ({ op: 'subscribe', channel: 'depth', securityIds: ['549119'], id: 1, ...fields });

test('the frames, field by field (S26 to S28)', async () => {
  server.exchange.order('A', { price: 10.25 * DOLLAR, remaining: 300 });
  server.exchange.order('B', { price: 10.2 * DOLLAR, remaining: 1000, contingency: 'All or None' });
  server.exchange.order('B', { price: 11 * DOLLAR, remaining: 7 }, { disclosed: false });
  const client = await server.connect();
  client.send(ask({ checksum: true }));
  const [answer, snapshot] = await client.take(2);
  expect(answer).toEqual({
    ...{ type: 'subscribed', venue: '' },
    id: 1,
    channel: 'depth',
    securityIds: ['549119'],
    mode: 'every',
    levels: 10,
    checksum: true,
  });
  // The hidden order is no change of the depth.
  const seq = server.exchange.lastEventSeq() - 1;
  expect(snapshot).toMatchObject({
    type: 'snapshot',
    channel: 'depth',
    securityId: '549119',
    seq,
    market: 'open',
    bids: [
      { price: '10.250000', quantity: 300, orders: 1 },
      { price: '10.200000', quantity: 0, orders: 0, contingent: { quantity: 1000, orders: 1 } },
    ],
    offers: [],
    bidRfq: false,
    offerRfq: false,
    checksum: crc32('10.250000:300:1:0:0|10.200000:0:0:1000:1/'),
  });
  server.exchange.order('C', { price: 10.5 * DOLLAR, remaining: 50 }, { side: 'sell' });
  const update = await client.next();
  expect(update).toMatchObject({ type: 'update', seq: seq + 2, prevSeq: seq, bids: [] });
  expect(update.offers).toEqual([{ price: '10.500000', quantity: 50, orders: 1 }]);
  expect(update).not.toHaveProperty('offerRfq');
});

test('what one group changes comes as one update, and what does not show as none', async () => {
  const client = await server.connect();
  client.send(ask({ levels: 1 }));
  await client.take(2);
  const order = server.exchange.order('A', { remaining: 5 });
  server.exchange.changeOrder({ ...order, remaining: 0, status: 'Executed' }, 'filled');
  server.exchange.order('A', { price: 3 * DOLLAR, remaining: 8 });
  server.exchange.order('A', { price: 2 * DOLLAR });
  expect(await client.rest()).toMatchObject([{ bids: [{ price: '3.000000', quantity: 8 }], offers: [] }]);
  server.exchange.order('A', { price: DOLLAR });
  expect(await client.rest()).toEqual([]);
});

test('the checksum is of the state that the message leads to, also while newer changes wait to be sent (S28)', () => {
  const { exchange } = server;
  const flusher = new Flusher(server.timers);
  const deps = { exchange, counters: newCounters(), timers: server.timers, flusher };
  const channel = new DepthChannel(deps);
  exchange.subscribe((event) => channel.publish(event, 0));
  const connect = (after: object) => {
    const frames: Message[] = [];
    const writer = {
      unsentBytes: 0,
      flush() {},
      last() {},
      write: ({ text }: Frame) => frames.push(JSON.parse(text)) > 0,
    };
    const peer = { sendQueue: new SendQueue(writer, 1_000_000, newCounters(), 0), requireRoom: () => {} };
    const side = channel.open({ ...peer, client: () => testClient('A') });
    side.subscribe(subscribeRequest({ ...ask({ checksum: true }), after }, undefined), 0, () => {});
    return frames;
  };
  const begin = connect({})[0]?.seq as number;
  exchange.order('A', { price: 10 * DOLLAR, remaining: 1 });
  channel.flush();
  exchange.order('A', { price: 9 * DOLLAR, remaining: 2 });
  const [missed] = connect({ 549119: begin });
  const bids = (missed as unknown as { bids: { price: string; quantity: number; orders: number }[] }).bids;
  const text = bids.map(({ price, quantity, orders }) => `${price}:${quantity}:${orders}:0:0`).join('|');
  expect(missed).toMatchObject({ type: 'update', prevSeq: begin, checksum: crc32(`${text}/`) });
});

test('a seq of HTTP resumes where no update of the stream spans it; else there is a snapshot (S40)', async () => {
  const stayed = await server.connect();
  stayed.send(ask());
  await stayed.take(2);
  server.exchange.order('A', { price: 5 * DOLLAR });
  await stayed.rest();
  server.exchange.skip(3);
  const { seq } = server.exchange.depth(549119, 10);
  const between = server.exchange.order('A', { price: 6 * DOLLAR });
  const spanned = server.exchange.depth(549119, 10);
  expect(spanned.bids).toHaveLength(2);
  server.exchange.changeOrder({ ...between, status: 'Cancelled' }, 'cancelled');
  await stayed.rest();
  const reader = await server.connect();
  reader.send(ask({ after: { 549119: spanned.seq } }));
  expect((await reader.rest())[1]).toMatchObject({ type: 'snapshot', resumed: false, bids: [{ price: '5.000000' }] });
  reader.send(ask({ after: { 549119: seq } }));
  const nothing = { bids: [], offers: [] };
  const newest = server.exchange.lastEventSeq();
  expect((await reader.rest()).slice(1)).toMatchObject([{ type: 'update', prevSeq: seq, seq: newest, ...nothing }]);
  server.exchange.order('A', { price: 7 * DOLLAR });
  expect(await reader.rest()).toMatchObject([{ type: 'update', prevSeq: newest, bids: [{ price: '7.000000' }] }]);
});

test('after: what was missed in one update; nothing when nothing was; a snapshot from what is not kept', async () => {
  const stayed = await server.connect();
  stayed.send(ask());
  const [, { seq }] = (await stayed.take(2)) as [unknown, { seq: number }];
  for (const price of [5, 6, 7]) server.exchange.order('A', { price: price * DOLLAR, remaining: price });
  await stayed.rest();
  server.exchange.order('A', { price: 8 * DOLLAR, remaining: 8 });
  await stayed.rest();
  const back = await server.connect();
  back.send(ask({ after: { 549119: seq } }));
  const [, missed] = await back.take(2);
  expect(missed).toMatchObject({ type: 'update', prevSeq: seq, seq: seq + 4 });
  const missedBids = (missed as unknown as { bids: { quantity: number }[] }).bids;
  expect(missedBids.map(({ quantity }) => quantity).sort()).toEqual([5, 6, 7, 8]);
  back.send(ask({ after: { 549119: seq + 4 } }));
  expect((await back.rest()).map(({ type }) => type)).toEqual(['subscribed']);
  back.send(ask({ after: { 549119: 0 } }));
  expect(await back.rest()).toMatchObject([{}, { type: 'snapshot', resumed: false, reason: 'too-old' }]);
  expect(await back.ask(ask({ after: { 549119: 99_999 } }))).toMatchObject({ code: 'future-sequence', id: 1 });
  expect(await back.ask({ op: 'list' })).toMatchObject({
    subscriptions: [{ channel: 'depth', mode: 'every', levels: 10, checksum: false, securityIds: ['549119'] }],
  });
});

test('a book is kept for a minute after its last reader, and then read again', async () => {
  const first = await server.connect();
  first.send(ask());
  const [, { seq }] = (await first.take(2)) as [unknown, { seq: number }];
  first.send({ op: 'unsubscribe', channel: 'depth', securityIds: ['*'] });
  await first.take(1);
  server.exchange.order('A', { remaining: 1 });
  await first.rest();
  const soon = await server.connect();
  soon.send(ask({ after: { 549119: seq } }));
  expect((await soon.take(2))[1]).toMatchObject({ type: 'update', prevSeq: seq });
  soon.send({ op: 'unsubscribe', channel: 'depth', securityIds: ['*'] });
  await soon.take(1);
  server.timers.advanceMs(120_000);
  expect(server.stream.metrics).toMatchObject({ subscriptions: 0, subscribedSecurities: 0 });
});

test('updates take a millisecond of a turn; the books that are left come in later turns, one update each', () => {
  const { exchange } = server;
  let nowMs = 0;
  const turns: (() => void)[] = [];
  const timers = {
    nowMs: () => nowMs,
    after: () => () => {},
    every: () => () => {},
    soon: (turn: () => void) => void turns.push(turn),
  };
  const flusher = new Flusher(timers);
  const channel = new DepthChannel({ exchange, counters: newCounters(), timers, flusher });
  const frames: Message[] = [];
  const writer = {
    unsentBytes: 0,
    flush() {},
    last() {},
    write({ text }: Frame) {
      nowMs += 0.5;
      return frames.push(JSON.parse(text)) > 0;
    },
  };
  const securityIds = [1, 2, 3, 4, 5];
  for (const id of securityIds) exchange.addSecurity(id);
  exchange.subscribe((event) => channel.publish(event, nowMs));
  const peer = { sendQueue: new SendQueue(writer, 1_000_000, newCounters(), 0), requireRoom: () => {} };
  const side = channel.open({ ...peer, client: () => testClient('A') });
  side.subscribe(subscribeRequest(ask({ securityIds: securityIds.map(String) }), undefined), 0, () => {});
  frames.length = 0;
  // Something else is to be sent: the updates wait for the turns of the flusher.
  flusher.add({ flush() {} });
  for (const securityId of [...securityIds, 1]) exchange.order('A', {}, { securityId: securityId as SecurityId });
  const sent = [];
  while (turns.length > 0) {
    turns.shift()?.();
    sent.push(frames.splice(0).map(({ securityId }) => securityId));
  }
  expect(sent).toEqual([['1', '2'], ['3', '4'], ['5']]);
  side.clear();
});
