/**
 * Thousands of cuts, after any byte: what the client library holds and emits afterwards is what the service has, and
 * each call was done once.
 */
import fc from 'fast-check';
import pino from 'pino';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { type Book, OpenAts, type Stream, type TopView } from '../../src/client/index.ts';
import type { TopSide } from '../../src/exchange/api/top-views.ts';
import { CredentialGuard } from '../../src/http/auth/credential-guard.ts';
import { type Call, defineMethod } from '../../src/http/methods/method.ts';
import { required } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { MarketDataStream } from '../../src/marketdata/market-data-stream.ts';
import { CALLED_METHODS } from '../../src/marketdata/requests/protocol.ts';
import { FakeExchange, priced } from '../marketdata/support/fake-exchange.ts';
import { anyClient } from '../marketdata/support/stream-server.ts';
import { ManualTime, turn } from '../support/manual-time.ts';
import { runs } from '../support/thorough.ts';
import { ManualTimers } from './support/manual-timers.ts';
import { MemoryNetwork } from './support/memory-network.ts';

const IDS = [101, 102, 103];
const CHOICES: readonly (string | readonly string[])[] = ['*', ['101'], ['101', '102'], ['103', '101', '102']];

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** A service, and a client whose line the test holds in its hand. */
class Bench {
  readonly exchange = new FakeExchange();
  readonly timers = new ManualTimers();
  readonly network: MemoryNetwork;
  readonly stream: Stream;
  /** The first of each key, in the order in which they were taken. */
  readonly taken: string[] = [];

  /** A service that takes calls costs more to make. */
  constructor(takesCalls = false) {
    for (const id of IDS) this.exchange.addSecurity(id);
    const serverTime = new ManualTime('2026-11-20T15:00:00Z');
    const service = new MarketDataStream({
      exchange: this.exchange,
      guard: new CredentialGuard({ authenticator: anyClient, failuresMax: 3, nowMs: () => 0 }),
      ...(takesCalls ? { calls: this.#calls() } : {}),
      timers: serverTime,
      log,
    });
    this.network = new MemoryNetwork(service);
    const platform = { timers: this.timers, openSocket: this.network.openSocket, random: () => 0 };
    const ats = new OpenAts({ baseUrls: 'http://x', clientID: 'A', developerAPIKey: 'key' }, platform);
    this.stream = ats.stream();
  }

  #calls() {
    const handler = (call: Call<{ note: ReturnType<typeof required<string>> }>) => {
      const { key } = call.idempotency as { key: string };
      const isReplay = this.taken.includes(key);
      if (!isReplay) this.taken.push(key);
      return { fields: { note: call.values.note, place: this.taken.indexOf(key) } };
    };
    const methods = CALLED_METHODS.map((name) =>
      defineMethod({
        ...{ name, verb: 'POST' as const, group: 'ATS', summary: name, idempotent: true, refusals: [] },
        parameters: { note: required(text()) },
        response: Type.Object({}),
        handler,
      }),
    );
    const logger = pino({ level: 'silent' });
    const metrics = { observe: () => {} };
    return { methods, counter: { count: () => {} }, metrics, logger, underWayMax: 1000 };
  }

  /** Until the line is up and nothing is on its way. */
  async settle(): Promise<void> {
    this.network.isDown = false;
    for (let round = 0; round < 20; round++) {
      await this.network.rest();
      // Nothing more to ask after the last answer: it stays disconnected.
      if (['open', 'idle'].includes(this.stream.state) && this.network.isQuiet) return;
      this.timers.advance(1);
    }
    throw new Error(`the stream is ${this.stream.state} and does not come back`);
  }
}

type Step =
  | { readonly do: 'change'; readonly id: number; readonly side: TopSide }
  | { readonly do: 'pass'; readonly pieces: number }
  | { readonly do: 'cut' | 'down' | 'time' }
  | { readonly do: 'cut after'; readonly direction: 'up' | 'down'; readonly bytes: number }
  | { readonly do: 'forget'; readonly id: number }
  | { readonly do: 'follow'; readonly choice: string | readonly string[] }
  | { readonly do: 'leave'; readonly at: number };

const side: fc.Arbitrary<TopSide> = fc.oneof(
  fc.constant(null),
  fc.constant('RFQ' as const),
  fc
    .record({ price: fc.integer({ min: 1, max: 9 }), quantity: fc.integer({ min: 1, max: 9 }) })
    .map((one) => priced(one.price * 1_000_000, one.quantity)),
);
const id = fc.constantFrom(...IDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('change' as const), id, side }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), pieces: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('cut' as const, 'time' as const, 'time' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('cut after' as const),
      direction: fc.constantFrom('up' as const, 'down' as const),
      bytes: fc.integer({ min: 0, max: 900 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('follow' as const), choice: fc.constantFrom(...CHOICES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), at: fc.integer({ min: 0, max: 3 }) }) },
);

