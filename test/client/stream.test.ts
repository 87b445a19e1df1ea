/** The stream of the client library against the service's own, over real sockets. */
import { afterEach, expect, test } from 'vitest';
import { OpenAts, type Stream, type StreamSettings } from '../../src/client/index.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { EVENT_SCOPES } from '../../src/http/methods/scopes.ts';
import { priced } from '../marketdata/support/fake-exchange.ts';
import { anyClient, startServer, type TestServer, testClient } from '../marketdata/support/stream-server.ts';
import { ManualTimers } from './support/manual-timers.ts';

const ID = '549119';

let server: TestServer;
const streams: Stream[] = [];

afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await server.close();
});

interface Opened {
  readonly stream: Stream;
  readonly timers: ManualTimers;
  /** Resolves at the next change of the state to this one. */
  state(state: Stream['state']): Promise<void>;
}

async function open(key = 'key', settings: StreamSettings = {}, authenticator = anyClient): Promise<Opened> {
  server = await startServer({}, authenticator);
  const timers = new ManualTimers();
  const platform = { timers, random: () => 0.99 };
  const ats = new OpenAts({ baseUrls: `http://${server.address}`, clientID: 'A', developerAPIKey: key }, platform);
  const stream = ats.stream(settings);
  streams.push(stream);
  const state = (wanted: Stream['state']) =>
    new Promise<void>((resolve) => {
      const stop = stream.onState((change) => {
        if (change.state !== wanted) return;
        stop();
        resolve();
      });
    });
  return { stream, timers, state };
}

/** Until a feed emits what `isIt`. */
function until<T>(feed: { on(listener: (item: T) => void): () => void }, isIt: (item: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const stop = feed.on((item) => {
      if (!isIt(item)) return;
      stop();
      resolve(item);
    });
  });
}

test('a book has the snapshot and then every change (L9)', async () => {
  const { stream } = await open();
  server.exchange.change(549119, priced(10_250_000));
  const top = stream.topOfBook(ID);
  await top.ready;
  expect(top.get(ID)).toMatchObject({
    seq: 1,
    market: 'open',
    bid: { price: '10.250000', quantity: 100 },
    offer: null,
  });
  const changed = until(top, ({ seq }) => seq === 3);
  server.exchange.change(549119, priced(10_250_000), 'RFQ');
  server.exchange.change(549119, null);
  expect(await changed).toMatchObject({ bid: null, stale: false });
  expect(top.views()).toEqual([top.get(ID)]);
});

test('a book is stale while the line is down, and then has all that was missed (L10, L11)', async () => {
  const { stream, timers, state } = await open();
  const top = stream.topOfBook(ID);
  await top.ready;
  const seen: string[] = [];
  top.on(({ seq, stale }) => seen.push(`${seq}${stale ? ' stale' : ''}`));
  const lost = state('waiting');
  server.sockets[0]!.destroy();
  await lost;
  expect(top.get(ID)).toMatchObject({ seq: 0, stale: true });
  for (let price = 1; price <= 3; price++) server.exchange.change(549119, priced(price * 1_000_000));
  const caughtUp = until(top, ({ seq }) => seq === 3);
  timers.advance(250);
  expect(await caughtUp).toMatchObject({ stale: false, bid: { price: '3.000000' } });
  expect(seen).toEqual(['0 stale', '1', '2', '3']);
});

test('a second cut resumes: each missed change comes, and no snapshot (L10)', async () => {
  const { stream, timers, state } = await open();
  server.exchange.change(549119, priced(9_000_000));
  const top = stream.topOfBook('*');
  await top.ready;
  const seen: string[] = [];
  top.on(({ seq, stale }) => seen.push(`${seq}${stale ? ' stale' : ''}`));
  const lost = state('waiting');
  server.sockets[0]!.destroy();
  await lost;
  for (let price = 1; price <= 3; price++) server.exchange.change(549119, priced(price * 1_000_000));
  server.exchange.addSecurity(549120);
  const caughtUp = until(top, ({ securityId }) => securityId === '549120');
  timers.advance(250);
  await caughtUp;
  expect(seen.slice(0, 4)).toEqual(['1 stale', '2', '3', '4']);
});

test('a silent line is cut, and the next one goes on (L7)', async () => {
  const { stream, timers, state } = await open();
  const top = stream.topOfBook(ID);
  await top.ready;
  const waiting = state('waiting');
  timers.advance(5000);
  await waiting;
  expect(top.get(ID)?.stale).toBe(true);
  const live = until(top, ({ stale }) => !stale);
  timers.advance(250);
  await live;
});

