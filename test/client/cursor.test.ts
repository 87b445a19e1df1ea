/** However a feed is read, who saves its cursor and resumes from it gets the rest, and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Events, FeedOverflow, OpenAts, type Stream } from '../../src/client/index.ts';
import { CredentialGuard } from '../../src/http/auth/credential-guard.ts';
import { EVENT_SCOPES } from '../../src/http/methods/scopes.ts';
import { MarketDataStream } from '../../src/marketdata/market-data-stream.ts';
import { FakeExchange } from '../marketdata/support/fake-exchange.ts';
import { FakeHistory } from '../marketdata/support/fake-history.ts';
import { testClient } from '../marketdata/support/stream-server.ts';
import { ManualTime, turn } from '../support/manual-time.ts';
import { runs } from '../support/thorough.ts';
import { ManualTimers } from './support/manual-timers.ts';
import { MemoryNetwork } from './support/memory-network.ts';

const IDS = [101, 102, 103];
const log = { info: () => {}, warn: () => {}, error: () => {} };

class Venue {
  readonly exchange = new FakeExchange();
  readonly #service: MarketDataStream;

  constructor() {
    for (const id of IDS) this.exchange.addSecurity(id);
    const client = { ...testClient('A'), scopes: new Set(EVENT_SCOPES) };
    const authenticator = { authenticate: async () => client, renew: async () => client };
    this.#service = new MarketDataStream({
      exchange: this.exchange,
      history: new FakeHistory(this.exchange),
      guard: new CredentialGuard({ authenticator, failuresMax: 3, nowMs: () => 0 }),
      timers: new ManualTime('2026-11-20T15:00:00Z'),
      log,
    });
  }

  client(): Client {
    return new Client(this.#service);
  }
}

class Client {
  readonly network: MemoryNetwork;
  readonly stream: Stream;
  readonly timers = new ManualTimers();

  constructor(service: MarketDataStream) {
    this.network = new MemoryNetwork(service);
    const platform = { timers: this.timers, openSocket: this.network.openSocket, random: () => 0 };
    this.stream = new OpenAts({ baseUrls: 'http://x', clientID: 'A', developerAPIKey: 'key' }, platform).stream();
  }

  /** Until the connection is open and nothing is on its way. */
  async settle(): Promise<void> {
    this.network.isDown = false;
    for (let round = 0; round < 20; round++) {
      await this.network.rest();
      if (this.stream.state === 'open' && this.network.isQuiet) return;
      this.timers.advance(1);
    }
    throw new Error(`the stream is ${this.stream.state} and does not come back`);
  }
}

interface Item {
  readonly type: string;
  readonly seq?: number;
}

type Read = Pick<Events<Item>, 'cursor' | 'on' | typeof Symbol.asyncIterator>;
type Follow = (stream: Stream, since?: string) => Read;

const FEEDS: readonly Follow[] = [
  (stream, since) => stream.trades('*', { since }),
  (stream, since) => stream.market(['101', '103'], { since }),
  (stream, since) => stream.orders({ since }),
];
const EVENTS: ReadonlySet<string> = new Set(['trade', 'update', 'event']);

const READINGS = ['next', 'batch', 'loop', 'break', 'listen', 'unlisten'] as const;
type Reading = (typeof READINGS)[number];

/** Reads one feed, in one way at a time, and saves the cursor whenever it likes. */
class Consumer {
  readonly feed: Read;
  readonly seqs: number[] = [];
  readonly saves: { readonly cursor: string | undefined; readonly read: number }[] = [];
  #iterator: AsyncIterator<Item, undefined> | undefined;
  #off: (() => void) | undefined;

  constructor(feed: Read) {
    this.feed = feed;
  }

  read(how: Reading, count: number): void {
    if (how === 'break' || how === 'listen') this.#break();
    if (how !== 'listen') this.#unlisten();
    if (how === 'listen') this.#off ??= this.feed.on((item) => this.#take(item));
    if (how === 'next' || how === 'batch') this.#next(how === 'next' ? 1 : count);
    if (how === 'loop') void this.#loop(count);
  }

  save(): void {
    this.saves.push({ cursor: this.feed.cursor, read: this.seqs.length });
  }

  /** All that it has not read yet. */
  async finish(): Promise<void> {
    this.read('listen', 0);
    await turn();
  }

  #next(count: number): void {
    this.#iterator ??= this.feed[Symbol.asyncIterator]();
    for (let made = 0; made < count; made++) {
      void this.#iterator.next().then(({ value, done }) => {
        if (done !== true) this.#take(value);
      });
    }
  }

  async #loop(count: number): Promise<void> {
    this.#break();
    const iterator = this.feed[Symbol.asyncIterator]();
    this.#iterator = iterator;
    let left = count;
    for await (const item of { [Symbol.asyncIterator]: () => iterator }) {
      this.#take(item);
      left -= 1;
      if (left === 0) break;
    }
    if (this.#iterator === iterator) this.#iterator = undefined;
  }

  #break(): void {
    void this.#iterator?.return?.();
    this.#iterator = undefined;
  }

  #unlisten(): void {
    this.#off?.();
    this.#off = undefined;
  }

  #take({ type, seq }: Item): void {
    if (EVENTS.has(type)) this.seqs.push(Number(seq));
    this.save();
  }
}

