/** A reader of a book over HTTP that waits for its seq on the stream needs no further event (S27, S40). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DepthLevel } from '../../src/exchange/api/market-reads.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import { priceText, type SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import { DepthChannel } from '../../src/marketdata/channels/depth-channel.ts';
import { subscribeRequest } from '../../src/marketdata/requests/subscribe-request.ts';
import { newCounters } from '../../src/marketdata/wire/counters.ts';
import { Flusher } from '../../src/marketdata/wire/flusher.ts';
import type { Frame } from '../../src/marketdata/wire/frame.ts';
import { SendQueue } from '../../src/marketdata/wire/send-queue.ts';
import { ruledFlow } from '../exchange/random-flow.ts';
import { restartedState } from '../exchange/restarted-state.ts';
import { DOLLAR, OPEN_FRIDAY, order, security } from '../exchange/venue.ts';
import { ManualTime } from '../support/manual-time.ts';
import { runs, THOROUGH } from '../support/thorough.ts';
import { type CopiedLevel, DepthCopy } from './support/depth-copy.ts';
import type { Message } from './support/stream-client.ts';
import { testClient } from './support/stream-server.ts';

const SECURITIES = [7, 8, 9] as SecurityId[];
const INTERVAL_MS = 50;
const LEVELS = [1, 2, 4, 'all'] as const;
type Levels = (typeof LEVELS)[number];
const FORMS = [{}, { checksum: true }, { mode: 'conflated', intervalMs: INTERVAL_MS }] as const;

interface DepthMessage extends Message {
  readonly securityId: string;
  readonly seq: number;
  readonly prevSeq?: number;
}
type Depth = NonNullable<ReturnType<Replica['depth']>>;

const countOf = (levels: Levels) => (levels === 'all' ? Number.POSITIVE_INFINITY : levels);

/** A node: a copy of the venue, and its stream. */
class Node {
  readonly time: ManualTime;
  readonly flusher: Flusher;
  readonly replica: Replica;
  readonly channel: DepthChannel;

  constructor(state: VenueState, sequence: number, time: ManualTime) {
    const log = { error: () => {} };
    this.time = time;
    this.replica = new Replica({ state, sequence, clock: time, alwaysOpen: false, log });
    this.flusher = new Flusher(time);
    const { flusher, replica } = this;
    this.channel = new DepthChannel({ exchange: replica, counters: newCounters(), timers: time, flusher });
    replica.subscribe((event) => this.channel.publish(event, 0));
  }

  apply(commands: readonly UntimedCommand[]): void {
    const timed = commands.map((command) => ({ ...command, time: this.time.nowUs() }));
    this.replica.apply({ firstSequence: this.replica.sequence + 1, commands: timed });
    this.replica.publish();
  }

  /** Another node that begins with a snapshot of this one. */
  restarted(): Node {
    const state = restartedState(this.replica.state, 3);
    return new Node(state, this.replica.sequence, this.time);
  }

  async rest(): Promise<void> {
    while (!this.flusher.isIdle) await new Promise(setImmediate);
    await Promise.resolve();
    this.time.advanceMs(INTERVAL_MS);
  }
}

/** A connection with one subscription. Keeps what it was sent, and a book for each security. */
class Subscriber {
  readonly levels: Levels;
  readonly sent: DepthMessage[] = [];
  readonly copies = new Map(SECURITIES.map((id) => [String(id), new DepthCopy()]));

  constructor({ channel }: Node, levels: Levels, form: object, after: Readonly<Record<string, number>> = {}) {
    this.levels = levels;
    const write = (frame: Frame) => {
      const message = JSON.parse(frame.text);
      this.sent.push(message);
      this.copies.get(message.securityId)?.take(message);
      return true;
    };
    const socket = { write, last: write, flush() {}, unsentBytes: 0 };
    const sendQueue = new SendQueue(socket, 1e6, newCounters(), 0);
    const side = channel.open({ sendQueue, client: () => testClient('A'), requireRoom: () => {} });
    const request = { channel: 'depth', securityIds: SECURITIES.map(String), levels, after, ...form };
    side.subscribe(subscribeRequest(request, undefined), 0, () => {});
  }
}

