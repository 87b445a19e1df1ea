import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OwnEvent } from '../../src/marketdata/channels/history.ts';
import { OrdersChannel } from '../../src/marketdata/channels/orders-channel.ts';
import type { TapeDeps } from '../../src/marketdata/channels/tape-parts.ts';
import { turn } from '../support/manual-time.ts';
import { runs } from '../support/thorough.ts';
import { beginOf, type ConnectionStep, connectionStep, playOn, Returning, stageOf } from './support/returning.ts';
import type { Message } from './support/stream-client.ts';
import { testClient } from './support/stream-server.ts';

const EVENTS = 1000;
const SCOPES = ['ats_order.read.pii_medium', 'ats_trade.read.pii_medium'];
const CLIENT = { ...testClient('A'), scopes: new Set(SCOPES) };

test('the events of 90 streams of one client are looked at and encoded as those of a few', async () => {
  const stage = stageOf((deps) => new OrdersChannel({ ...deps, tapeItemsMax: EVENTS }));
  const { channel, exchange, history } = stage;
  const looks = { events: 0, turns: 0 };
  const { eventOf } = history;
  history.eventOf = (event) => {
    const own = eventOf.call(history, event) as OwnEvent;
    const counted = () => {
      looks.events++;
      return own.clientIds;
    };
    return Object.defineProperty({ ...own }, 'clientIds', { get: counted });
  };
  const { timers } = stage;
  const { soon } = timers;
  timers.soon = (callback) => {
    looks.turns++;
    soon.call(timers, callback);
  };
  const clients = Array.from({ length: 90 }, () => new Returning(channel, {}, CLIENT));
  for (let at = 0; at < 4; at++) await turn();
  // As the fills of a sweep come: all in one turn.
  for (let at = 0; at < EVENTS; at++) exchange.order('A');
  for (let at = 0; at < 400; at++) await turn();
  const { events, turns } = looks;
  for (const client of clients) client.finish();
  for (const { received } of clients) expectAll(received, history.ownEvents, ['A']);
  // 182,000, and 352 turns, where each stream looks for itself.
  expect(events).toBeLessThan(6 * EVENTS);
  expect(turns).toBeLessThan(100);
});

test('90 streams of one client that come back with one cursor read what they missed once', async () => {
  const stage = stageOf((deps) => new OrdersChannel(deps));
  const { channel, exchange, history } = stage;
  const clients = Array.from({ length: 90 }, () => new Returning(channel, {}, CLIENT));
  for (let at = 0; at < 4; at++) await turn();
  // All have the cursor of the first answer, and nothing of what is more than the tape keeps.
  for (const client of clients) client.cut(1);
  for (let at = 0; at < 20; at++) exchange.order('A');
  const before = history.reads;
  for (const client of clients) client.cut(0);
  for (let at = 0; at < 40; at++) await turn();
  expect(history.reads - before).toBeLessThan(10);
  for (const client of clients) client.finish();
  for (const { received } of clients) expect(eventsOf(received)).toHaveLength(20);
});

type Happening = { readonly do: 'order'; readonly clientId: string } | { readonly do: 'trade' | 'market' };

const aClient = fc.constantFrom('A', 'B', 'C');
const step: fc.Arbitrary<Happening | ConnectionStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('order' as const), clientId: aClient }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('trade' as const, 'market') }) },
  { weight: 6, arbitrary: connectionStep },
);

test('whatever is cut, each stream gets each event of its clients once, in their order (S31)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 80 }), fc.constantFrom(4, 100), async (steps, kept) => {
      const stage = stageOf((deps: TapeDeps) => new OrdersChannel({ ...deps, tapeItemsMax: kept }));
      const { channel, exchange, history } = stage;
      history.below.set('A', ['C']);
      const own = [new Returning(channel, {}, CLIENT), new Returning(channel, {}, CLIENT)];
      const all = new Returning(channel, { clients: 'all' }, CLIENT);
      let isOpen = true;
      await playOn<Happening>(stage, [...own, all], steps, (one) => {
        if (one.do === 'order') exchange.order(one.clientId);
        else if (one.do === 'trade') exchange.trade(1, 1_000_000, 1);
        else {
          isOpen = !isOpen;
          exchange.setMarket(1, isOpen ? 'open' : 'halted');
        }
      });
      for (const { received } of own) expectAll(received, history.ownEvents, ['A']);
      expectAll(all.received, history.ownEvents, ['A', 'C']);
      expect(channel.subscriptionCount).toBe(0);
    }),
    { numRuns: runs(150, 3000) },
  );
});

/** Each event of the clients after the first answer, with the one before it. */
function expectAll(received: readonly Message[], happened: readonly OwnEvent[], ids: readonly string[]) {
  const begin = beginOf(received);
  const expected = happened
    .filter(({ seq, clientIds }) => seq > begin && (clientIds === null || clientIds.some((id) => ids.includes(id))))
    .map(({ seq }) => seq);
  const events = eventsOf(received);
  expect(events.map(({ seq }) => seq)).toEqual(expected);
  expect(events.map(({ prevSeq }) => prevSeq)).toEqual([begin, ...expected].slice(0, -1));
}

function eventsOf(received: readonly Message[]) {
  return received.filter(({ type }) => type === 'event');
}
