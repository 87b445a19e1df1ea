/** Positions by orders that fill many times, also where a position comes to 0 meanwhile and begins again (V52). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MatchView } from '../../src/exchange/api/orders.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runs } from '../support/thorough.ts';
import { ModelPositions } from './limits-model.ts';
import { DOLLAR, order, security } from './venue.ts';

const SEVEN = 7 as SecurityId;

class Run {
  readonly state = new VenueState(0);
  readonly positions = new ModelPositions();
  readonly matches: MatchView[] = [];

  constructor(rules: number) {
    this.state.sink = (event) => {
      this.positions.see(event, true);
      if (event.type === 'match') this.matches.push(event.match);
    };
    this.apply({ type: 'rules', version: rules });
    this.apply(security({}));
    this.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  }

  apply(command: UntimedCommand) {
    return this.state.apply({ ...command, time: 1_800_000_000_000_000 } as JournaledCommand);
  }

  enter(clientId: string, side: 'buy' | 'sell', quantity: number, dollars = 10): void {
    this.apply(order({ clientId, side, quantity, price: dollars * DOLLAR }));
  }

  of(clientId: string) {
    const { quantity } = this.state.register.heldBy({ clientId, accountId: null, securityId: SEVEN });
    return { venue: quantity, matches: this.positions.of(clientId, null, SEVEN) };
  }
}

test('an order goes on to fill after its position came to 0 and began again by another order', () => {
  const run = new Run(3);
  run.enter('a', 'buy', 30);
  run.enter('b', 'sell', 10);
  run.enter('b', 'buy', 10, 11);
  run.enter('a', 'sell', 10, 11);
  expect(run.of('a').venue).toBe(0);
  run.enter('b', 'sell', 5, 12);
  run.enter('a', 'buy', 5, 12);
  run.enter('b', 'sell', 10);
  expect(run.of('a')).toEqual({ venue: 15, matches: 15 });
});

test('positions are the sum of all fills, whatever turns they take', () => {
  const step = fc.record({
    clientId: fc.constantFrom('a', 'b', 'c'),
    side: fc.constantFrom('buy' as const, 'sell'),
    quantity: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 8, max: 12 })),
    dollars: fc.integer({ min: 9, max: 11 }),
  });
  let beganAgain = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
      const run = new Run(3);
      let before = new Map<number, object>();
      for (const { clientId, side, quantity, dollars } of steps) {
        run.enter(clientId, side, quantity, dollars);
        for (const each of ['a', 'b', 'c']) {
          const { venue, matches } = run.of(each);
          expect(venue).toBe(matches);
        }
        const live = [...run.state.orders.values()];
        const now = live.flatMap(({ orderId, holder }) => (holder === null ? [] : [[orderId, holder] as const]));
        beganAgain += now.filter(([orderId, position]) => (before.get(orderId) ?? position) !== position).length;
        before = new Map(now);
      }
    }),
    { numRuns: runs(100, 1000), seed: 1 },
  );
  expect(beganAgain).toBeGreaterThan(10);
});

test('positions are valued at the newest match that holds, as corrected; the reference price stays', async () => {
  const run = new Run(4);
  for (const dollars of [10, 11, 12]) {
    run.enter('a', 'sell', 10, dollars);
    run.enter('b', 'buy', 10, dollars);
  }
  const [buyer, seller] = ['b', 'a'].map((clientId) => ({ clientId, accountId: null, securityId: SEVEN }));
  const named = ({ matchId, price, quantity }: MatchView) =>
    ({ matchId, reason: 'why', matched: { price, quantity }, buyer: buyer!, seller: seller! }) as const;
  const [first, second, third] = run.matches;
  const path = async () => writeSnapshot(files, temporaryFolder(), run.state, journalStart(0));
  const last = async () => {
    const { prices } = run.state.risk;
    expect(prices.of(SEVEN)).toBe(12 * DOLLAR);
    const restarted = loadSnapshot(files, await path(), 0).state;
    expect(restarted.risk.prices.lastOf(SEVEN)).toBe(prices.lastOf(SEVEN));
    return prices.lastOf(SEVEN);
  };
  expect(await last()).toBe(12 * DOLLAR);
  run.apply({ type: 'bust', ...named(third!) });
  expect(await last()).toBe(11 * DOLLAR);
  run.apply({ type: 'adjust', ...named(second!), price: 11_500_000, quantity: 5 });
  run.apply({ type: 'adjust', ...named(first!), price: 9 * DOLLAR, quantity: 5 });
  expect(await last()).toBe(11_500_000);
  run.apply({ type: 'bust', ...named(second!) });
  expect(await last()).toBe(9 * DOLLAR);
  run.apply({ type: 'bust', ...named(first!) });
  expect(await last()).toBeNull();
});

test('under earlier rules a bust moves positions only of matches after the first limits', () => {
  const run = new Run(2);
  run.enter('a', 'sell', 10);
  run.enter('b', 'buy', 10);
  run.apply({ type: 'setLimits', clientId: 'c', accountId: null, policy: {}, tightens: false, expected: null });
  run.enter('a', 'sell', 5);
  run.enter('b', 'buy', 5);
  const [last, first] = run.matches;
  const [buyer, seller] = ['b', 'a'].map((clientId) => ({ clientId, accountId: null, securityId: SEVEN }));
  const bust = ({ matchId, price, quantity }: MatchView) =>
    run.apply({ type: 'bust', matchId, reason: 'why', matched: { price, quantity }, buyer: buyer!, seller: seller! });
  expect(bust(last!)).toMatchObject({ ok: true });
  expect([run.of('a').venue, run.of('b').venue]).toEqual([-5, 5]);
  expect(bust(first!)).toMatchObject({ ok: true });
  expect([run.of('a').venue, run.of('b').venue]).toEqual([0, 0]);
});