/** A book that was read over HTTP, and the subscription whose later messages are put into it. */
interface Join {
  readonly securityId: SecurityId;
  readonly http: Depth;
  readonly stream: Subscriber;
}

const shown = ({ price, contingentQuantity, contingentOrders, ...plain }: DepthLevel): CopiedLevel => {
  const contingent = { quantity: contingentQuantity, orders: contingentOrders };
  return { price: priceText(price), ...plain, ...(contingentOrders === 0 ? {} : { contingent }) };
};

const fieldsOf = (depth: Depth) => ({ ...depth, bids: depth.bids.map(shown), offers: depth.offers.map(shown) });

function bookOf(copy: DepthCopy) {
  const sides = { bids: copy.shown('bids'), offers: copy.shown('offers') };
  return { ...sides, bidRfq: copy.rfq('bids'), offerRfq: copy.rfq('offers') };
}

function expectedBook(depth: Depth) {
  const { bids, offers, bidRfq, offerRfq } = fieldsOf(depth);
  return { bids, offers, bidRfq, offerRfq };
}

/** What the flows came to. */
const seen = { followed: 0 };

/** Compares every subscription, and every book read before, with what the nodes answer over HTTP now. */
function expectNoWait(nodes: readonly Node[], streams: readonly Subscriber[], joins: readonly Join[]): void {
  for (const securityId of SECURITIES) {
    for (const { levels, copies } of streams) {
      for (const { replica } of nodes) {
        const http = replica.depth(securityId, countOf(levels))!;
        const copy = copies.get(String(securityId))!;
        // It has come, without another event; and is no later than what it shows.
        expect(copy.seq).toBe(http.seq);
        expect(bookOf(copy)).toEqual(expectedBook(http));
        expect([copy.wrongChecksums, copy.brokenChains]).toEqual([0, 0]);
      }
    }
  }
  for (const { securityId, http, stream } of joins) {
    const copy = new DepthCopy();
    copy.take({ type: 'snapshot', ...fieldsOf(http) });
    const later = stream.sent.filter((one) => one.securityId === String(securityId) && one.seq > http.seq);
    // One update for what happened before the answer and after it has not all that changed since: S27 says to resume.
    if (later[0]?.prevSeq !== undefined && later[0].prevSeq !== http.seq) continue;
    seen.followed += 1;
    for (const message of later) copy.take(message);
    expect(bookOf(copy)).toEqual(bookOf(stream.copies.get(String(securityId))!));
  }
}

const step = fc.record({
  commands: fc.integer({ min: 1, max: 6 }),
  /** Whether other messages are to be sent before those of depth: several groups become one update. */
  isBusy: fc.boolean(),
  what: fc.constantFrom('read', 'read', 'read', 'restart', 'subscribe', 'resume'),
});