test('a goodbye says when to come back (L7)', async () => {
  const { stream, timers, state } = await open();
  const top = stream.topOfBook(ID);
  await top.ready;
  const waiting = state('waiting');
  void server.stream.stop();
  await waiting;
  expect(top.get(ID)?.stale).toBe(true);
  // Later than a lost line would be tried again, and at the latest when the service said.
  timers.advance(300);
  expect(stream.state).toBe('waiting');
  const dialled = state('connecting');
  timers.advance(5000);
  await dialled;
});

test('a book can be had at an interval, next to every change, on one connection (L9, S43)', async () => {
  const { stream } = await open();
  const top = stream.topOfBook(ID, { intervalMs: 100 });
  const every = stream.topOfBook(ID);
  await Promise.all([top.ready, every.ready]);
  expect(server.sockets.length).toBe(1);
  const seen: number[] = [];
  every.on(({ seq }) => seen.push(seq));
  const changed = until(top, ({ seq }) => seq === 3);
  for (let price = 1; price <= 3; price++) server.exchange.change(549119, priced(price * 1_000_000));
  server.timers.advanceMs(100);
  expect(await changed).toMatchObject({ bid: { price: '3.000000' }, stale: false });
  expect(seen).toEqual([1, 2, 3]);
  top.close();
  server.exchange.change(549119, priced(4_000_000));
  await until(every, ({ seq }) => seq === 4);
});

test('an unknown security is refused, and others are not (L8)', async () => {
  const { stream } = await open();
  const unknown = stream.topOfBook(['1', ID]);
  const known = stream.topOfBook(ID);
  const errors: Error[] = [];
  unknown.onError((error) => errors.push(error));
  await expect(unknown.ready).rejects.toMatchObject({ code: 'unknown-security' });
  await known.ready;
  expect([errors.length, unknown.isClosed, known.isClosed]).toEqual([1, true, false]);
  expect(known.get(ID)).toBeDefined();
});

test('a key that is refused ends the stream and its feeds (L7)', async () => {
  const { stream } = await open('wrong');
  const top = stream.topOfBook(ID);
  await expect(top.ready).rejects.toMatchObject({ code: 'authentication-failed' });
  expect(stream.state).toBe('closed');
  expect(() => stream.topOfBook(ID)).toThrow('the stream is closed');
});

test('a feed of own events ends when its key loses the right to them (S32)', async () => {
  let scopes = new Set<string>(EVENT_SCOPES);
  const authenticate = async (clientId: string) => ({ ...testClient(clientId), scopes });
  const authenticator = { authenticate, renew: ({ clientId }: { clientId: string }) => authenticate(clientId) };
  const { stream } = await open('key', {}, authenticator);
  const feeds = [stream.orders(), stream.orders({ clients: 'all' })];
  await Promise.all(feeds.map(({ ready }) => ready));
  const refused = feeds.map((feed) => new Promise<Error>((resolve) => feed.onError(resolve)));
  scopes = new Set();
  server.stream.accessChanged('A');
  // Once the key has been looked at again.
  const areClosed = () => {
    server.exchange.order('A');
    return feeds.every(({ isClosed }) => isClosed);
  };
  await expect.poll(areClosed).toBe(true);
  for (const error of await Promise.all(refused)) expect(error).toMatchObject({ code: 'not-permitted' });
});

test('an iterator gives the newest of each security, and is done when the feed is closed (L9)', async () => {
  const { stream } = await open();
  const top = stream.topOfBook(ID);
  const reader = top[Symbol.asyncIterator]();
  const first = reader.next();
  expect((await first).value).toMatchObject({ seq: 0 });
  const last = until(top, ({ seq }) => seq === 5);
  for (let price = 1; price <= 5; price++) server.exchange.change(549119, priced(price * 1_000_000));
  await last;
  expect((await reader.next()).value).toMatchObject({ seq: 5 });
  top.close();
  expect(await reader.next()).toEqual({ value: undefined, done: true });
});

test('a quiet channel stays young: a cut after a million other events is no gap (S37, L12)', async () => {
  const { stream, timers, state } = await open();
  const market = stream.market(ID);
  await market.ready;
  const received: string[] = [];
  market.on((message) => received.push(message.type === 'notice' ? message.text : message.type));
  server.exchange.skip(2_000_000);
  timers.advance(1000);
  const cursor = `c${server.exchange.lastEventSeq()}`;
  await expect.poll(() => market.cursor).toBe(cursor);
  const lost = state('waiting');
  server.sockets[0]!.destroy();
  await lost;
  server.exchange.notice('About it', 549119 as SecurityId, 'warning');
  server.exchange.notice('To all');
  const caughtUp = until(market, (message) => message.type === 'notice' && message.text === 'To all');
  timers.advance(250);
  await caughtUp;
  expect(received.filter((what) => what !== 'snapshot')).toEqual(['About it', 'To all']);
});
