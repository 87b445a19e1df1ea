import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DepthLevel } from '../../src/exchange/api/market-reads.ts';
import { priceText, type SecurityId } from '../../src/exchange/api/units.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import type { Side } from '../../src/marketdata/channels/channel.ts';
import { DepthChannel } from '../../src/marketdata/channels/depth-channel.ts';
import { subscribeRequest } from '../../src/marketdata/requests/subscribe-request.ts';
import { newCounters } from '../../src/marketdata/wire/counters.ts';
import { Flusher } from '../../src/marketdata/wire/flusher.ts';
import type { Frame } from '../../src/marketdata/wire/frame.ts';
import { SendQueue } from '../../src/marketdata/wire/send-queue.ts';
import type { SocketWriter } from '../../src/marketdata/wire/socket-writer.ts';
import type { SideTop } from '../../src/matching/index.ts';
import { BUY, SELL } from '../../src/matching/index.ts';
import { ruledFlow } from '../exchange/random-flow.ts';
import { OPEN_FRIDAY } from '../exchange/venue.ts';
import { ManualTime } from '../support/manual-time.ts';
import { runs } from '../support/thorough.ts';
import { type CopiedLevel, DepthCopy } from './support/depth-copy.ts';
import { levelsOf } from './support/levels-of-state.ts';
import { testClient } from './support/stream-server.ts';

const SECURITIES = ['7', '8', '9'];
const INTERVAL_MS = 50;

/** A subscriber that keeps a copy, over a connection that may be stuck or cut. */
class Reader implements SocketWriter {
  readonly copies = new Map(SECURITIES.map((id) => [id, new DepthCopy()]));
  readonly #channel: DepthChannel;
  readonly #terms: object;
  #sendQueue!: SendQueue;
  #side!: Side;
  unsentBytes = 0;
  /** Securities of which this connection had more than one snapshot. */
  repeatedSnapshots = 0;
  #withSnapshot = new Set<string>();
  #stuck = false;

  constructor(channel: DepthChannel, terms: object) {
    this.#channel = channel;
    this.#terms = terms;
    this.connect(false);
  }

