/** Clients of a channel with cursors: their connections are cut and stick, and they resume from their last cursor. */
import fc from 'fast-check';
import type { MatchView } from '../../../src/exchange/api/orders.ts';
import type { SecurityId } from '../../../src/exchange/api/units.ts';
import type { Client } from '../../../src/http/methods/client.ts';
import type { Channel, Side } from '../../../src/marketdata/channels/channel.ts';
import { Pace } from '../../../src/marketdata/channels/pace.ts';
import { ReadTurns } from '../../../src/marketdata/channels/read-turns.ts';
import type { TapeDeps } from '../../../src/marketdata/channels/tape-parts.ts';
import { TradesChannel } from '../../../src/marketdata/channels/trades-channel.ts';
import type { SubscribeRequest } from '../../../src/marketdata/requests/protocol.ts';
import { subscribeRequest } from '../../../src/marketdata/requests/subscribe-request.ts';
import { newCounters } from '../../../src/marketdata/wire/counters.ts';
import type { Frame } from '../../../src/marketdata/wire/frame.ts';
import { SendQueue } from '../../../src/marketdata/wire/send-queue.ts';
import type { SocketWriter } from '../../../src/marketdata/wire/socket-writer.ts';
import { ManualTime, turn } from '../../support/manual-time.ts';
import { FakeExchange } from './fake-exchange.ts';
import { FakeHistory } from './fake-history.ts';
import type { Message } from './stream-client.ts';
import { testClient } from './stream-server.ts';

export const SECURITIES = [1, 2, 3] as SecurityId[];
const UNSENT_MAX = 600;
export const INTERVAL_MS = 50;

/** Keeps what was sent, and takes as much as it is received to. */
class StuckWriter implements SocketWriter {
  readonly frames: Frame[] = [];
  unsentBytes = 0;
  stuck = false;

  write(frame: Frame): boolean {
    this.frames.push(frame);
    if (this.stuck) this.unsentBytes += frame.length;
    return true;
  }

  flush(): void {}

  last(frame: Frame): void {
    this.write(frame);
  }

  /** The messages that are whole when the connection is cut after this share of its bytes. */
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

/** What befalls the connections, and the time between. */
export type ConnectionStep =
  | { readonly do: 'cut'; readonly share: number }
  | { readonly do: 'stick' | 'drain' | 'turn' | 'skip' | 'beat' };
export type Step =
  | ConnectionStep
  | { readonly do: 'trade'; readonly at: number }
  | { readonly do: 'bust' | 'adjust'; readonly at: number };

const aTrade = fc.record({ do: fc.constant('trade' as const), at: fc.nat(2) });
const aBust = fc.record({ do: fc.constantFrom('bust' as const, 'adjust'), at: fc.nat(50) });
// Not a double, most of which are next to nothing.
const aShare = fc.nat(100).map((part) => part / 100);
const aCut = fc.record({ do: fc.constant('cut' as const), share: aShare });

export const connectionStep: fc.Arbitrary<ConnectionStep> = fc.oneof(
  { weight: 2, arbitrary: aCut },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('stick' as const, 'drain', 'turn', 'skip') }) },
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: aTrade },
  { weight: 2, arbitrary: aBust },
  { weight: 6, arbitrary: connectionStep },
);

/** With fewer cuts, and with intervals that pass. */
export const barStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: aTrade },
  { weight: 2, arbitrary: aBust },
  { weight: 1, arbitrary: aCut },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('beat' as const, 'turn') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('stick' as const, 'drain', 'skip', 'turn') }) },
);

/** A client that comes back with the last cursor that it got, on a connection that may be cut anywhere. */
export class Returning {
  readonly received: Message[] = [];
  readonly #channel: Channel;
  readonly #wanted: object;
  readonly #client: Client;
  #writer = new StuckWriter();
  #exit!: SendQueue;
  #side!: Side;

  /** @param wanted fields of its subscribe */
  constructor(channel: Channel, wanted: object, client = testClient('A')) {
    this.#channel = channel;
    this.#wanted = wanted;
    this.#client = client;
    this.#connect(undefined);
  }

