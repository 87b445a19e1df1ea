/** The reader of events where its cursor is no longer good (L19); order-store.test.ts has it against the engine. */
import { expect, test } from 'vitest';
import type { Events, Gap, OrdersMessage } from '../../src/client/index.ts';
import { OpenAts, type VenueEvent } from '../../src/client/index.ts';
import { EventReader } from '../../src/client/orders/index.ts';
import { turn } from '../support/manual-time.ts';
import { ManualTimers } from './support/manual-timers.ts';

const event = (eventSeq: number) => ({ eventSeq, eventType: 'notice' }) as VenueEvent;

/** Feeds that the test writes, and pages: one event each. */
class Script {
  readonly timers = new ManualTimers();
  /** Where reading of pages, and following, began. */
  readonly read: (string | undefined)[] = [];
  readonly followed: string[] = [];
  readonly taken: string[] = [];
  /** Answers of getEvents, in their order; then the venue is at c9. */
  readonly pages: { readonly http?: number; readonly [field: string]: unknown }[] = [];
  resets = 0;
  emit: (message: OrdersMessage | Gap) => void = () => {};

  start(after: string | undefined, afterReset?: 'latest'): EventReader {
    const fetch = async (url: string) => {
      this.read.push(new URL(url).searchParams.get('after') ?? undefined);
      const { http = 200, ...page } = this.pages.shift() ?? { events: [], cursor: 'c9', moreEvents: 'No' };
      return Response.json({ statusCode: '101', statusDesc: 'Ok', ...page }, { status: http });
    };
    const ats = new OpenAts(
      { baseUrls: 'http://x', clientID: 'a', developerAPIKey: 'b' },
      { fetch, timers: this.timers },
    );
    const follow = (since: string) => {
      this.followed.push(since);
      const feed = { cursor: undefined as string | undefined, onError: () => {}, close: () => {} };
      const on = (listener: (message: OrdersMessage | Gap) => void) => {
        this.emit = listener;
      };
      return { ...feed, on } as unknown as Events<OrdersMessage | Gap>;
    };
    const deps = { read: (fields: object) => ats.call('getEvents', fields), follow, timers: this.timers, afterReset };
    return new EventReader(deps, after, {
      take: (events, cursor) => this.taken.push(`${events.map(({ eventSeq }) => eventSeq)} ${cursor}`),
      reset: () => this.resets++,
      failed: () => {},
    });
  }

  async rest(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      await turn();
      this.timers.advance(1000);
    }
  }
}

const GAP: Gap = { type: 'gap', channel: 'orders', reason: 'cursor-too-old', cursor: 'c1' };
const MESSAGE = { type: 'event', seq: 2, prevSeq: 1, cursor: 'c2', event: event(2) } as OrdersMessage;

test('a gap is read by pages, from the cursor', async () => {
  const script = new Script();
  const reader = script.start('c1');
  await script.rest();
  script.pages.push(
    { events: [event(3)], cursor: 'c3', moreEvents: 'Yes' },
    { events: [event(4)], cursor: 'c4', moreEvents: 'No' },
  );
  script.emit(MESSAGE);
  script.emit(GAP);
  await script.rest();
  expect(script.taken).toEqual(['2 c2', '3 c3', '4 c4']);
  expect(script.followed).toEqual(['c9', 'c4']);
  expect(script.resets).toBe(0);
  reader.close();
});

test.each([
  { afterReset: undefined, from: undefined },
  { afterReset: 'latest' as const, from: 'latest' },
])('a cursor of another venue is a loss: reading goes on from $from', async ({ afterReset, from }) => {
  const script = new Script();
  script.pages.push({ statusCode: '1422', statusDesc: 'Invalid cursor' });
  const reader = script.start('c77', afterReset);
  await script.rest();
  expect(script.resets).toBe(1);
  expect([script.read, script.followed]).toEqual([['c77', from], ['c9']]);
  reader.close();
});

test('a loss is reported once the place is known from which no event is missing', async () => {
  const script = new Script();
  const unavailable = { http: 503, statusCode: '503', statusDesc: 'Unavailable' };
  script.pages.push({ statusCode: '1422', statusDesc: 'Invalid cursor' }, unavailable);
  const reader = script.start('c77', 'latest');
  for (let round = 0; round < 10; round++) await turn();
  expect([script.read, script.resets, reader.cursor]).toEqual([['c77', 'latest'], 0, 'c77']);
  await script.rest();
  expect([script.read.at(-1), script.resets, reader.cursor]).toEqual(['latest', 1, 'c9']);
  reader.close();
});
