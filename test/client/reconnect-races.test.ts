/** What is under way on a connection that ends says nothing on the next one. */
import { describe, expect, test } from 'vitest';
import type { Asked } from './support/scripted-venue.ts';
import { ScriptedVenue } from './support/scripted-venue.ts';

const FIRST_CURSOR_MS = 1000;
const CURSOR_MS = 30_000;
/** Longer than a refused call or subscription waits, shorter than until the first cursor. */
const AGAIN_MS = 990;

const refusal = ({ id }: Asked, code: string) => ({ type: 'error', id, code, message: code });
const subscribed = ({ id }: Asked, seq: number) => ({ type: 'subscribed', id, seq, cursor: `c${seq}` });
const pong = ({ id }: Asked, seq: number) => ({ type: 'pong', id, seq, cursor: `c${seq}` });
const top = (seq: number) => ({ type: 'snapshot', channel: 'topOfBook', securityId: '7', seq, market: 'open' });

/** A venue whose market of a security is followed, and subscribed after event 3. */
async function following() {
  const venue = new ScriptedVenue();
  const market = venue.stream.market('7');
  const connection = await venue.open();
  connection.say(subscribed(connection.asked[0]!, 3));
  return { venue, market, connection };
}

describe('the cursor of a ping (S37)', () => {
  test('is not that of a channel which was followed after it was asked for', async () => {
    const { venue, market, connection } = await following();
    await venue.pass(FIRST_CURSOR_MS);
    const trades = venue.stream.trades('7', { since: 'c2' });
    connection.say(pong(connection.of('ping')[0]!, 9));
    expect([market.cursor, trades.cursor]).toEqual(['c9', 'c2']);
    // What came between c2 and c9 is asked for on the next connection.
    const next = await venue.reconnect();
    expect(next.of('subscribe').map(({ channel, since }) => [channel, since])).toEqual([
      ['market', 'c9'],
      ['trades', 'c2'],
    ]);
  });

  test('is taken before the messages after the answer', async () => {
    const { venue, market, connection } = await following();
    await venue.pass(FIRST_CURSOR_MS);
    connection.say(pong(connection.of('ping')[0]!, 9));
    expect(market.cursor).toBe('c9');
    market.on(() => {});
    connection.say({ type: 'update', channel: 'market', securityId: '7', seq: 10, prevSeq: 3, cursor: 'c10' });
    expect(market.cursor).toBe('c10');
  });

  test('is asked for again soon where it was refused, and else seldom', async () => {
    const { venue, connection } = await following();
    await venue.pass(FIRST_CURSOR_MS);
    connection.say(refusal(connection.of('ping')[0]!, 'venue-unavailable'));
    await venue.pass(0);
    await venue.pass(FIRST_CURSOR_MS);
    expect(connection.of('ping').length).toBe(2);
    connection.say(pong(connection.of('ping')[1]!, 9));
    await venue.pass(0);
    await venue.pass(CURSOR_MS - 1);
    expect(connection.of('ping').length).toBe(2);
    await venue.pass(1);
    expect(connection.of('ping').length).toBe(3);
  });

  test('is asked for once at a time, however many connections there were', async () => {
    const { venue } = await following();
    // The first ends before it asks, the second before it is answered.
    await venue.pass(FIRST_CURSOR_MS / 2);
    await venue.reconnect();
    await venue.pass(FIRST_CURSOR_MS / 2);
    expect(venue.connection.of('ping')).toEqual([]);
    await venue.pass(FIRST_CURSOR_MS / 2);
    const connection = await venue.reconnect();
    await venue.pass(FIRST_CURSOR_MS);
    expect(connection.of('ping').length).toBe(1);
    connection.say(pong(connection.of('ping')[0]!, 9));
    await venue.pass(0);
    await venue.pass(CURSOR_MS);
    expect(connection.of('ping').length).toBe(2);
  });
});

describe('a call (S18)', () => {
  const order = { memberid: '1', securityid: '7' } as never;

  test('that was refused for now is not repeated for it on the next connection', async () => {
    const answer = (asked: Asked) => refusal(asked, 'venue-unavailable');
    const venue = new ScriptedVenue();
    const called = venue.stream.createOrder(order);
    const connection = await venue.open();
    connection.say(answer(connection.asked[0]!));
    await venue.pass(AGAIN_MS);
    // It is repeated on its own connection; the second wait is longer than until the next connection.
    connection.say(answer(connection.asked.at(-1)!));
    const next = await venue.reconnect();
    expect(next.of('createOrder').length).toBe(1);
    await venue.pass(AGAIN_MS);
    await venue.pass(AGAIN_MS);
    expect(next.of('createOrder').length).toBe(1);
    next.say({ type: 'answer', id: next.asked[0]!.id, statusCode: '101' });
    await called;
  });
});

test('books are resumed from the venue that they are of, and each from no other (S11)', async () => {
  const venue = new ScriptedVenue();
  const follow = (id: string) => venue.stream.topOfBook(id);
  const book = follow('7');
  const connection = await venue.open();
  connection.say({ ...subscribed(connection.asked[0]!, 3), venue: 'first' });
  connection.say(top(3));
  const next = await venue.reconnect();
  expect(next.asked[0]).toMatchObject({ after: { 7: 3 }, venue: 'first' });
  // Another security is answered first; then the connection ends, and 7 is still of the first venue.
  follow('8');
  next.say({ ...subscribed(next.of('subscribe')[1]!, 3), venue: 'second' });
  next.say({ ...top(1), securityId: '8' });
  const last = await venue.reconnect();
  expect(last.asked[0]).toMatchObject({ securityIds: ['7', '8'], after: { 8: 1 }, venue: 'second' });
  last.say({ ...subscribed(last.asked[0]!, 3), venue: 'second' });
  last.say(top(2));
  expect(book.views().find(({ securityId }) => securityId === '7')).toMatchObject({ seq: 2, stale: false });
});

