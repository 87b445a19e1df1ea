/**
 * All channels of the client library on one connection, some of them in two ways (S43), across cuts after any byte:
 * books are those of the venue, each event is emitted once and in order, and bars add up to the trades.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Book,
  type DepthView,
  type Events,
  type Level,
  type MarketMessage,
  OpenAts,
  type OrdersMessage,
  type Stream,
  type TopView,
  type Trades,
} from '../../src/client/index.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { TopSide } from '../../src/exchange/api/top-views.ts';
import { priceText } from '../../src/exchange/api/units.ts';
import { EVENT_SCOPES } from '../../src/http/methods/scopes.ts';
import type { MarketDataStream } from '../../src/marketdata/market-data-stream.ts';
import { levelsOf } from '../marketdata/support/levels-of-state.ts';
import { type Deed, deed, markOf, SECURITIES, SmallVenue, SURE_DEEDS } from '../marketdata/support/small-venue.ts';
import { testClient } from '../marketdata/support/stream-server.ts';
import { turn } from '../support/manual-time.ts';
import { runs } from '../support/thorough.ts';
import { ManualTimers } from './support/manual-timers.ts';
import { MemoryNetwork } from './support/memory-network.ts';

const INTERVAL_MS = 50;
const IDS = SECURITIES.map(String);

/** The channels that can be had in several ways, in one of them. */
class Way {
  readonly top: Book<TopView>;
  readonly depth: Book<DepthView>;
  readonly levels: number;
  readonly trades: Trades;

  /** @param intervalMs of bars; undefined: single trades */
  constructor(stream: Stream, levels: number, intervalMs?: number) {
    this.levels = levels;
    this.top = stream.topOfBook('*', { intervalMs });
    this.depth = stream.depth(IDS, { levels, intervalMs });
    this.trades = stream.trades('*', { intervalMs });
  }
}

/** One stream of the library that follows all channels, and what it received. */
class Subscriber {
  readonly network: MemoryNetwork;
  readonly stream: Stream;
  readonly timers = new ManualTimers();
  readonly ways: readonly Way[];
  readonly #received = new Map<string, { readonly type: string }[]>();

  constructor(service: MarketDataStream) {
    this.network = new MemoryNetwork(service);
    const platform = { timers: this.timers, openSocket: this.network.openSocket, random: () => 0 };
    const ats = new OpenAts({ baseUrls: 'http://x', clientID: markOf('a'), developerAPIKey: 'key' }, platform);
    this.stream = ats.stream();
    this.ways = [new Way(this.stream, 3), new Way(this.stream, 5, INTERVAL_MS)];
    for (const [at, { trades }] of this.ways.entries()) this.#keep(`trades ${at}`, trades);
    this.#keep('market', this.stream.market(IDS));
    this.#keep('orders', this.stream.orders());
  }

  #keep<M extends { readonly type: string }>(channel: string, feed: Events<M>): void {
    const received: M[] = [];
    this.#received.set(channel, received);
    feed.on((message) => received.push(message));
  }

  received<M>(channel: string, ...types: string[]): M[] {
    return (this.#received.get(channel) ?? []).filter(({ type }) => types.includes(type)) as M[];
  }

  /** Until the line is up and nothing is on its way. */
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

type Step =
  | { readonly do: 'trade'; readonly deeds: readonly Deed[] }
  | { readonly do: 'pass'; readonly pieces: number }
  | { readonly do: 'cut' | 'down' | 'time' | 'interval' }
  | { readonly do: 'cut after'; readonly direction: 'up' | 'down'; readonly bytes: number };

const OFTEN = ['time', 'time', 'interval', 'interval'] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('trade' as const),
      deeds: fc.array(deed, { minLength: 2, maxLength: 10 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), pieces: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('cut' as const, 'down', ...OFTEN, ...OFTEN) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('cut after' as const),
      direction: fc.constantFrom('up' as const, 'down', 'down', 'down'),
      bytes: fc.integer({ min: 0, max: 4000 }),
    }),
  },
);

async function take(one: Step, venue: SmallVenue, subscribers: readonly Subscriber[]): Promise<void> {
  if (one.do === 'trade') venue.perform(one.deeds);
  if (one.do === 'interval') venue.time.advanceMs(INTERVAL_MS);
  for (const { network, timers } of subscribers) {
    if (one.do === 'pass') await network.pass(one.pieces);
    if (one.do === 'cut') network.cut();
    if (one.do === 'down') network.isDown = !network.isDown;
    if (one.do === 'time') timers.advance(1);
    if (one.do === 'cut after') network.cutAfter[one.direction] = one.bytes;
  }
  await turn();
}

/** As the client shows them: [price, quantity, orders, contingent quantity, contingent orders]. */
function rows(levels: readonly Level[]): unknown[][] {
  return levels.map(({ price, quantity, orders, contingent }) => {
    return [price, quantity, orders, contingent?.quantity ?? 0, contingent?.orders ?? 0];
  });
}