  write(frame: Frame): boolean {
    const message = JSON.parse(frame.text);
    this.copies.get(message.securityId)?.take(message);
    if (message.type === 'snapshot') {
      if (this.#withSnapshot.has(message.securityId)) this.repeatedSnapshots += 1;
      this.#withSnapshot.add(message.securityId);
    }
    if (this.#stuck) this.unsentBytes += frame.length;
    return true;
  }

  flush(): void {}

  last(frame: Frame): void {
    this.write(frame);
  }

  connect(resumes: boolean): void {
    this.disconnect();
    this.#sendQueue = new SendQueue(this, 500, newCounters(), 0);
    this.#side = this.#channel.open({
      sendQueue: this.#sendQueue,
      client: () => testClient('A'),
      requireRoom: () => {},
    });
    const seqs = SECURITIES.map((id) => [id, this.copies.get(id)?.seq] as const);
    const after = resumes ? Object.fromEntries(seqs.filter(([, seq]) => seq !== undefined)) : {};
    const fields = { channel: 'depth', securityIds: SECURITIES, after, ...this.#terms };
    this.#side.subscribe(subscribeRequest(fields, undefined), 0, () => {});
  }

  /** Takes the books as they are read over HTTP; what changes after that comes from the stream (S40). */
  read(replica: Replica): void {
    this.disconnect();
    for (const [id, copy] of this.copies) {
      const depth = replica.depth(Number(id) as SecurityId, this.#levels);
      if (depth === undefined) continue;
      const fields = { ...depth, bids: depth.bids.map(shownLevel), offers: depth.offers.map(shownLevel) };
      copy.take({ type: 'snapshot', ...fields });
    }
  }

  get #levels(): number {
    const { levels } = this.#terms as { readonly levels: number | 'all' };
    return levels === 'all' ? Number.POSITIVE_INFINITY : levels;
  }

  disconnect(): void {
    this.#side?.clear();
    this.unsentBytes = 0;
    this.#stuck = false;
    this.#withSnapshot.clear();
  }

  stick(): void {
    this.#stuck = true;
  }

  drain(): void {
    this.#stuck = false;
    this.unsentBytes = 0;
    this.#sendQueue.drained(0);
  }

  end(): void {
    this.#side.clear();
  }
}

const STEPS = ['stick', 'drain', 'drain', 'leave', 'return', 'return', 'begin', 'read', 'read'] as const;
type Do = (typeof STEPS)[number];
const step = fc.record({
  commands: fc.integer({ min: 1, max: 6 }),
  /** The end of the readers after them. */
  what: fc.constantFrom(...STEPS),
  /** Whether other messages are to be sent before the changes of depth are. */
  isBusy: fc.boolean(),
  /** Whether it happens before the changes of depth are sent. */
  isAtOnce: fc.boolean(),
});
const script = fc.array(step);
const LAST = { commands: 200, what: 'return' as Do, isBusy: false, isAtOnce: false };

test('every copy is the book, its best level that of the engine; nothing hidden shows (S26 to S28)', async () => {
  await fc.assert(
    fc.asyncProperty(ruledFlow(120), script, async (flow, steps) => {
      const time = new ManualTime(OPEN_FRIDAY);
      const log = { error: () => {} };
      const replica = new Replica({ state: new VenueState(0), sequence: 0, clock: time, alwaysOpen: false, log });
      const flusher = new Flusher(time);
      const channel = new DepthChannel({ exchange: replica, counters: newCounters(), timers: time, flusher });
      replica.subscribe((event) => channel.publish(event, 0));
      const apply = (commands: typeof flow): void => {
        time.advanceMs(20);
        const timed = commands.map((command) => ({ ...command, time: time.nowUs() }));
        replica.apply({ firstSequence: replica.sequence + 1, commands: timed });
        replica.publish();
      };
      // Securities are known before anybody asks for them.
      apply(flow.slice(0, 3));
      const terms = [
        { levels: 1 },
        { levels: 2, checksum: true },
        { levels: 'all', checksum: true },
        { levels: 3, checksum: true, mode: 'conflated', intervalMs: INTERVAL_MS },
      ] as const;
      const readers = terms.map((one) => new Reader(channel, one));
      let at = 3;
      for (const { commands, what, isBusy, isAtOnce } of [...steps, LAST]) {
        if (isBusy) flusher.add({ flush() {} });
        apply(flow.slice(at, at + commands));
        at += commands;
        if (!isAtOnce) await Promise.resolve();
        for (const reader of readers) befall(reader, what, replica);
        if (what === 'stick' || isBusy) continue;
        while (!flusher.isIdle) await new Promise(setImmediate);
        await Promise.resolve();
        if (what !== 'return' && what !== 'begin') continue;
        time.advanceMs(INTERVAL_MS);
        for (const [number, { levels }] of terms.entries()) expectCopies(replica, readers[number] as Reader, levels);
      }
      for (const reader of readers) reader.end();
      expect(channel.subscriptionCount).toBe(0);
    }),
    { numRuns: runs(60, 1000) },
  );
});

function befall(reader: Reader, what: Do, replica: Replica): void {
  if (what === 'read') reader.read(replica);
  else if (what === 'stick') reader.stick();
  else if (what === 'drain') reader.drain();
  else if (what === 'leave') reader.disconnect();
  else reader.connect(what === 'return');
}

function expectCopies(replica: Replica, reader: Reader, levels: number | 'all'): void {
  const { state } = replica;
  expect(reader.repeatedSnapshots).toBe(0);
  for (const id of SECURITIES) {
    const copy = reader.copies.get(id) as DepthCopy;
    if (!state.securities.has(Number(id) as SecurityId)) continue;
    for (const [side, named, bookSide] of [['bids', 'buy', BUY] as const, ['offers', 'sell', SELL] as const]) {
      const shown = copy
        .shown(side)
        .map((level) => [level.price, level.quantity, level.orders, ...contingentOf(level)]);
      const expected = levelsOf(state, Number(id), named, levels);
      expect(shown).toEqual(expected);
      const depth = replica.depth(Number(id) as SecurityId, levels === 'all' ? Number.POSITIVE_INFINITY : levels);
      expect(depth?.[side].map(({ price, ...sums }) => [priceText(price), ...Object.values(sums)])).toEqual(expected);
      const top: SideTop = state.engine.topOfBook(Number(id), bookSide);
      expect(shown[0]?.slice(0, 3) ?? []).toEqual(
        top.price === 0 ? [] : [priceText(top.price), top.quantity, top.orders],
      );
      const visible = state.securities.get(Number(id) as SecurityId)?.top[side === 'bids' ? 'bid' : 'offer'];
      expect(copy.rfq(side)).toBe(visible === 'RFQ');
    }
    expect(copy.wrongChecksums).toBe(0);
    expect(copy.brokenChains).toBe(0);
  }
}

function shownLevel({ price, contingentQuantity, contingentOrders, ...plain }: DepthLevel): CopiedLevel {
  const contingent = { quantity: contingentQuantity, orders: contingentOrders };
  return { price: priceText(price), ...plain, ...(contingentOrders === 0 ? {} : { contingent }) };
}

const contingentOf = ({ contingent }: { readonly contingent?: { quantity: number; orders: number } | undefined }) => [
  contingent?.quantity ?? 0,
  contingent?.orders ?? 0,
];
