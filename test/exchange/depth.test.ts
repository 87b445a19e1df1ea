import { expect, test, vi } from 'vitest';
import { DepthBook } from '../../src/exchange/api/depth-book.ts';
import { type Millionths, NO_ORDER, type OrderId, priceText, type SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import { levelsOf } from '../marketdata/support/levels-of-state.ts';
import { ManualTime } from '../support/manual-time.ts';
import { DOLLAR, OPEN_FRIDAY, order, security } from './venue.ts';

/** A venue that does one match or cancel in a slice. */
function slicedVenue() {
  const clock = new ManualTime(OPEN_FRIDAY);
  const state = new VenueState(0, undefined, 1);
  const replica = new Replica({ state, sequence: 0, clock, alwaysOpen: true, log: { error: () => {} } });
  const apply = (command: UntimedCommand): void => {
    replica.apply({ firstSequence: replica.sequence + 1, commands: [{ ...command, time: clock.nowUs() }] });
    replica.publish();
  };
  apply({ type: 'rules', version: 2 });
  apply(security());
  apply({ type: 'session', action: 'open', securityId: null, date: 'd', dayOver: false, scheduled: 1 });
  return { replica, apply };
}

test('the depth of a book is that of the published orders after each slice of a command (S40, M17)', () => {
  const { replica, apply } = slicedVenue();
  const { state } = replica;
  let pendingReads = 0;
  let staysAsItIs = 0;
  let before = { seq: 0, text: '' };
  const expectDepth = () => {
    const depth = replica.depth(7 as SecurityId, 3);
    for (const [side, name] of [['bids', 'buy'] as const, ['offers', 'sell'] as const]) {
      const levels = depth?.[side].map(({ price, ...sums }) => [priceText(price), ...Object.values(sums)]);
      expect(levels).toEqual(levelsOf(state, 7, name, 3));
    }
    // It is that of an event, later where these levels are others, and otherwise mostly that of before (S27).
    const { seq = 0, ...sides } = depth ?? {};
    const text = JSON.stringify(sides);
    expect(seq).toBeLessThanOrEqual(replica.lastEventSeq());
    if (text === before.text) expect(seq).toBeGreaterThanOrEqual(before.seq);
    else expect(seq).toBeGreaterThan(before.seq);
    if (seq === before.seq && replica.lastEventSeq() > seq) staysAsItIs += 1;
    before = { seq, text };
    if (state.pending.has(7 as SecurityId)) pendingReads += 1;
  };
  const doAll = (command: UntimedCommand) => {
    apply(command);
    expectDepth();
    while (state.pending.isPending || state.engine.hasPendingWork) {
      apply({ type: 'continue' });
      expectDepth();
    }
  };
  for (let at = 0; at < 12; at++) {
    const contingency = at % 4 === 3 ? 'All or None' : 'None';
    doAll(order({ clientId: 'b', side: 'sell', quantity: 2 + at, price: (10 + (at % 5)) * DOLLAR, contingency }));
    doAll(order({ clientId: 'c', quantity: 2 + at, price: (9 - (at % 5)) * DOLLAR, disclosed: at % 3 !== 0 }));
  }
  doAll(order({ quantity: 40, price: 12 * DOLLAR }));
  doAll({ type: 'halt', securityId: 7 as SecurityId, reason: 'news' });
  doAll(order({ clientId: 'b', side: 'sell', quantity: 50, price: 5 * DOLLAR }));
  doAll({ type: 'resume', securityId: 7 as SecurityId, reason: 'news' });
  doAll({ type: 'cancelOrders', clientId: 'c', filter: { securityId: 7 as SecurityId }, byOperator: false });
  expect(pendingReads).toBeGreaterThan(10);
  expect(staysAsItIs).toBeGreaterThan(3);
});

test('RFQ markers, and no depth of an unknown security', () => {
  const { replica, apply } = slicedVenue();
  apply(order({ orderType: 'RFQ', side: 'sell' }));
  expect(replica.depth(7 as SecurityId, 1)).toMatchObject({ bids: [], offers: [], bidRfq: false, offerRfq: true });
  apply(order({ side: 'sell', price: 11 * DOLLAR }));
  expect(replica.depth(7 as SecurityId, 1)).toMatchObject({
    offers: [{ price: 11 * DOLLAR, quantity: 100 }],
    offerRfq: false,
  });
  expect(replica.depth(8 as SecurityId, 1)).toBeUndefined();
});

test('a price that comes and goes among 50,000 others looks at few of them and moves none', () => {
  const OTHERS = 50_000;
  const TIMES = 100;
  let looks = 0;
  const counted = (price: number) => ({ valueOf: () => ++looks && price }) as Millionths;
  const shown = { side: 'sell', remaining: 1, isContingent: false } as const;
  const orders = Array.from({ length: OTHERS }, (_, at) => ({
    ...shown,
    orderId: (at + 1) as OrderId,
    price: counted(DOLLAR + at),
  }));
  const { offers } = new DepthBook(orders);
  const one = { ...shown, orderId: NO_ORDER, price: counted(DOLLAR - 1) };
  const splice = vi.spyOn(Array.prototype, 'splice');
  // Also long: a Map keeps what was deleted in its buckets until all of it is full.
  const deleted = vi.spyOn(Map.prototype, 'delete');
  looks = 0;
  try {
    for (let at = 0; at < TIMES; at++) {
      offers.count(one, 1);
      expect(offers.best(1)).toMatchObject([{ quantity: 1 }]);
      offers.count(one, -1);
      expect(offers.best(1)[0]?.price).toBe(orders[0]?.price);
    }
    const longest = (contexts: unknown[][]) => Math.max(0, ...contexts.map(({ length }) => length));
    expect(longest(splice.mock.contexts as unknown[][])).toBeLessThan(1000);
    expect(Math.max(0, ...deleted.mock.contexts.map((map) => (map as Map<unknown, unknown>).size))).toBeLessThan(1000);
  } finally {
    splice.mockRestore();
    deleted.mockRestore();
  }
  expect(looks / TIMES).toBeLessThan(200);
});