test('a wait for the seq of HTTP ends without a further event, and what follows it makes the book', async () => {
  await fc.assert(
    fc.asyncProperty(ruledFlow(150), fc.array(step, { minLength: 8, maxLength: 30 }), async (flow, steps) => {
      const time = new ManualTime(OPEN_FRIDAY);
      const node = new Node(new VenueState(0, undefined, 3), 0, time);
      const nodes = [node, new Node(new VenueState(0, undefined, 3), 0, time)];
      const apply = (commands: readonly UntimedCommand[]) => {
        time.advanceMs(20);
        for (const one of nodes) one.apply(commands);
      };
      apply([{ type: 'rules', version: RULES }, ...flow.slice(0, 3)]);
      const streams: Subscriber[] = [];
      const subscribe = (to: Node, after?: (levels: Levels) => Record<string, number>) => {
        for (const levels of LEVELS) {
          for (const form of FORMS) streams.push(new Subscriber(to, levels, form, after?.(levels)));
        }
      };
      subscribe(node);
      const joins: Join[] = [];
      let at = 3;
      for (const { commands, isBusy, what } of steps) {
        if (isBusy) node.flusher.add({ flush() {} });
        apply(flow.slice(at, at + commands));
        at += commands;
        const other = nodes[1] as Node;
        for (const securityId of what === 'read' ? SECURITIES : []) {
          for (const stream of streams.slice(0, LEVELS.length * FORMS.length)) {
            joins.push({ securityId, http: other.replica.depth(securityId, countOf(stream.levels))!, stream });
          }
        }
        const pairs = (levels: Levels) =>
          SECURITIES.map((id) => [String(id), other.replica.depth(id, countOf(levels))!.seq] as const);
        if (isBusy && what !== 'restart') continue;
        while (node.replica.state.pending.isPending || node.replica.state.engine.hasPendingWork) {
          apply([{ type: 'continue' }]);
        }
        await node.rest();
        if (what === 'restart') nodes[1] = node.restarted();
        if (what === 'subscribe') subscribe(node);
        // A resumed one has what it missed put into nothing: its book is read over HTTP with the same seq.
        if (what === 'resume') {
          const before = streams.length;
          subscribe(node, (levels) => Object.fromEntries(pairs(levels)));
          for (const stream of streams.slice(before)) {
            for (const id of SECURITIES) {
              const fields = fieldsOf(other.replica.depth(id, countOf(stream.levels))!);
              expect(stream.sent).toEqual([]);
              stream.copies.get(String(id))!.take({ type: 'snapshot', ...fields });
            }
          }
        }
        await node.rest();
        expectNoWait(nodes, streams, joins);
      }
    }),
    { numRuns: runs(25, 400), ...(THOROUGH ? {} : { seed: 12 }) },
  );
  expect(seen.followed).toBeGreaterThan(1000);
});

test('a change below the asked levels moves the seq of deeper readers alone', async () => {
  const node = new Node(new VenueState(0), 0, new ManualTime(OPEN_FRIDAY));
  const open = { type: 'session', action: 'open', securityId: null, date: '2026-11-20' } as const;
  const bid = (dollars: number) => order({ price: dollars * DOLLAR });
  node.apply([
    { type: 'rules', version: RULES },
    ...SECURITIES.map((securityId) => security({ securityId }) as UntimedCommand),
    { ...open, dayOver: false, scheduled: 1 },
    bid(10),
    bid(9),
  ]);
  const two = new Subscriber(node, 2, {});
  const all = new Subscriber(node, 'all', {});
  const http = (levels: Levels) => node.replica.depth(7 as SecurityId, countOf(levels))!.seq;
  const streamed = ({ sent }: Subscriber) => sent.filter(({ securityId }) => securityId === '7').at(-1)!.seq;
  const before = http(2);
  node.apply([bid(8)]);
  await node.rest();
  expect([http(2), streamed(two)]).toEqual([before, before]);
  expect(http('all')).toBe(streamed(all));
  expect(http('all')).toBeGreaterThan(before);
  expect(http(4)).toBe(http('all'));
  // What comes and goes in one group shows nothing, and yet moves both: nobody waits.
  node.apply([bid(11), { type: 'cancelOrders', clientId: 'a', filter: {}, byOperator: false }, bid(10), bid(9)]);
  await node.rest();
  expect(http(2)).toBe(streamed(two));
  expect(http(2)).toBeGreaterThan(before);
});

test('a seq from before numbers were passed over is too old: those events are gone (J18)', async () => {
  const node = new Node(new VenueState(0), 0, new ManualTime(OPEN_FRIDAY));
  node.apply([
    { type: 'rules', version: RULES },
    ...SECURITIES.map((securityId) => security({ securityId }) as UntimedCommand),
    order({ price: 10 * DOLLAR }),
  ]);
  const lost = node.replica.depth(7 as SecurityId, 2)!.seq + 5;
  node.apply([{ type: 'skipIds', count: 1000 }]);
  const { sent } = new Subscriber(node.restarted(), 2, {}, { 7: lost });
  expect(sent.find(({ securityId }) => securityId === '7')).toMatchObject({ type: 'snapshot', resumed: false });
});
