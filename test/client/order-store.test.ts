/**
 * The store of orders against the real engine: after any orders, cuts after any byte, calls that fail and restarts of
 * the program from what it saved, its orders and positions are those of the venue (L18).
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OpenAts, type OrderStore, type SavedOrders, type StoreChange } from '../../src/client/index.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { executedFields } from '../../src/exchange/api/executions.ts';
import { isTerminal, type OrderView } from '../../src/exchange/api/orders.ts';
import { priceText, sharesText } from '../../src/exchange/api/units.ts';
import { EVENT_SCOPES } from '../../src/http/methods/scopes.ts';
import type { MarketDataStream } from '../../src/marketdata/market-data-stream.ts';
import { ownEventOf } from '../../src/modules/ats/events/own-events.ts';
import { type Deed, deed, markOf, SmallVenue, SURE_DEEDS } from '../marketdata/support/small-venue.ts';
import { testClient } from '../marketdata/support/stream-server.ts';
import { turn } from '../support/manual-time.ts';
import { runs } from '../support/thorough.ts';
import { ManualTimers } from './support/manual-timers.ts';
import { MemoryNetwork } from './support/memory-network.ts';

const OWN = markOf('a');
const OWN_READERS = new Set([OWN]);
const PAGE = 7;

/** A venue, and a program with a store that can be restarted. */
class Bench {
  readonly venue = new SmallVenue();
  readonly timers = new ManualTimers();
  readonly network: MemoryNetwork;
  readonly #service: MarketDataStream;
  store: OrderStore;
  /** Calls of getEvents that fail before one succeeds. */
  failures = 0;
  /** Resumes of the stream that are refused. */
  gaps = 0;
  #stop: () => void = () => {};
  /** Every change that the stores of the program showed, with what they showed then. */
  readonly shown: StoreChange[] = [];

  constructor() {
    const client = { ...testClient(OWN), scopes: new Set(EVENT_SCOPES) };
    this.#service = this.venue.stream(() => client);
    this.network = new MemoryNetwork(this.#service);
    const { history } = this.venue;
    const seqOf = history.seqOf.bind(history);
    history.seqOf = (cursor) => (this.gaps-- > 0 ? 'future' : seqOf(cursor));
    this.store = this.#start(undefined);
  }

  #start(saved: SavedOrders | undefined): OrderStore {
    const fetch = async (url: string) => this.#events(new URL(url));
    const platform = { timers: this.timers, openSocket: this.network.openSocket, random: () => 0, fetch };
    const ats = new OpenAts({ baseUrls: 'http://x', clientID: OWN, developerAPIKey: 'key', budgetMs: 1 }, platform);
    const stream = ats.stream();
    const store = ats.orderStore(stream, saved);
    store.on((change) => this.shown.push(change));
    this.#stop = () => {
      store.close();
      stream.close();
    };
    return store;
  }

  /** GET /v3/events. */
  #events({ searchParams }: URL): Response {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new TypeError('fetch failed');
    }
    const after = Number((searchParams.get('after') ?? 'c0').slice(1));
    if (after > this.venue.replica.lastEventSeq()) {
      return Response.json({ statusCode: '1422', statusDesc: 'Invalid cursor' }, { status: 422 });
    }
    const events = [...this.venue.happened.values()]
      .filter(({ seq }) => seq > after)
      .map((event) => ownEventOf(event))
      .filter((event) => event !== null && (event.clientIds === null || event.clientIds.includes(OWN)))
      .map((event) => JSON.parse(event!.text(false, OWN_READERS)) as { eventSeq: number });
    const page = events.slice(0, PAGE);
    const moreEvents = events.length > PAGE ? 'Yes' : 'No';
    const seq = moreEvents === 'Yes' ? page.at(-1)!.eventSeq : this.venue.replica.lastEventSeq();
    return Response.json({ statusCode: '101', statusDesc: 'Ok', events: page, cursor: `c${seq}`, moreEvents });
  }

  /** The program ends, and begins again with what it had saved: at an end, or in the middle of a change. */
  restart(saved: SavedOrders = this.store.save()): void {
    this.stop();
    this.store = this.#start(JSON.parse(JSON.stringify(saved)) as SavedOrders);
  }

  stop(): void {
    this.#stop();
  }

  async settle(): Promise<void> {
    this.network.isDown = false;
    this.failures = 0;
    for (let round = 0; round < 40; round++) {
      await this.network.rest();
      this.timers.advance(1000);
    }
    await this.store.ready;
  }
}

