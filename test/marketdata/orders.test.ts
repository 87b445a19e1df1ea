import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/http/methods/client.ts';
import { turn } from '../support/manual-time.ts';
import { startServer, type TestServer, testClient } from './support/stream-server.ts';

let server: TestServer;
/** What the clients may do, by their ids; others have both scopes. */
let rights: Map<string, Partial<Client>>;

const SCOPES = ['ats_order.read.pii_medium', 'ats_trade.read.pii_high'];
const clientOf = (clientId: string): Client => ({
  ...testClient(clientId),
  scopes: new Set(SCOPES),
  ...rights.get(clientId),
});

beforeEach(async () => {
  rights = new Map();
  const authenticator = {
    authenticate: async (clientId: string) => clientOf(clientId),
    renew: async ({ clientId }: Client) => clientOf(clientId),
  };
  server = await startServer({}, authenticator);
});

afterEach(() => server.close());

const ask = (fields: object = {}) => ({ op: 'subscribe', channel: 'orders', id: 4, ...fields });

async function subscribed(clientId: string, fields: object = {}) {
  const client = await server.connect(clientId);
  expect(await client.ask(ask(fields))).toMatchObject({ type: 'subscribed', id: 4, channel: 'orders' });
  // Whose events they are is asked of the database.
  await turn();
  await turn();
  return client;
}

test('has the events of the client, and those of markets, and no others (S31)', async () => {
  const [own, other] = [await subscribed('A'), await subscribed('C')];
  const seq = server.exchange.lastEventSeq();
  server.exchange.order('A');
  server.exchange.order('B');
  server.exchange.trade(549119, 1_000_000, 1);
  server.exchange.setMarket(549119, 'closed');
  const messages = await own.rest();
  expect(messages[0]).toMatchObject({
    type: 'event',
    channel: 'orders',
    seq: seq + 1,
    prevSeq: seq,
    cursor: `c${seq + 1}`,
    event: { eventSeq: seq + 1, eventType: 'order' },
  });
  expect(messages.map(({ prevSeq, event }) => [prevSeq, event])).toMatchObject([
    [seq, { eventSeq: seq + 1, eventType: 'order' }],
    [seq + 1, { eventSeq: seq + 3, eventType: 'match' }],
    [seq + 3, { eventSeq: seq + 4, eventType: 'market' }],
  ]);
  expect(await other.rest()).toMatchObject([{ prevSeq: seq, event: { eventType: 'market' } }]);
});

test('a match of two of its clients is sent once, with those that may be known', async () => {
  server.history.below.set('P', ['A', 'B']);
  rights.set('P', { parentId: 'P' });
  const parent = await subscribed('P', { clients: 'all' });
  server.exchange.trade(549119, 1_000_000, 1);
  server.exchange.trade(549119, 1_000_000, 1, { sellClientId: 'foreign' });
  expect(await parent.rest()).toMatchObject([{ clientIds: ['A', 'B'] }, { clientIds: ['A'] }]);
});

test('a parent has its own alone, unless it asks for all, later ones included (S32)', async () => {
  const own = await subscribed('P');
  const all = await subscribed('P', { clients: 'all' });
  server.history.below.set('P', ['A']);
  server.exchange.order('A');
  expect(await all.rest()).toEqual([]);
  server.timers.advanceMs(30_000);
  await turn();
  await turn();
  server.exchange.order('A');
  server.exchange.order('P');
  const received = (await all.rest()).filter(({ type }) => type === 'event');
  expect(received).toMatchObject([{ event: { clientId: 'A' } }, { event: { clientId: 'P' } }]);
  const ownReceived = (await own.rest()).filter(({ type }) => type === 'event');
  expect(ownReceived).toHaveLength(1);
  expect(ownReceived[0]?.event).not.toHaveProperty('clientId');
});

test('a master key has everything, a key with drop_copy all below its parent, others neither', async () => {
  rights.set('M', { master: true });
  rights.set('D', { parentId: 'P', scopes: new Set([...SCOPES, 'drop_copy']) });
  rights.set('N', { parentId: 'P' });
  server.history.below.set('P', ['D', 'N']);
  const master = await subscribed('M');
  const copy = await subscribed('D', { clients: 'all' });
  const none = await server.connect('N');
  expect(await none.ask(ask({ clients: 'all' }))).toMatchObject({ type: 'error', id: 4, code: 'not-permitted' });
  for (const clientId of ['P', 'N', 'foreign']) server.exchange.order(clientId);
  expect((await master.rest()).map(({ clientIds }) => clientIds)).toEqual([['P'], ['N'], ['foreign']]);
  expect((await copy.rest()).map(({ clientIds }) => clientIds)).toEqual([['P'], ['N']]);
});

describe('is refused', () => {
  test.each<[string, Partial<Client>]>([
    ['getEvents', { deniedMethods: new Set(['getEvents']) }],
    ['ats_trade.read', { scopes: new Set(['ats_order.read.pii_high']) }],
    ['ats_order.read', { scopes: new Set() }],
  ])('without the right to %s', async (named, client) => {
    rights.set('A', client);
    const connection = await server.connect('A');
    const error = await connection.ask(ask());
    expect(error).toMatchObject({ type: 'error', id: 4, code: 'not-permitted' });
    expect(error.message).toContain(named);
  });

  test('when the right is lost, at the next event', async () => {
    const connection = await subscribed('A');
    rights.set('A', { scopes: new Set() });
    server.stream.accessChanged('A');
    await turn();
    server.exchange.order('A');
    server.exchange.order('A');
    expect(await connection.rest()).toMatchObject([{ type: 'error', id: 4, code: 'not-permitted' }]);
    expect(await connection.ask({ op: 'list' })).toMatchObject({ subscriptions: [] });
  });
});

test('since: what was missed, then what happens, each once', async () => {
  const since = `c${server.exchange.lastEventSeq()}`;
  for (const clientId of ['A', 'B', 'A']) server.exchange.order(clientId);
  const connection = await server.connect('A');
  connection.send(ask({ since }));
  const [, first, second] = await connection.take(3);
  server.exchange.order('A');
  const third = await connection.next();
  const seqs = [first, second, third].map((message) => [message?.prevSeq, message?.seq]);
  const begin = Number(since.slice(1));
  expect(seqs).toEqual([
    [begin, begin + 1],
    [begin + 1, begin + 3],
    [begin + 3, begin + 4],
  ]);
  expect(await connection.ask({ op: 'list' })).toMatchObject({
    subscriptions: [{ channel: 'orders', clients: 'own' }],
  });
  expect(await connection.ask({ op: 'unsubscribe', channel: 'orders', id: 5 })).toEqual({
    type: 'unsubscribed',
    id: 5,
    channel: 'orders',
  });
  server.exchange.order('A');
  expect(await connection.rest()).toEqual([]);
});
