import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Side } from '../../src/marketdata/channels/channel.ts';
import { ReadTurns } from '../../src/marketdata/channels/read-turns.ts';
import { TradesChannel } from '../../src/marketdata/channels/trades-channel.ts';
import { newCounters } from '../../src/marketdata/counters.ts';
import type { Frame } from '../../src/marketdata/frame.ts';
import type { TradeItem } from '../../src/marketdata/history.ts';
import type { Line } from '../../src/marketdata/line.ts';
import { Outlet } from '../../src/marketdata/outlet.ts';
import type { SubscribeRequest } from '../../src/marketdata/protocol.ts';
import { subscribeRequest } from '../../src/marketdata/subscribe-request.ts';
import { ManualTime, turn } from '../support/manual-time.ts';
import { FakeExchange } from './support/fake-exchange.ts';
import { FakeHistory } from './support/fake-history.ts';
import type { Message } from './support/stream-client.ts';
import { testClient } from './support/stream-server.ts';

const SECURITIES = [1, 2, 3];
const UNSENT_MAX = 600;

/** Keeps what was sent, and takes as much as it is told to. */
class WireLine implements Line {
  readonly frames: Frame[] = [];
  unsentBytes = 0;
  stuck = false;

  write(frame: Frame): boolean {
    this.frames.push(frame);
    if (this.stuck) this.unsentBytes += frame.length;
    return true;
  }

  flush(): void {}

  /** The messages that are whole when the line is cut behind so many of its bytes. */
  whole(share: number): Message[] {
    const bytes = this.frames.reduce((sum, { length }) => sum + length, 0);
    let left = Math.floor(bytes * share);
    const whole = this.frames.filter(({ length }) => {
      left -= length;
      return left >= 0;
    });
    return whole.map(({ text }) => JSON.parse(text));
  }
}

type Step =
  | { readonly do: 'trade' | 'bust'; readonly at: number }
  | { readonly do: 'cut'; readonly share: number }
  | { readonly do: 'stick' | 'drain' | 'turn' | 'skip' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('trade' as const), at: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bust' as const), at: fc.nat(50) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cut' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('stick' as const, 'drain', 'turn', 'skip') }) },
);

/** A client that comes back with the last cursor that it got, on a line that may be cut anywhere. */
class Returning {
  readonly told: Message[] = [];
  readonly #channel: TradesChannel;
  readonly #wanted: readonly string[];
  #line = new WireLine();
  #outlet!: Outlet;
  #side!: Side;

  constructor(channel: TradesChannel, wanted: readonly string[]) {
    this.#channel = channel;
    this.#wanted = wanted;
    this.#connect(undefined);
  }

  #connect(since: string | undefined): void {
    this.#line = new WireLine();
    const outlet = new Outlet(this.#line, UNSENT_MAX, newCounters(), 0);
    this.#outlet = outlet;
    this.#side = this.#channel.open({ outlet, client: () => testClient('A'), requireRoom: () => {} });
    const fields = { op: 'subscribe', channel: 'trades', securityIds: [...this.#wanted], since };
    const request: SubscribeRequest = subscribeRequest(fields, undefined);
    // The answer goes over the line too, and may be lost with it.
    this.#side.subscribe(request, 0, (beginning) => {
      const text = JSON.stringify({ type: 'subscribed', ...beginning });
      this.#line.frames.push({ text, length: text.length + 2 } as Frame);
    });
  }

  /** Reads what came whole, and connects again. */
  cut(share: number): void {
    this.#side.clear();
    const messages = this.#line.whole(share);
    this.told.push(...messages);
    this.#connect(this.told.findLast(({ cursor }) => cursor !== undefined)?.cursor as string | undefined);
  }

  stick(): void {
    this.#line.stuck = true;
  }

  drain(): void {
    this.#line.stuck = false;
    this.#line.unsentBytes = 0;
    this.#outlet.drained(0);
  }

  async finish(): Promise<void> {
    for (let at = 0; at < 8; at++) {
      this.drain();
      await turn();
    }
    this.cut(1);
    this.#side.clear();
  }
}

async function play(exchange: FakeExchange, clients: readonly Returning[], steps: readonly Step[]): Promise<void> {
  const matches = [];
  const busted = new Set<number>();
  for (const one of steps) {
    if (one.do === 'trade') matches.push(exchange.trade(SECURITIES[one.at] as number, 1_000_000 + matches.length, 1));
    else if (one.do === 'bust') {
      const match = matches[one.at];
      if (match !== undefined && !busted.has(match.matchId)) exchange.bust(match);
      if (match !== undefined) busted.add(match.matchId);
    } else if (one.do === 'cut') for (const client of clients) client.cut(one.share);
    else if (one.do === 'stick' || one.do === 'drain') for (const client of clients) client[one.do]();
    else if (one.do === 'skip') exchange.skip(1);
    else await turn();
  }
  for (const client of clients) await client.finish();
}

test('whatever is cut, what is told is each trade and bust of the venue once, in its order (S23)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const exchange = new FakeExchange();
      for (const id of SECURITIES) exchange.addSecurity(id);
      const history = new FakeHistory(exchange);
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const timers = new ManualTime('2026-03-02T14:30:00Z');
      const parts = { exchange, history, counters: newCounters(), timers, turns: new ReadTurns(), log };
      const channel = new TradesChannel({ ...parts, tapeItemsMax: 4 });
      exchange.subscribe((event) => channel.publish(event, 0));
      const [all, some] = [new Returning(channel, ['*']), new Returning(channel, ['1', '3'])];
      await play(exchange, [all, some], steps);

      expectAll(all.told, SECURITIES, history.items);
      expectAll(some.told, [1, 3], history.items);
      expect(channel.subscriptionCount).toBe(0);
    }),
    { numRuns: 150 },
  );
});

/** All of each security that its snapshot, or else the first answer, did not have in it; in one order. */
function expectAll(told: readonly Message[], securityIds: readonly number[], happened: readonly TradeItem[]): void {
  const begin = told[0]?.seq as number;
  for (const id of securityIds) {
    const own = told.filter(({ securityId }) => securityId === String(id));
    const from = own[0]?.type === 'snapshot' ? (own[0].seq as number) : begin;
    const expected = happened.filter(({ seq, securityId }) => seq > from && securityId === id);
    expect(own.filter(isNews).map(({ type, seq, tradeId }) => `${type} ${seq} ${tradeId}`)).toEqual(
      expected.map(({ type, seq, tradeId }) => `${type} ${seq} ${tradeId}`),
    );
  }
  const seqs = told.filter(isNews).map(({ seq }) => seq as number);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
  expectChains(told);
}

const isNews = ({ type }: Message): boolean => type === 'trade' || type === 'bust';

/** The first message of a security behind an answer has the seq of the cursor, any other that of the one before. */
function expectChains(told: readonly Message[]): void {
  let [begin, last] = [0, new Map<unknown, unknown>()];
  for (const { type, seq, prevSeq, securityId } of told) {
    if (type === 'subscribed') [begin, last] = [seq as number, new Map()];
    else {
      if (type !== 'snapshot' && type !== 'day') expect(prevSeq).toBe(last.get(securityId) ?? begin);
      last.set(securityId, seq);
    }
  }
}