test('a request that came too fast for the venue is sent again by itself, after a wait (S16)', async () => {
  const venue = new ScriptedVenue();
  venue.stream.topOfBook('7');
  venue.stream.trades('7');
  const connection = await venue.open();
  const [top, trades] = connection.of('subscribe') as [Asked, Asked];
  connection.say(refusal(top, 'too-many-messages'));
  connection.say(subscribed(trades, 3));
  await venue.pass(999);
  expect(connection.of('subscribe').length).toBe(2);
  await venue.pass(100);
  expect(connection.of('subscribe').slice(2)).toEqual([top]);
});

test('cancelOnDisconnect that was refused for now is not asked for twice on the next connection (L14)', async () => {
  const venue = new ScriptedVenue();
  const asked = venue.stream.cancelOnDisconnect();
  const connection = await venue.open();
  connection.say(refusal(connection.of('cancelOnDisconnect')[0]!, 'venue-unavailable'));
  await venue.pass(0);
  const next = await venue.reconnect();
  await venue.pass(AGAIN_MS);
  const requests = next.of('cancelOnDisconnect');
  expect(requests.length).toBe(1);
  next.say({ type: 'cancelOnDisconnect', id: requests[0]!.id, enabled: true, seconds: 15 });
  await asked;
});

test('cancelOnDisconnect is asked again where the venue cannot take it yet (L14)', async () => {
  const venue = new ScriptedVenue();
  const asked = venue.stream.cancelOnDisconnect();
  const connection = await venue.open();
  const requests = () => connection.of('cancelOnDisconnect');
  connection.say(refusal(requests()[0]!, 'venue-unavailable'));
  await venue.pass(0);
  await venue.pass(AGAIN_MS);
  expect(requests().length).toBe(2);
  connection.say({ type: 'cancelOnDisconnect', id: requests()[1]!.id, enabled: true, seconds: 15 });
  await asked;
});

describe.each([
  ['a book', 'topOfBook'],
  ['a channel of events', 'market'],
] as const)('the subscription of %s', (_, channel) => {
  const begin = async () => {
    const venue = new ScriptedVenue();
    const feed = venue.stream[channel]('7');
    return { venue, feed, connection: await venue.open() };
  };

  test('that was refused for now is not asked for twice on the next connection', async () => {
    const { venue, connection } = await begin();
    connection.say(refusal(connection.asked[0]!, 'venue-unavailable'));
    await venue.pass(0);
    const next = await venue.reconnect();
    await venue.pass(AGAIN_MS);
    expect(next.of('subscribe').length).toBe(1);
  });

  test('that is refused on a connection which ends at once is asked for on the next one', async () => {
    const { venue, feed, connection } = await begin();
    connection.say(refusal(connection.asked[0]!, 'unknown-security'));
    const next = await venue.reconnect();
    expect([feed.isClosed, next.of('subscribe').length]).toEqual([false, 1]);
  });
});

test('a book stays stale where the connection ends with the answer that it had caught up (S12)', async () => {
  const venue = new ScriptedVenue();
  const book = venue.stream.topOfBook('7');
  const first = await venue.open();
  first.say(top(1));
  first.say(subscribed(first.asked[0]!, 1));
  const second = await venue.reconnect();
  second.say(subscribed(second.asked[0]!, 1));
  await venue.pass(0);
  second.say({ type: 'pong', id: second.of('ping')[0]!.id });
  second.cut();
  await venue.pass(0);
  expect(book.get('7')?.stale).toBe(true);
});

describe('a channel that is left before its subscription is answered', () => {
  test('and followed again from a cursor shows every event after the cursor (S22)', async () => {
    const venue = new ScriptedVenue();
    venue.stream.trades('1');
    const connection = await venue.open();
    const left = venue.stream.market('7');
    left.close();
    const market = venue.stream.market('7', { since: 'c2' });
    const shown: unknown[] = [];
    market.on((message) => shown.push('seq' in message ? message.seq : message.type));
    const [, first, second] = connection.of('subscribe') as [Asked, Asked, Asked];
    const update = (seq: number) =>
      connection.say({ type: 'update', channel: 'market', securityId: '7', seq, prevSeq: seq - 2, cursor: `c${seq}` });
    connection.say(subscribed(first, 5));
    update(7);
    expect(market.cursor).toBe('c2');
    connection.say(subscribed(second, 2));
    for (const seq of [3, 5, 7]) update(seq);
    expect([shown, market.cursor]).toEqual([[3, 5, 7], 'c7']);
  });

  test('and followed again from now on shows no event of before', async () => {
    const venue = new ScriptedVenue();
    venue.stream.trades('1');
    const connection = await venue.open();
    venue.stream.market('7').close();
    connection.say(subscribed(connection.of('subscribe')[1]!, 5));
    venue.stream.market('7');
    // The second subscription is not answered before the connection ends.
    const next = await venue.reconnect();
    const market = next.of('subscribe').filter(({ channel }) => channel === 'market');
    expect(market.map(({ since }) => since)).toEqual([undefined]);
  });
});
