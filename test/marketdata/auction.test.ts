/** The channel auction (S44). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenAts } from '../../src/client/index.ts';
import type { AuctionCall, AuctionResult } from '../../src/exchange/api/auctions.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

const ID = 549119;
const CALL: AuctionCall = {
  auctionId: 1,
  kind: 'time',
  calledAt: 1_772_461_800_000_000,
  endsAt: 1_772_462_100_000_000,
  latestEnd: 1_772_462_130_000_000,
  noCancelFrom: 1_772_462_040_000_000,
  isExtended: false,
};
const SHOWN = {
  auctionId: '1',
  kind: 'Time',
  calledAt: '2026-03-02T14:30:00.000000Z',
  endsAt: '2026-03-02T14:35:00.000000Z',
  latestEnd: '2026-03-02T14:35:30.000000Z',
  noCancelFrom: '2026-03-02T14:34:00.000000Z',
  extended: false,
};
const CROSSED: AuctionResult = { price: 10_250_000, volume: 300, surplus: -50 };
const RESULT = { price: '10.250000', volume: 300, surplus: 50, surplusSide: 'Sell' };

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.close());

const ask = (fields: object = {}) => ({ op: 'subscribe', channel: 'auction', securityIds: ['*'], id: 1, ...fields });

test('a subscriber gets the state, and each change with the whole state', async () => {
  const { exchange } = server;
  const client = await server.connect();
  client.send(ask());
  const [answer, snapshot] = await client.take(2);
  const mode = { mode: 'every', venue: '' };
  expect(answer).toEqual({ type: 'subscribed', id: 1, channel: 'auction', securityIds: ['*'], ...mode });
  const subject = { channel: 'auction', securityId: '549119' };
  const first = exchange.lastEventSeq();
  expect(snapshot).toEqual({
    type: 'snapshot',
    ...subject,
    seq: first,
    time: expect.any(String),
    call: null,
    last: null,
  });

  exchange.auction(ID, 'called', CALL);
  expect(await client.next()).toMatchObject({
    ...{ type: 'update', ...subject, change: 'called', seq: first + 1, prevSeq: first },
    ...{ call: { ...SHOWN, indication: null }, last: null },
  });
  exchange.skip(3);
  exchange.indicate(ID, CROSSED);
  expect(await client.next()).toMatchObject({
    ...{ change: 'indication', seq: first + 5, prevSeq: first + 1 },
    ...{ call: { ...SHOWN, indication: RESULT }, last: null },
  });
  exchange.auction(ID, 'extended', { ...CALL, isExtended: true });
  expect(await client.next()).toMatchObject({
    ...{ change: 'extended', seq: first + 6, prevSeq: first + 5 },
    call: { ...SHOWN, extended: true, indication: RESULT },
  });
  exchange.auction(ID, 'uncrossed', CALL, { price: 10_000_000, volume: 40, surplus: 0 });
  const last = { auctionId: '1', kind: 'Time', uncrossed: true, price: '10.000000', volume: 40, surplusSide: null };
  expect(await client.next()).toMatchObject({ change: 'uncrossed', call: null, last });
  exchange.setMarket(ID, 'open');
  exchange.auction(ID, 'called', { ...CALL, auctionId: 2 });
  expect(await client.next()).toMatchObject({ change: 'called', call: { auctionId: '2', indication: null }, last });
  exchange.auction(ID, 'ended', { ...CALL, auctionId: 2 });
  expect(await client.next()).toMatchObject({
    ...{ change: 'ended', call: null },
    last: { auctionId: '2', uncrossed: false, price: null, volume: 0, surplus: 0, surplusSide: null },
  });
});

test('who subscribes while an auction takes place gets its result when the market changes', async () => {
  const { exchange } = server;
  exchange.auction(ID, 'called', CALL);
  exchange.endSilently(ID, { ...CALL, auctionId: 0, endedAt: CALL.endsAt, isUncrossed: true, ...CROSSED });
  const client = await server.connect();
  client.send(ask({ securityIds: ['549119'] }));
  expect((await client.take(2))[1]).toMatchObject({ call: null, last: { auctionId: '0' } });
  exchange.endSilently(ID, { ...CALL, endedAt: CALL.endsAt, isUncrossed: true, ...CROSSED });
  exchange.setMarket(ID, 'open');
  expect(await client.next()).toMatchObject({ change: 'uncrossed', last: { auctionId: '1', ...RESULT } });
});

describe('a subscriber that comes back', () => {
  test('gets what it missed in one update, while somebody else is there', async () => {
    const { exchange } = server;
    const other = await server.connect();
    other.send(ask());
    await other.take(2);
    const after = { 549119: exchange.lastEventSeq() };
    exchange.auction(ID, 'called', CALL);
    exchange.indicate(ID, CROSSED);
    const client = await server.connect();
    client.send(ask({ securityIds: ['549119'], after }));
    const [, update] = await client.take(2);
    expect(update).toMatchObject({ type: 'update', prevSeq: after[549119], call: { indication: RESULT } });
    client.send(ask({ securityIds: ['549119'], after: { 549119: update?.seq }, id: 2 }));
    await client.next();
    exchange.indicate(ID, { ...CROSSED, surplus: 0 });
    expect(await client.next()).toMatchObject({ prevSeq: update?.seq, call: { indication: { surplusSide: null } } });
  });

  test('gets a snapshot where that is not known, and an error for what has not happened', async () => {
    const client = await server.connect();
    server.exchange.skip(5);
    client.send(ask({ securityIds: ['549119'], after: { 549119: 1 } }));
    expect((await client.take(2))[1]).toMatchObject({ type: 'snapshot', resumed: false, reason: 'too-old' });
    client.send(ask({ securityIds: ['549119'], after: { 549119: 100 } }));
    expect(await client.next()).toMatchObject({ type: 'error', code: 'future-sequence' });
    client.send(ask({ mode: 'conflated' }));
    expect(await client.next()).toMatchObject({ type: 'error', code: 'malformed-request' });
  });
});

test('the client library shows the state of each security (L9)', async () => {
  const ats = new OpenAts({ baseUrls: `http://${server.address}`, clientID: 'A', developerAPIKey: 'key' });
  const stream = ats.stream();
  const auctions = stream.auctions('549119');
  await auctions.ready;
  expect(auctions.get('549119')).toMatchObject({ change: null, call: null, last: null, stale: false });
  const indicated = new Promise((resolve) => {
    auctions.on((view) => {
      if (view.change === 'indication') resolve(view);
    });
  });
  server.exchange.auction(ID, 'called', CALL);
  server.exchange.indicate(ID, CROSSED);
  expect(await indicated).toMatchObject({ call: { ...SHOWN, indication: RESULT } });
  stream.close();
});