function shown(side: TopSide | undefined): unknown {
  if (side === null || side === undefined) return null;
  if (side === 'RFQ') return { rfq: true };
  return expect.objectContaining({ price: priceText(side.price), quantity: side.quantity, orders: side.orders });
}

function expectBooks({ top, depth, levels }: Way, { replica }: SmallVenue): void {
  for (const id of SECURITIES) {
    const now = replica.topOfBook(id);
    const view = top.get(String(id));
    expect(view).toMatchObject({ seq: now?.seq ?? 0, stale: false });
    expect([view?.bid, view?.offer]).toEqual([shown(now?.bid), shown(now?.offer)]);
    const book = depth.get(String(id));
    expect(book?.stale).toBe(false);
    expect(rows(book?.bids ?? [])).toEqual(levelsOf(replica.state, id, 'buy', levels));
    expect(rows(book?.offers ?? [])).toEqual(levelsOf(replica.state, id, 'sell', levels));
    expect([book?.bidRfq, book?.offerRfq]).toEqual([now?.bid === 'RFQ', now?.offer === 'RFQ']);
  }
}

function expectEvents(subscriber: Subscriber, happened: readonly ExchangeEvent[]): void {
  const own = markOf('a');
  const ofOwn = happened.filter(
    (event) =>
      event.type === 'market' ||
      (event.type === 'order' && event.order.ticket.clientId === own) ||
      (event.type === 'notice' && event.notice.to.some(({ clientId }) => clientId === own)) ||
      (event.type === 'match' && [event.match.buyClientId, event.match.sellClientId].includes(own)),
  );
  expect(subscriber.received<OrdersMessage>('orders', 'event').map(({ seq }) => seq)).toEqual(
    ofOwn.map(({ seq }) => seq),
  );
  expect(subscriber.received<MarketMessage>('market', 'update').map(({ seq }) => seq)).toEqual(
    happened.filter(({ type }) => type === 'market').map(({ seq }) => seq),
  );
}

type Sums = Readonly<Record<'trades' | 'volume', number>>;

/** Of one security: what its trades add up to, and its busts in order. */
async function expectTrades(
  { way, subscriber }: { readonly way: number; readonly subscriber: Subscriber },
  { history, replica }: SmallVenue,
  from: number,
): Promise<void> {
  const days = await history.tradingDays([...SECURITIES], '2026-11-20', replica.lastEventSeq());
  for (const id of SECURITIES) {
    const items = history.items.filter(({ seq, securityId }) => seq > from && securityId === id);
    const matches = items.filter(({ type }) => type === 'trade');
    const received = subscriber
      .received<Sums & { type: string; seq: number; securityId: string; quantity: number }>(
        `trades ${way}`,
        'trade',
        'bar',
        'bust',
        'adjust',
      )
      .filter(({ securityId }) => securityId === String(id));
    const seqs = received.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((one, other) => one - other));
    const counted = received.filter(({ type }) => type === 'trade' || type === 'bar');
    expect(counted.reduce((sum, { trades = 1 }) => sum + trades, 0)).toBe(matches.length);
    expect(counted.reduce((sum, { volume, quantity }) => sum + (volume ?? quantity), 0)).toBe(
      matches.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    for (const amendment of ['bust', 'adjust']) {
      expect(received.filter(({ type }) => type === amendment).map(({ seq }) => seq)).toEqual(
        items.filter(({ type }) => type === amendment).map(({ seq }) => seq),
      );
    }
    const day = days.get(id);
    expect(subscriber.ways[way]?.trades.day(String(id))).toMatchObject({
      volume: day?.volume ?? 0,
      trades: day?.trades ?? 0,
    });
  }
}

test('every channel is exact after any cuts (L10, L12)', async () => {
  const totals = { cuts: 0, bars: 0, trades: 0, events: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const venue = new SmallVenue();
      const client = { ...testClient(markOf('a')), scopes: new Set(EVENT_SCOPES) };
      const service = venue.stream(() => client);
      const subscribers = [new Subscriber(service), new Subscriber(service)];
      for (const one of subscribers) await one.settle();
      const from = venue.replica.lastEventSeq();
      for (const one of steps) await take(one, venue, subscribers);
      for (const one of subscribers) await one.settle();
      venue.perform(SURE_DEEDS);
      await turn();
      venue.time.advanceMs(INTERVAL_MS);
      for (const one of subscribers) {
        await one.settle();
        const happened = [...venue.happened.values()].filter(({ seq }) => seq > from);
        expectEvents(one, happened);
        for (const [way, followed] of one.ways.entries()) {
          expectBooks(followed, venue);
          await expectTrades({ way, subscriber: one }, venue, from);
        }
        totals.cuts += one.network.cuts;
        totals.bars += one.received('trades 1', 'bar').length;
        totals.trades += one.received('trades 0', 'trade').length;
        totals.events += one.received('orders', 'event').length;
        one.stream.close();
      }
    }),
    { numRuns: runs(30, 400), seed: 1 },
  );
  for (const [what, count] of Object.entries(totals)) expect(count, what).toBeGreaterThan(5);
});