const rowOf = (order: OrderView): unknown[] => [
  String(order.orderId),
  order.status,
  sharesText(order.quantity),
  sharesText(order.remaining),
  order.ticket.type === 'RFQ' ? 'RFQ' : priceText(order.price),
  ...Object.values(executedFields(order)),
];

/** Each order of the client after its last change. */
function ordersOf(happened: Iterable<ExchangeEvent>): Map<string, OrderView> {
  const orders = new Map<string, OrderView>();
  for (const event of happened) {
    if (event.type !== 'order' || event.order.ticket.clientId !== OWN) continue;
    orders.set(String(event.order.orderId), event.order);
  }
  return orders;
}

/** Shares and amount by account, security and side, of the matches that hold. */
function truePositions({ happened, replica }: SmallVenue): Map<string, number> {
  const sums = new Map<string, number>();
  const orders = ordersOf(happened.values());
  const busted = new Set<number>();
  for (const event of happened.values()) {
    if (event.type === 'notice' && event.notice.kind === 'bust') busted.add(Number(event.notice.to[0]!.fields.tradeID));
  }
  for (const event of happened.values()) {
    if (event.type !== 'match' || busted.has(event.match.matchId)) continue;
    const { matchId, buyOrderId, sellOrderId, securityId } = event.match;
    const { price, quantity } = replica.amendmentsOf([matchId]).get(matchId)?.adjusted ?? event.match;
    for (const [side, orderId] of Object.entries({ bought: buyOrderId, sold: sellOrderId })) {
      const order = orders.get(String(orderId));
      if (order === undefined) continue;
      const key = `${order.ticket.accountId} ${securityId} ${side}`;
      sums.set(`${key}Shares`, (sums.get(`${key}Shares`) ?? 0) + quantity);
      sums.set(`${key}Amount`, (sums.get(`${key}Amount`) ?? 0) + price * quantity);
    }
  }
  return sums;
}

function shownPositions(store: OrderStore): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { accountId, securityId, ...position } of store.positions()) {
    for (const side of ['bought', 'sold'] as const) {
      const key = `${accountId} ${securityId} ${side}`;
      const shares = Number(position[`${side}Shares`]);
      if (shares === 0) continue;
      sums.set(`${key}Shares`, shares);
      sums.set(`${key}Amount`, Math.round(Number(position[`${side}Amount`]) * 1e6));
    }
    const net = Number(position.boughtShares) - Number(position.soldShares);
    expect(Number(position.netShares)).toBe(net);
  }
  return sums;
}

const storedRow = (order: NonNullable<ReturnType<OrderStore['order']>>): unknown[] => {
  const { orderId, orderStatus, number_shares, shares_remaining, price_per_share } = order;
  const { filledShares, filledAmount, averagePrice } = order;
  return [
    orderId,
    orderStatus,
    number_shares,
    shares_remaining,
    price_per_share,
    filledShares,
    filledAmount,
    averagePrice,
  ];
};

function expectRight({ venue, store }: Bench, { hasRestarted }: { readonly hasRestarted: boolean }): void {
  const orders = ordersOf(venue.happened.values());
  const live = [...venue.replica.state.orders.values()].filter(({ ticket }) => ticket.clientId === OWN);
  const expected = live.map((order) => rowOf(order as OrderView));
  const byId = (one: unknown[], other: unknown[]) => Number(one[0]) - Number(other[0]);
  expect(store.openOrders().map(storedRow).sort(byId)).toEqual(expected.sort(byId));
  for (const [orderId, order] of orders) {
    const known = store.order(orderId);
    // One that ended before the program was restarted is not kept.
    if (known === undefined) expect(hasRestarted && isTerminal(order.status)).toBe(true);
    else expect(storedRow(known)).toEqual(rowOf(order));
  }
  expect(shownPositions(store)).toEqual(truePositions(venue));
}

type Step =
  | { readonly do: 'trade'; readonly deeds: readonly Deed[] }
  | { readonly do: 'pass'; readonly pieces: number }
  | { readonly do: 'cut' | 'down' | 'time' | 'restart' | 'restart in a change' | 'gap' | 'fail' }
  | { readonly do: 'cut after'; readonly bytes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('trade' as const), deeds: fc.array(deed, { minLength: 2, maxLength: 10 }) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), pieces: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'time' as const,
        'time',
        'time',
        'cut',
        'down',
        'restart',
        'restart in a change',
        'gap',
        'fail',
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('cut after' as const), bytes: fc.integer({ min: 0, max: 4000 }) }),
  },
);