/** Follows one feed, and holds each state that it shows against what the venue had at that seq. */
class Follower {
  readonly book: Book<TopView>;
  readonly #history: ReadonlyMap<string, unknown>;
  readonly #seqs = new Map<string, number>();

  constructor(book: Book<TopView>, history: ReadonlyMap<string, unknown>) {
    this.book = book;
    this.#history = history;
    book.on((view) => this.#check(view));
  }

  #check({ securityId, seq, bid }: TopView): void {
    if (seq < (this.#seqs.get(securityId) ?? 0)) throw new Error(`${securityId} goes back to ${seq}`);
    this.#seqs.set(securityId, seq);
    const there = this.#history.get(`${securityId} ${seq}`) ?? 'null';
    if (textOf(bid) !== there) throw new Error(`${securityId} ${seq} shows ${textOf(bid)}, and was ${there}`);
  }
}

/** A side as the stream shows it, of what little the test uses. */
function textOf(shown: TopView['bid']): string {
  if (shown === null) return 'null';
  return 'rfq' in shown ? 'rfq' : `${shown.quantity} at ${Number(shown.price)}`;
}

function textOfTop(top: TopSide | undefined): string {
  if (top === null || top === undefined) return 'null';
  return top !== 'RFQ' ? `${top.quantity} at ${top.price / 1_000_000}` : 'rfq';
}

let cuts = 0;

async function take(
  bench: Bench,
  one: Step,
  { followers, history }: { followers: Follower[]; history: Map<string, string> },
) {
  const { exchange, network, stream, timers } = bench;
  switch (one.do) {
    case 'change':
      history.set(`${one.id} ${(exchange.topOfBook(one.id)?.seq ?? 0) + 1}`, textOfTop(one.side));
      exchange.change(one.id, one.side);
      return;
    case 'pass':
      await network.pass(one.pieces);
      return;
    case 'cut':
      network.cut();
      return;
    case 'down':
      network.isDown = !network.isDown;
      return;
    case 'time':
      timers.advance(1);
      return;
    case 'cut after':
      network.cutAfter[one.direction] = one.bytes;
      return;
    case 'forget':
      exchange.forgetChanges(one.id);
      return;
    case 'follow':
      followers.push(new Follower(stream.topOfBook(one.choice), history));
      return;
    case 'leave':
      followers.splice(one.at, 1)[0]?.book.close();
  }
}

test("a book is the venue's after any cuts, and shows nothing on the way that the venue never had (L10)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const bench = new Bench();
      const history = new Map<string, string>();
      const followers = [new Follower(bench.stream.topOfBook('*'), history)];
      for (const one of steps) await take(bench, one, { followers, history });
      followers.push(new Follower(bench.stream.topOfBook(['102']), history));
      await bench.settle();
      for (const { book } of followers) {
        for (const view of book.views()) {
          const top = bench.exchange.topOfBook(Number(view.securityId));
          expect(view).toMatchObject({ seq: top?.seq ?? 0, stale: false });
          expect(textOf(view.bid)).toBe(textOfTop(top?.bid));
        }
      }
      expect(followers.at(-1)!.book.views().length).toBe(1);
      bench.stream.close();
      cuts += bench.network.cuts;
    }),
    { numRuns: Number(process.env.CUT_RUNS ?? runs(60, 120)), seed: 1 },
  );
  expect(cuts).toBeGreaterThan(runs(100, 100));
});

const callStep: fc.Arbitrary<Step | { readonly do: 'call'; readonly calls: number }> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('call' as const), calls: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 6, arbitrary: step },
);

test('each call is done once and answered, in the order of the calls, across any cuts (L13)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(callStep, { minLength: 5, maxLength: 50 }), async (steps) => {
      const bench = new Bench(true);
      const answers: Promise<{ readonly note: string; readonly place: number }>[] = [];
      const state = { followers: [] as Follower[], history: new Map<string, string>() };
      for (const one of steps) {
        if (one.do !== 'call') {
          await take(bench, one, state);
          continue;
        }
        for (let made = 0; made < one.calls; made++) {
          const fields = { note: String(answers.length) } as never;
          answers.push(bench.stream.createOrder(fields) as never);
        }
        await turn();
      }
      if (answers.length > 0) await bench.settle();
      const settled = await Promise.race([Promise.all(answers), turn().then(() => 'calls without an answer')]);
      if (typeof settled === 'string') throw new Error(settled);
      const notes = settled;
      expect(notes.map(({ note }) => note)).toEqual(answers.map((_, at) => String(at)));
      expect(notes.map(({ place }) => place)).toEqual(answers.map((_, at) => at));
      expect(bench.taken.length).toBe(answers.length);
      bench.stream.close();
      expect(bench.timers.waiting).toBe(0);
    }),
    { numRuns: Number(process.env.CUT_RUNS ?? runs(20, 40)) },
  );
});