  #connect(since: string | undefined): void {
    this.#writer = new StuckWriter();
    this.#exit = new SendQueue(this.#writer, UNSENT_MAX, newCounters(), 0);
    this.#side = this.#channel.open({ sendQueue: this.#exit, client: () => this.#client, requireRoom: () => {} });
    const fields = { op: 'subscribe', channel: this.#channel.name, ...this.#wanted, since };
    const request: SubscribeRequest = subscribeRequest(fields, undefined);
    // The answer goes over the connection too, and may be lost with it.
    this.#side.subscribe(request, 0, (beginning) => {
      const text = JSON.stringify({ type: 'subscribed', ...beginning });
      this.#writer.frames.push({ text, length: text.length + 2 } as Frame);
    });
  }

  /** Reads what came whole, and connects again. */
  cut(share: number): void {
    this.#side.clear();
    const messages = this.#writer.whole(share);
    this.received.push(...messages);
    this.#connect(this.received.findLast(({ cursor }) => cursor !== undefined)?.cursor as string | undefined);
  }

  stick(): void {
    this.#writer.stuck = true;
  }

  drain(): void {
    this.#writer.stuck = false;
    this.#writer.unsentBytes = 0;
    this.#exit.drained(0);
  }

  finish(): void {
    this.cut(1);
    this.#side.clear();
  }
}

export async function play(stage: Stage<TradesChannel>, clients: readonly Returning[], steps: readonly Step[]) {
  const { exchange } = stage;
  const matches: MatchView[] = [];
  const busted = new Set<number>();
  await playOn<Exclude<Step, ConnectionStep>>(stage, clients, steps, (one) => {
    if (one.do === 'trade') {
      matches.push(exchange.trade(SECURITIES[one.at] as number, 1_000_000 + matches.length, 1));
      return;
    }
    const match = matches[one.at];
    if (match !== undefined && one.do === 'adjust') {
      if (!busted.has(match.matchId)) matches[one.at] = exchange.adjust(match, match.price + 7, match.quantity + 1);
      return;
    }
    if (match !== undefined && !busted.has(match.matchId)) exchange.bust(match);
    if (match !== undefined) busted.add(match.matchId);
  });
}

/** @param happens does what is no step of the connections */
export async function playOn<S extends { readonly do: string }>(
  { exchange, timers }: Pick<Stage<Channel>, 'exchange' | 'timers'>,
  clients: readonly Returning[],
  steps: readonly (S | ConnectionStep)[],
  happens: (step: S) => void,
): Promise<void> {
  await turn();
  for (const one of steps) {
    if (one.do === 'cut')
      for (const client of clients) client.cut((one as Extract<ConnectionStep, { do: 'cut' }>).share);
    else if (one.do === 'stick' || one.do === 'drain') for (const client of clients) client[one.do]();
    else if (one.do === 'skip') exchange.skip(1);
    else if (one.do === 'beat') timers.advanceMs(INTERVAL_MS);
    else if (one.do === 'turn') await turn();
    else happens(one as S);
  }
  for (let at = 0; at < 8; at++) {
    for (const client of clients) client.drain();
    await turn();
    timers.advanceMs(INTERVAL_MS);
  }
  for (const client of clients) client.finish();
}

export interface Stage<C extends Channel> {
  readonly exchange: FakeExchange;
  readonly history: FakeHistory;
  readonly timers: ManualTime;
  readonly channel: C;
}

/** A venue with the channel trades, whose tape holds four items only. */
export function aStage(): Stage<TradesChannel> {
  return stageOf((deps) => new TradesChannel(deps));
}

export function stageOf<C extends Channel>(open: (deps: TapeDeps) => C): Stage<C> {
  const exchange = new FakeExchange();
  for (const id of SECURITIES) exchange.addSecurity(id);
  const history = new FakeHistory(exchange);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const timers = new ManualTime('2026-03-02T14:30:00Z');
  const deps = {
    exchange,
    history,
    counters: newCounters(),
    timers,
    turns: new ReadTurns(),
    pace: new Pace(timers),
    log,
  };
  const channel = open({ ...deps, mic: null, tapeItemsMax: 4 });
  exchange.subscribe((event) => channel.publish(event, 0));
  return { exchange, history, timers, channel };
}

/** The seq of the first answer that came: every later event of what was asked for is sent. */
export function beginOf(received: readonly Message[]): number {
  return received.find(({ type }) => type === 'subscribed')?.seq as number;
}