type Step =
  | { readonly do: 'trade' | 'market' | 'order'; readonly id: number }
  | { readonly do: 'pass'; readonly pieces: number }
  | { readonly do: 'cut' | 'time' | 'save' }
  | { readonly do: 'cut after'; readonly bytes: number }
  | { readonly do: 'read'; readonly feed: number; readonly how: Reading; readonly count: number };

const id = fc.constantFrom(...IDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('trade' as const, 'market', 'order'), id }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), pieces: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('cut' as const, 'time', 'time', 'save', 'save') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cut after' as const), bytes: fc.integer({ min: 0, max: 900 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      feed: fc.nat(FEEDS.length - 1),
      how: fc.constantFrom(...READINGS),
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
);

async function take(one: Step, { exchange }: Venue, client: Client, consumers: readonly Consumer[]): Promise<void> {
  if (one.do === 'trade') exchange.trade(one.id, 10_000_000, 1);
  else if (one.do === 'market') exchange.setMarket(one.id, 'halted', 'a reason');
  else if (one.do === 'order') exchange.order('A');
  else if (one.do === 'pass') await client.network.pass(one.pieces);
  else if (one.do === 'cut') client.network.cut();
  else if (one.do === 'time') client.timers.advance(1);
  else if (one.do === 'cut after') client.network.cutAfter.down = one.bytes;
  else if (one.do === 'save') for (const consumer of consumers) consumer.save();
  else if (one.do === 'read') {
    consumers[one.feed]?.read(one.how, one.count);
    // Also at a moment at which what was asked for has not come.
    for (const consumer of consumers) consumer.save();
  }
}

/** At most this number of them, the last one included. */
function some<T>(all: readonly T[], atMost: number): T[] {
  const every = Math.max(1, Math.ceil(all.length / atMost));
  return all.filter((_, at) => at % every === 0 || at === all.length - 1);
}

test('the cursor of a feed is that of the last item read, however it is read (L12)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 80 }), async (steps) => {
      const venue = new Venue();
      const client = venue.client();
      const consumers = FEEDS.map((follow) => new Consumer(follow(client.stream)));
      await client.settle();
      for (const one of steps) {
        await take(one, venue, client, consumers);
        await turn();
      }
      await client.settle();
      for (const consumer of consumers) consumer.save();
      for (const [at, consumer] of consumers.entries()) {
        await consumer.finish();
        for (const { cursor, read } of some(consumer.saves, 5)) {
          expect(await resumed(venue, FEEDS[at]!, cursor)).toEqual(consumer.seqs.slice(read));
        }
      }
      client.stream.close();
    }),
    { numRuns: runs(60, 1000) },
  );
});

/** What another process gets that begins at the cursor. */
async function resumed(venue: Venue, follow: Follow, cursor: string | undefined): Promise<number[]> {
  expect(cursor).toMatch(/^c\d+$/);
  const client = venue.client();
  const consumer = new Consumer(follow(client.stream, cursor));
  await consumer.finish();
  await client.settle();
  client.stream.close();
  return consumer.seqs;
}

/** A feed of trades, all of which have come and nobody has read. */
async function unread(trades: number) {
  const venue = new Venue();
  const client = venue.client();
  const feed = client.stream.trades('*');
  await client.settle();
  for (let made = 0; made < trades; made++) venue.exchange.trade(101, 10_000_000, 1);
  await client.settle();
  return { venue, client, feed };
}

const seqsFrom = (venue: Venue, cursor: string | undefined) => resumed(venue, FEEDS[0]!, cursor);

test('of several readers the slowest one decides, and a closed feed keeps its cursor', async () => {
  const { venue, client, feed } = await unread(20);
  const first = feed[Symbol.asyncIterator]();
  const second = feed[Symbol.asyncIterator]();
  const quick: unknown[] = [];
  // What came before anybody read is for the first.
  void second.next();
  const off = feed.on((item) => quick.push(item));
  for (let read = 0; read < 3 + 6; read++) await first.next();
  expect((await seqsFrom(venue, feed.cursor)).length).toBe(14);
  venue.exchange.trade(101, 10_000_000, 1);
  await client.settle();
  expect(quick.length).toBe(1);
  expect((await seqsFrom(venue, feed.cursor)).length).toBe(15);
  feed.close();
  expect((await seqsFrom(venue, feed.cursor)).length).toBe(15);
  off();
});

test('a listener that ends in the middle of what came before it leaves the rest to the next reader', async () => {
  const { feed } = await unread(5);
  const read: number[] = [];
  const off = feed.on((item) => {
    if (item.type === 'trade') read.push(item.seq);
    if (read.length === 2) off();
  });
  await turn();
  expect([read.length, feed.cursor]).toEqual([2, `c${read[1]}`]);
  for await (const item of feed) {
    if (item.type === 'trade') read.push(item.seq);
    if (read.length === 5) break;
  }
  expect(read).toEqual([0, 1, 2, 3, 4].map((more) => read[0]! + more));
});

test('a reader that is too slow can resume from the cursor', async () => {
  const { venue, feed } = await unread(10_010);
  const read: number[] = [];
  const reading = async () => {
    for await (const item of feed) if (item.type === 'trade') read.push(item.seq);
  };
  await expect(reading()).rejects.toThrow(FeedOverflow);
  const rest = await seqsFrom(venue, feed.cursor);
  expect(read.length + rest.length).toBe(10_010);
  expect(rest[0]).toBe(read.at(-1)! + 1);
});
