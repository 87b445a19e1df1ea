import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId, OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { turn } from '../support/manual-time.ts';
import { expectChain } from './support/chain.ts';
import { priced } from './support/fake-exchange.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

describe('subscribe', () => {
  test('is answered with subscribed, then the snapshot, then the updates', async () => {
    const { exchange } = server;
    exchange.change(549119, priced(10_250_000, 300, 2), priced(10_500_000));
    const client = await server.connect();

    client.send({ op: 'subscribe', channel: 'topOfBook', securityIds: ['549119'], id: 7 });
    const [subscribed, snapshot] = await client.take(2);
    exchange.change(549119, priced(10_250_000, 300, 2));
    const update = await client.next();

    expect(subscribed).toEqual({
      ...{ type: 'subscribed', venue: '' },
      id: 7,
      channel: 'topOfBook',
      securityIds: ['549119'],
      mode: 'every',
    });
    const bid = { price: '10.250000', quantity: 300, orders: 2 };
    expect(snapshot).toEqual({
      type: 'snapshot',
      channel: 'topOfBook',
      securityId: '549119',
      seq: 1,
      time: '2026-03-02T14:30:00.000008Z',
      market: 'open',
      bid,
      offer: { price: '10.500000', quantity: 100, orders: 1 },
    });
    expect(update).toEqual({
      type: 'update',
      channel: 'topOfBook',
      securityId: '549119',
      seq: 2,
      prevSeq: 1,
      time: '2026-03-02T14:30:00.000015Z',
      bid,
      offer: null,
    });
  });

  test('a security without any change yet starts at seq 0', async () => {
    server.exchange.setMarket(549119, 'closed');
    const client = await server.connect();
    client.subscribe('549119');
    const [, snapshot] = await client.take(2);
    server.exchange.change(549119, 'RFQ');

    expect(snapshot).toMatchObject({ seq: 0, market: 'closed', bid: null, offer: null });
    expect(snapshot?.time).toBe('2026-03-02T14:30:00.000001Z');
    expect(await client.next()).toMatchObject({ seq: 1, prevSeq: 0, bid: { rfq: true } });
  });

  test('the snapshot shows the market as it is now, also while the top has not changed', async () => {
    const client = await server.connect();
    client.subscribe('549119');
    const [, before] = await client.take(2);
    server.exchange.setMarket(549119, 'halted');
    client.subscribe('549119');
    const [, after] = await client.take(2);

    expect([before?.market, after?.market]).toEqual(['open', 'halted']);
    expect(await client.rest()).toEqual([]);
  });

  test('events of orders, matches and markets send nothing', async () => {
    const client = await server.connect();
    client.subscribe('549119');
    await client.take(2);
    server.exchange.setMarket(549119, 'halted');
    server.exchange.addSecurity(7);
    server.exchange.emit({
      type: 'match',
      match: {
        matchId: 1 as MatchId,
        securityId: 549119 as SecurityId,
        time: 1,
        price: 99_000_000,
        quantity: 1,
        buyOrderId: 1 as OrderId,
        sellOrderId: 2 as OrderId,
        buyClientId: 'A',
        sellClientId: 'B',
        initiatorOrderId: 1 as OrderId,
      },
    });
    expect(await client.rest()).toEqual([]);
  });

  test('updates of one turn keep their order over several securities', async () => {
    server.exchange.addSecurity(2);
    const client = await server.connect();
    client.subscribe('549119', '2');
    await client.take(3);
    for (let i = 1; i <= 50; i += 1) {
      server.exchange.change(549119, priced(i));
      server.exchange.change(2, priced(i));
    }
    const updates = await client.take(100);
    expect(updates.map((update) => `${update.securityId} ${update.prevSeq} ${update.seq}`)).toEqual(
      Array.from({ length: 100 }, (_, i) => `${i % 2 ? 2 : 549119} ${Math.floor(i / 2)} ${Math.floor(i / 2) + 1}`),
    );
  });

  test('connections that subscribe while updates run each get a snapshot, then every later change', async () => {
    const clients = await Promise.all(Array.from({ length: 40 }, (_, i) => server.connect(`client-${i % 4}`)));
    let last = 0;
    for (const [i, client] of clients.entries()) {
      last = server.exchange.change(549119, priced(1_000_000 + i));
      client.subscribe('549119');
      last = server.exchange.change(549119, priced(2_000_000 + i));
      if (i % 3 === 0) await turn();
    }
    for (let i = 0; i < 50; i += 1) {
      last = server.exchange.change(549119, priced(3_000_000 + i));
      await turn();
    }
    // Every request has been read before this change, which all must get.
    const rests = await Promise.all(clients.map((client) => client.rest()));
    for (const messages of rests) {
      expect(messages[0]?.type).toBe('subscribed');
      expectChain(messages.slice(1), last);
    }
  });

  test('an event that the state already had is not sent again', async () => {
    const deliver = server.exchange.changeSilently(549119, priced(1));
    const client = await server.connect();
    client.subscribe('549119');
    const [, snapshot] = await client.take(2);
    deliver();
    server.exchange.change(549119, priced(2));
    expect(snapshot?.seq).toBe(1);
    expect(await client.rest()).toMatchObject([{ seq: 2, prevSeq: 1 }]);
  });

  test('again for the same security gives a fresh snapshot, and updates still come once', async () => {
    const client = await server.connect();
    client.subscribe('549119');
    await client.take(2);
    server.exchange.change(549119, priced(1));
    await client.next();
    client.subscribe('549119');
    expect((await client.take(2)).map((message) => [message.type, message.seq])).toEqual([
      ['subscribed', undefined],
      ['snapshot', 1],
    ]);
    server.exchange.change(549119, priced(2));
    expect(await client.rest()).toMatchObject([{ seq: 2, prevSeq: 1 }]);
    expect(server.stream.metrics.subscriptions).toBe(1);
  });

  test('an unknown security refuses the whole request and names it', async () => {
    const client = await server.connect();
    const error = await client.ask({
      op: 'subscribe',
      channel: 'topOfBook',
      securityIds: ['549119', '4', '5'],
      id: 'x',
    });
    server.exchange.change(549119, priced(1));
    expect(error).toMatchObject({ type: 'error', id: 'x', code: 'unknown-security' });
    expect(error.message).toContain('4, 5');
    expect(await client.rest()).toEqual([]);
    expect(server.stream.metrics.subscriptions).toBe(0);
  });
});

