import { afterEach, expect, test, vi } from 'vitest';
import type { Amendment } from '../../src/exchange/api/limits.ts';
import type { MatchId, OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/index.ts';
import { VenueState } from '../../src/exchange/desks/index.ts';
import { Securities, TopHistory, Transfers } from '../../src/exchange/records/index.ts';
import { Amendments } from '../../src/exchange/records/limits/amendments.ts';
import { Register } from '../../src/exchange/records/register/register.ts';
import { Replica } from '../../src/exchange/replica/index.ts';
import { ManualTime } from '../support/manual-time.ts';
import { mapVisits } from '../support/map-visits.ts';
import { OPEN_FRIDAY, order, security } from './venue.ts';

const START = 1_800_000_000_000_000;
const MANY = 5000;
/** Of what a read may look at, where it shows 10 records. */
const LOOKS_MAX = 60;

afterEach(() => vi.restoreAllMocks());

function countReads<T>(object: T, field: keyof T, onRead: () => void): void {
  const value = object[field];
  const get = () => {
    onRead();
    return value;
  };
  Object.defineProperty(object, field, { get });
}

/** A venue in which the next reads of an order's ticket are counted. */
function counted(commands: readonly UntimedCommand[]) {
  const state = new VenueState(0);
  const time = new ManualTime(OPEN_FRIDAY);
  for (const command of commands) state.apply({ ...command, time: START } as Parameters<VenueState['apply']>[0]);
  const log = { error: () => {} };
  const replica = new Replica({ state, sequence: 0, clock: time, alwaysOpen: true, log });
  const looks = { count: 0 };
  for (const one of state.orders.values()) {
    for (const field of ['ticket', 'held'] as const) countReads(one, field, () => looks.count++);
  }
  return { state, replica, looks };
}

test('a page of RFQ orders looks at those that it shows', () => {
  const rfq = (i: number) => order({ orderType: 'RFQ', side: i % 2 === 0 ? 'buy' : 'sell' });
  const { replica, looks } = counted([security(), ...Array.from({ length: MANY }, (_, i) => rfq(i))]);
  const all = replica.rfqOrders(7 as SecurityId, { after: 0 as OrderId, limit: MANY }).map(({ orderId }) => orderId);
  expect(all).toHaveLength(MANY);
  looks.count = 0;
  const ids = (side?: 'buy' | 'sell') =>
    replica
      .rfqOrders(7 as SecurityId, { after: all[99]!, limit: 10, ...(side && { side }) })
      .map(({ orderId }) => orderId);
  expect(ids()).toEqual(all.slice(100, 110));
  expect(ids('sell')).toEqual(all.slice(100, 120).filter((_, i) => i % 2 === 1));
  expect(looks.count).toBeLessThan(LOOKS_MAX);
});

test('a page of orders under a right of first refusal does not look at those that are held for another reason', () => {
  const none = { holdingDays: null, holdersMax: null, windows: null, allowed: { clients: ['b'], accounts: [] } };
  const rules = { ...none, firstRefusal: { hours: 24, unanswered: 'Waive' as const } };
  const { replica, looks } = counted([
    security(),
    ...Array.from({ length: MANY }, () => order()),
    ...Array.from({ length: 20 }, () => order({ clientId: 'b', side: 'sell' })),
    { type: 'transferRules', clientId: 'owner', byOperator: false, securityId: 7 as SecurityId, rules, version: null },
  ]);
  expect(replica.ordersForRefusal(7 as SecurityId, 0 as OrderId, 10)).toHaveLength(10);
  expect(looks.count).toBeLessThan(LOOKS_MAX);
});

test('a page of positions looks at those that it shows', () => {
  const positions = new Register({ counters: { matches: 0, rules: 10, registerFrom: 0 }, shard: 0 });
  for (let i = 0; i < MANY; i++) {
    const whose = { clientId: 'a', accountId: `A${i % 50}`, securityId: (1 + (i % 700)) as SecurityId };
    positions.report(whose, { quantity: 1 + i, rest: 0, cost: 0 }, null);
  }
  const all = positions.ofClient('a');
  const gets = vi.spyOn(Map.prototype, 'get');
  expect(positions.ofClient('a', { offset: 100, limit: 10 })).toEqual(all.slice(100, 110));
  expect(positions.ofClient('a', { accountId: 'A7' })).toEqual(all.filter(({ accountId }) => accountId === 'A7'));
  expect(positions.ofClient('a', { securityId: 7 as SecurityId })).toEqual(
    all.filter(({ securityId }) => securityId === 7),
  );
  const shown = 10 + 2 * all.filter(({ accountId }) => accountId === 'A7').length;
  expect(gets.mock.calls.length).toBeLessThan(4 * shown + LOOKS_MAX);
});

test('a page of securities looks at those that it shows', () => {
  const securities = new Securities();
  for (let i = MANY; i > 0; i--) securities.set(i as SecurityId, { securityId: i } as never);
  const gets = vi.spyOn(Map.prototype, 'get');
  expect(securities.after(100 as SecurityId, 10).map(({ securityId }) => securityId)).toEqual([
    101, 102, 103, 104, 105, 106, 107, 108, 109, 110,
  ]);
  expect(gets.mock.calls.length).toBeLessThan(LOOKS_MAX);
});

test('what a subscriber missed of the tops of a security is found without a look at those of others', () => {
  const tops = new TopHistory();
  let looks = 0;
  const top = (id: number, seq: number) => {
    const securityId = id as SecurityId;
    const one = { securityId, seq, time: START, bid: null, offer: null };
    countReads(one, 'securityId', () => looks++);
    return one;
  };
  for (let i = 1; i <= MANY; i++) tops.add(top(8, i));
  const own = [1, 2, 3].map((seq) => top(7, seq));
  for (const one of own) tops.add(one);
  for (let i = 1; i <= 3 * MANY; i++) tops.add(top(8, MANY + i));
  looks = 0;
  expect(tops.since(own[2]!, 1)).toEqual([own[1], own[2]]);
  expect(looks).toBeLessThan(LOOKS_MAX);
  expect(tops.since(own[2]!, 4)).toBeUndefined();
  for (let i = 1; i <= MANY; i++) tops.add(top(8, 4 * MANY + i));
  // They have made room for others.
  expect(tops.since(own[2]!, 1)).toBeUndefined();
  expect(tops.since(own[2]!, 3)).toEqual([]);
});

test('the next look at transfer rules is found without a look at those of all securities', () => {
  const transfers = new Transfers(new Register({ counters: { matches: 0 }, shard: 0 }));
  for (let securityId = 1; securityId <= MANY; securityId++)
    transfers.of(securityId as SecurityId).dueAt = START + securityId;
  const visits = mapVisits(() => {
    expect(transfers.next).toBe(START + 1);
    expect(transfers.due(START + 3, 2)).toEqual([1, 2]);
    expect(transfers.due(START, 2)).toEqual([]);
  });
  expect(visits).toBeLessThan(LOOKS_MAX);
});

test('the corrections of a security are read without the matches that are only canceled', () => {
  const amendments = new Amendments();
  const all = Array.from({ length: MANY }, (_, i): Amendment => {
    const [adjusted, bustedAt] = [i === 1000 ? { price: 1, quantity: 1 } : null, i === 2000 ? START : null];
    const canceledAt = bustedAt === null ? { canceledAt: START } : {};
    return { matchId: i as MatchId, securityId: 7 as SecurityId, adjusted, bustedAt, ...canceledAt };
  });
  for (const amendment of all) amendments.set(amendment);
  const read = amendments.in(7 as SecurityId, { after: 0 as MatchId, upTo: MANY as MatchId });
  expect(read).toEqual([all[1000], all[2000]]);
  expect(amendments.of([5 as MatchId]).get(5 as MatchId)).toEqual(all[5]);
  expect([...amendments.entries()]).toEqual(all);
});