async function take(one: Step, bench: Bench): Promise<void> {
  const { venue, network, timers, store } = bench;
  if (one.do === 'trade') venue.perform(one.deeds);
  if (one.do === 'pass') await network.pass(one.pieces);
  if (one.do === 'cut') network.cut();
  if (one.do === 'down') network.isDown = !network.isDown;
  if (one.do === 'time') timers.advance(1000);
  if (one.do === 'gap') bench.gaps = 1;
  if (one.do === 'fail') bench.failures = 3;
  if (one.do === 'cut after') network.cutAfter.down = one.bytes;
  if (one.do === 'restart') bench.restart();
  if (one.do === 'restart in a change') {
    // As a program that saves with each change would.
    const stop = store.on(() => {
      stop();
      const saved = store.save();
      queueMicrotask(() => bench.restart(saved));
    });
  }
  await turn();
}

test('orders, average prices and positions are those of the venue after any cuts and restarts', async () => {
  const totals = { cuts: 0, open: 0, ended: 0, positions: 0, restarts: 0, gaps: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const bench = new Bench();
      for (const one of steps) await take(one, bench);
      await bench.settle();
      bench.venue.perform(SURE_DEEDS);
      await bench.settle();
      const hasRestarted = steps.some((one) => one.do.startsWith('restart'));
      expectRight(bench, { hasRestarted });
      bench.stop();
      totals.cuts += bench.network.cuts;
      totals.open += bench.store.openOrders().length;
      totals.ended += [...ordersOf(bench.venue.happened.values()).values()].filter(({ status }) =>
        isTerminal(status),
      ).length;
      totals.positions += bench.store.positions().length;
      totals.restarts += hasRestarted ? 1 : 0;
      totals.gaps += steps.filter((one) => one.do === 'gap').length;
    }),
    { numRuns: runs(40, 500), seed: 1 },
  );
  for (const [what, count] of Object.entries(totals)) expect(count, what).toBeGreaterThan(5);
});

test('each change is shown once, after it is taken in', async () => {
  const bench = new Bench();
  await bench.settle();
  const seen: unknown[] = [];
  bench.store.on((change) => {
    if (change.eventType !== 'order') return;
    seen.push(bench.store.order(change.order.orderId)?.eventSeq === change.eventSeq);
  });
  bench.venue.perform(SURE_DEEDS);
  bench.network.cut();
  await bench.settle();
  const own = [...bench.venue.happened.values()].filter(
    (event) => event.type === 'order' && event.order.ticket.clientId === OWN,
  );
  expect(seen).toEqual(own.map(() => true));
  const seqs = bench.shown.map((change) => (change.eventType === 'reset' ? 0 : change.eventSeq));
  expect(seqs).toEqual([...new Set(seqs)].sort((one, other) => one - other));
  bench.stop();
});

test('a store of a venue that was put back reads it from its beginning', async () => {
  const bench = new Bench();
  bench.venue.perform(SURE_DEEDS);
  await bench.settle();
  const ahead = { ...bench.store.save(), cursor: 'c99999', eventSeq: 99_999 };
  bench.restart({ ...ahead, openOrders: ahead.openOrders.map((order) => ({ ...order, orderId: '77' })) });
  await bench.settle();
  expect(bench.shown.some(({ eventType }) => eventType === 'reset')).toBe(true);
  expectRight(bench, { hasRestarted: false });
  bench.stop();
});

test('a key that may not read events ends the store, and one that is closed is never ready', async () => {
  const answer = { statusCode: '110', statusDesc: 'Permission required', 'Error(s)': 'a scope' };
  const fetch = async () => Response.json(answer, { status: 403 });
  const platform = { timers: new ManualTimers(), random: () => 0, fetch };
  const ats = new OpenAts({ baseUrls: 'http://x', clientID: OWN, developerAPIKey: 'key' }, platform);
  const refused = ats.orderStore(ats.stream());
  const errors: unknown[] = [];
  refused.onError((error) => errors.push(error));
  await expect(refused.ready).rejects.toMatchObject({ statusCode: '110' });
  expect(errors).toMatchObject([{ statusCode: '110' }]);
  const closed = ats.orderStore(ats.stream());
  closed.close();
  await expect(closed.ready).rejects.toThrow('the reader was closed');
  expect(() => ats.orderStore(ats.stream(), { version: 2 } as never)).toThrow('version');
});