describe('"*"', () => {
  test('subscribes to all securities, also to those that come later', async () => {
    server.exchange.addSecurity(2);
    const client = await server.connect();
    client.subscribe('*');
    const [subscribed, ...snapshots] = await client.take(3);
    server.exchange.addSecurity(3, 'closed');
    server.exchange.change(3, priced(5_000_000));
    server.exchange.addSecurity(2);

    expect(subscribed?.securityIds).toEqual(['*']);
    expect(snapshots.map((snapshot) => snapshot.securityId)).toEqual(['549119', '2']);
    expect(await client.rest()).toMatchObject([
      { type: 'snapshot', securityId: '3', seq: 0, market: 'closed' },
      { type: 'update', securityId: '3', seq: 1, prevSeq: 0 },
    ]);
  });

  test('includes what was subscribed before; single securities cannot be left, all can', async () => {
    server.exchange.addSecurity(2);
    const client = await server.connect();
    client.subscribe('2');
    client.subscribe('*');
    await client.rest();
    expect(server.stream.metrics.subscriptions).toBe(2);

    const unsubscribe = { op: 'unsubscribe', channel: 'topOfBook', id: 1 };
    expect(await client.ask({ ...unsubscribe, securityIds: ['2'] })).toMatchObject({ id: 1, code: 'all-subscribed' });
    expect(await client.ask({ op: 'list', id: 2 })).toEqual({
      type: 'subscriptions',
      id: 2,
      subscriptions: [{ channel: 'topOfBook', mode: 'every', everything: true, securityIds: ['2', '549119'] }],
    });
    expect((await client.ask({ ...unsubscribe, securityIds: ['*'] })).type).toBe('unsubscribed');
    server.exchange.change(2, priced(1));
    server.exchange.addSecurity(3);
    expect(await client.rest()).toEqual([]);
    expect(server.stream.metrics.subscriptions).toBe(0);
  });

  test('an answer of more than 64 KiB arrives whole', async () => {
    for (let id = 1_000_000; id < 1_008_000; id += 1) server.exchange.addSecurity(id);
    const client = await server.connect();
    client.subscribe('*');
    await client.take(8_002);
    const list = await client.ask({ op: 'list' });
    const [topOfBook] = list.subscriptions as { securityIds: string[] }[];
    expect(topOfBook?.securityIds).toHaveLength(8_001);
    expect(JSON.stringify(list).length).toBeGreaterThan(65_536);
  });
});

describe('unsubscribe, list and ping', () => {
  test('unsubscribe ends the updates of the securities named, and is answered', async () => {
    server.exchange.addSecurity(2);
    const client = await server.connect();
    client.subscribe('549119', '2');
    await client.take(3);
    const answer = await client.ask({ op: 'unsubscribe', channel: 'topOfBook', securityIds: ['2', '99'], id: 'u' });
    server.exchange.change(2, priced(1));
    server.exchange.change(549119, priced(1));

    expect(answer).toEqual({ type: 'unsubscribed', id: 'u', channel: 'topOfBook', securityIds: ['2', '99'] });
    expect((await client.rest()).map((message) => message.securityId)).toEqual(['549119']);
    expect(await client.ask({ op: 'list' })).toEqual({
      type: 'subscriptions',
      subscriptions: [{ channel: 'topOfBook', mode: 'every', everything: false, securityIds: ['549119'] }],
    });
  });

  test('ping has the time and the last event of the venue', async () => {
    const client = await server.connect();
    server.exchange.change(549119, priced(1));
    expect(await client.ask({ op: 'ping', id: 0 })).toEqual({
      type: 'pong',
      id: 0,
      cursor: 'c2',
      time: '2026-03-02T14:30:00.000008Z',
      seq: 2,
    });
  });

  test('a connection that ends leaves nothing over', async () => {
    const client = await server.connect();
    client.subscribe('*');
    await client.take(2);
    expect(server.stream.metrics).toMatchObject({
      connections: 1,
      clients: 1,
      subscriptions: 1,
      subscribedSecurities: 1,
    });
    const gone = new Promise((resolve) => server.sockets[0]?.once('close', resolve));
    client.webSocket.close(1000);
    expect((await client.closed).code).toBe(1000);
    await gone;
    await turn();
    expect(server.stream.metrics).toMatchObject({
      connections: 0,
      unauthenticatedConnections: 0,
      clients: 0,
      subscriptions: 0,
      subscribedSecurities: 0,
    });
  });
});
