import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventSeq } from '../../src/exchange/api/units.ts';
import { expectChain } from './support/chain.ts';
import { priced } from './support/fake-exchange.ts';
import type { Message } from './support/stream-client.ts';
import { startServer, type TestServer } from './support/stream-server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.close());

describe('resume', () => {
  const resume = (after: Record<string, number>, securityIds = ['549119']) => ({
    op: 'subscribe',
    channel: 'topOfBook',
    securityIds,
    after,
  });

  test('sends what was missed as updates instead of a snapshot', async () => {
    for (let i = 1; i <= 5; i += 1) server.exchange.change(549119, priced(i));
    const client = await server.connect();
    client.send(resume({ 549119: 2 }));
    const messages = await client.rest();
    server.exchange.change(549119, priced(6));
    const live = await client.next();

    expect(messages.map((message) => [message.type, message.prevSeq, message.seq])).toEqual([
      ['subscribed', undefined, undefined],
      ['update', 2, 3],
      ['update', 3, 4],
      ['update', 4, 5],
    ]);
    expect(live).toMatchObject({ type: 'update', prevSeq: 5, seq: 6 });
  });

  test('the updates are the same, byte for byte, as those who stayed got', async () => {
    const stayed = await server.connect();
    stayed.subscribe('549119');
    await stayed.take(2);
    for (let i = 1; i <= 3; i += 1) server.exchange.change(549119, priced(i), 'RFQ');
    const live = await stayed.take(3);
    const returned = await server.connect();
    returned.send(resume({ 549119: 0 }));
    expect((await returned.rest()).slice(1)).toEqual(live);
  });

  test('sends nothing when nothing was missed; the chain goes on', async () => {
    server.exchange.change(549119, priced(1));
    const client = await server.connect();
    client.send(resume({ 549119: 1 }));
    expect((await client.rest()).map((message) => message.type)).toEqual(['subscribed']);
    server.exchange.change(549119, priced(2));
    expect(await client.rest()).toMatchObject([{ prevSeq: 1, seq: 2 }]);
  });

  test('from changes that are no longer kept gives a snapshot that says so', async () => {
    for (let i = 1; i <= 3; i += 1) server.exchange.change(549119, priced(i));
    server.exchange.forgetChanges(549119);
    const client = await server.connect();
    client.send(resume({ 549119: 1 }));
    server.exchange.change(549119, priced(9));
    const [, snapshot, ...updates] = await client.rest();
    // The request may have been read before or after the last change.
    expect(snapshot).toMatchObject({ type: 'snapshot', resumed: false, reason: 'too-old' });
    expectChain([snapshot as Message, ...updates], 4);
  });

  test('ends where the live updates go on, when the state is ahead of the events', async () => {
    server.exchange.change(549119, priced(1));
    const stayed = await server.connect();
    stayed.subscribe('549119');
    await stayed.take(2);
    server.exchange.change(549119, priced(2));
    const deliver = server.exchange.changeSilently(549119, priced(3));
    const client = await server.connect();
    client.send(resume({ 549119: 1 }));
    expect((await client.rest()).slice(1)).toMatchObject([{ prevSeq: 1, seq: 2 }]);
    deliver();
    expect(await client.rest()).toMatchObject([{ prevSeq: 2, seq: 3 }]);
  });

  test('each security of a request for itself; the others get a plain snapshot', async () => {
    server.exchange.addSecurity(2);
    server.exchange.addSecurity(3);
    for (const id of [549119, 2, 3]) server.exchange.change(id, priced(1));
    server.exchange.forgetChanges(2);
    const client = await server.connect();
    client.send(resume({ 549119: 0, 2: 0 }, ['*']));
    const messages = (await client.rest()).slice(1);
    expect(messages.map(({ type, securityId, resumed }) => [type, securityId, resumed])).toEqual([
      ['update', '549119', undefined],
      ['snapshot', '2', false],
      ['snapshot', '3', undefined],
    ]);
  });

  test('from a seq that does not exist yet is refused as a whole', async () => {
    server.exchange.addSecurity(2);
    server.exchange.change(549119, priced(1));
    const client = await server.connect();
    expect(await client.ask(resume({ 549119: 1, 2: 1 }, ['549119', '2']))).toMatchObject({
      type: 'error',
      code: 'future-sequence',
      message: 'after is ahead of what the venue has published: 2',
    });
    expect(server.stream.metrics.subscriptions).toBe(0);
    expect((await client.ask(resume({ 549119: 1, 2: 0 }, ['549119', '2']))).type).toBe('subscribed');
    expect(await client.rest()).toEqual([]);
  });

  test('of another venue, or of one that was put back, begins with a snapshot, whatever the seq', async () => {
    server.exchange.change(549119, priced(1));
    const client = await server.connect();
    const { venue } = await client.ask(resume({ 549119: 1 }));
    const begun = async (seq: number, of: unknown) => {
      client.send({ ...resume({ 549119: seq }), venue: of });
      return (await client.rest()).map(({ type, resumed }) => [type, resumed]);
    };
    expect(await begun(1, venue)).toEqual([['subscribed', undefined]]);
    server.exchange.restores = [{ id: 'restored', seq: 0 as EventSeq }];
    const snapshot = [
      ['subscribed', undefined],
      ['snapshot', undefined],
    ];
    expect([await begun(1, venue), await begun(9, venue)]).toEqual([snapshot, snapshot]);
    expect(await begun(1, 'restored')).toEqual([['subscribed', undefined]]);
    expect((await client.ask({ ...resume({ 549119: 1 }), venue: 'x'.repeat(101) })).code).toBe('malformed-request');
  });

  test('of an unknown security, or of too many, is refused', async () => {
    const small = await startServer({ resumesPerMessageMax: 1 });
    small.exchange.addSecurity(2);
    const client = await small.connect();
    expect((await client.ask(resume({ 77: 1 }, ['*']))).code).toBe('unknown-security');
    expect((await client.ask(resume({ 549119: 1, 2: 1 }, ['*']))).code).toBe('malformed-request');
    expect(small.stream.metrics.subscriptions).toBe(0);
    await small.close();
  });
});
