/** What 0.1.0 left outside the register is imported once, whoever says a piece how often (F18). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { easternDay } from '../../src/calendar/eastern-time.ts';
import { IMPORTS_SINCE } from '../../src/exchange/api/rules.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { DOLLAR, order } from './venue.ts';
import { own, SEVEN, VenueByRules } from './venue-by-rules.ts';

const NONE = 0 as SecurityId;
/** The rules of 0.1.0. */
const BEFORE = 3;
const CLIENTS = ['a', 'b', 'c'] as const;

class Venue extends VenueByRules {
  constructor(rules = BEFORE) {
    super(rules);
  }

  /** As 0.1.0 journaled it: positions did not follow. */
  cancelBefore(at: number): void {
    this.take({ type: 'notice', noticeId: `n${at}`, kind: 'settlement', securityId: SEVEN, to: [] });
  }

  canceled(at: number) {
    return { ...this.termsOf(at), outcome: 'Canceled', reportedBy: 'a' } as const;
  }

  import(ats: readonly number[]) {
    const settlements = ats.map((at) => this.canceled(at));
    return this.take({ type: 'importSettlements', securityId: SEVEN, settlements });
  }

  end(securityId = SEVEN) {
    return this.take({ type: 'importEnd', securityId });
  }

  get positions(): number[] {
    return CLIENTS.map((one) => this.state.register.of(own(one)));
  }

  get imports(): number[] {
    return [...this.state.register.imports].sort((a, b) => a - b);
  }
}

test('a canceled settlement of before is taken back once, and the import ends', () => {
  const venue = new Venue();
  venue.trade('a', 'b', 30);
  venue.trade('a', 'b', 7);
  venue.cancelBefore(0);
  expect(venue.positions).toEqual([37, -37, 0]);
  // Nothing is imported before the rules.
  venue.import([0]);
  expect(venue.positions).toEqual([37, -37, 0]);
  expect(venue.imports).toEqual([]);
  venue.take({ type: 'rules', version: IMPORTS_SINCE });
  expect(venue.imports).toEqual([NONE, SEVEN]);
  const { eventSeq } = venue.state.counters;
  for (let times = 0; times < 3; times++) {
    venue.import([0]);
    venue.restart();
    expect(venue.positions).toEqual([7, -7, 0]);
    // One event, with a change of each of the two holders (F17).
    expect(venue.state.counters.eventSeq).toBe(eventSeq + 1);
  }
  expect(venue.bust(0)).toMatchObject({ ok: false, refusal: 'match has another state' });
  venue.end();
  venue.end();
  expect(venue.imports).toEqual([NONE]);
  venue.import([1]);
  expect(venue.positions).toEqual([7, -7, 0]);
  venue.end(NONE);
  expect(venue.imports).toEqual([]);
  venue.restart();
  expect(venue.imports).toEqual([]);
  venue.checkReplay();
});

test('a venue that begins with these rules, or has them already, imports nothing', () => {
  const venue = new Venue(IMPORTS_SINCE);
  expect(venue.imports).toEqual([]);
  venue.take({ type: 'rules', version: IMPORTS_SINCE });
  expect(venue.imports).toEqual([]);
});

test('units of a trade of before come to what the account has, and orders are judged by both (M16)', () => {
  const venue = new Venue();
  venue.trade('a', 'b', 30);
  venue.take({ type: 'rules', version: IMPORTS_SINCE });
  const rules = { holdingDays: null, allowed: null, holdersMax: null, windows: null, firstRefusal: null };
  venue.take({
    ...{ type: 'transferRules', clientId: 'owner', byOperator: false, securityId: SEVEN, version: null },
    rules: { ...rules, unregisteredSales: 'refused' },
  });
  venue.take(order({ clientId: 'a', side: 'sell', quantity: 30, price: 20 * DOLLAR }));
  const held = () => [...venue.state.orders.values()].map((one) => one.held);
  expect(held()).toEqual([null]);
  venue.cancelBefore(0);
  venue.import([0]);
  expect(held()).toEqual(['unregistered sale']);
  const date = '2026-03-02';
  const issue = { type: 'issue', tradeId: 100001, revision: 1, ...own('a'), accountId: null, date } as const;
  for (let times = 0; times < 2; times++) {
    venue.take({ ...issue, units: 40_500_000, cost: 400 * DOLLAR } as never);
    expect(venue.positions).toEqual([40, 0, 0]);
  }
  venue.take({ type: 'transferDue', securityId: SEVEN });
  expect(held()).toEqual([null]);
  const [lot] = venue.state.register.find(own('a'))!.lots.all;
  expect(lot!.slice(0, 2)).toEqual([easternDay(Date.UTC(2026, 2, 2, 15) * 1000), 40]);
  venue.end();
  venue.checkReplay();
});

interface Flow {
  readonly steps: readonly (readonly ['trade' | 'bust' | 'cancel' | 'set', number, number, number])[];
  /** Where the leader stops between two pieces, and how many pieces the next one says again. */
  readonly stops: readonly (readonly [piece: number, again: number])[];
  readonly size: number;
}

const flow: fc.Arbitrary<Flow> = fc.record({
  steps: fc.array(
    fc.tuple(
      fc.constantFrom('trade', 'trade', 'trade', 'bust', 'cancel', 'set'),
      fc.nat(2),
      fc.nat(2),
      fc.integer({ min: 1, max: 50 }),
    ),
    { minLength: 5, maxLength: 40 },
  ),
  stops: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 0, max: 3 })), { maxLength: 5 }),
  size: fc.integer({ min: 1, max: 4 }),
});

test('whatever is said how often, the register has what a slow model has, and the state is that of one import', () => {
  let imported = 0;
  fc.assert(
    fc.property(flow, ({ steps, stops, size }) => {
      const [venue, once] = [new Venue(), new Venue()];
      const model = [0, 0, 0];
      const [busted, canceled] = [new Set<number>(), new Set<number>()];
      const sides: { buyer: number; seller: number; quantity: number }[] = [];
      const move = ({ buyer, seller, quantity }: (typeof sides)[number], sign: number) => {
        model[buyer]! += sign * quantity;
        model[seller]! -= sign * quantity;
      };
      for (const [kind, one, other, quantity] of steps) {
        const at = sides.length === 0 ? undefined : (one * 7 + other * 3 + quantity) % sides.length;
        if (kind === 'trade' && one !== other) {
          for (const each of [venue, once]) each.trade(CLIENTS[one]!, CLIENTS[other]!, quantity);
          sides.push({ buyer: one, seller: other, quantity });
          move(sides.at(-1)!, 1);
        } else if (kind === 'set') {
          const positions = [{ ...own(CLIENTS[one]!), quantity }];
          for (const each of [venue, once]) each.take({ type: 'setPositions', positions });
          model[one] = quantity;
        } else if (at !== undefined && !busted.has(at) && !canceled.has(at) && kind !== 'trade') {
          for (const each of [venue, once]) {
            if (kind === 'bust') each.bust(at);
            else each.cancelBefore(at);
          }
          if (kind === 'bust') move(sides[at]!, -1);
          (kind === 'bust' ? busted : canceled).add(at);
        }
      }
      expect(venue.positions).toEqual(model);
      for (const each of [venue, once]) each.take({ type: 'rules', version: IMPORTS_SINCE });
      const all = [...canceled];
      const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
        all.slice(at * size, (at + 1) * size),
      );
      for (const [at, piece] of pieces.entries()) {
        venue.import(piece);
        for (const [stop, again] of stops) {
          if (stop !== at) continue;
          venue.restart();
          for (const repeated of pieces.slice(Math.max(0, at - again), at + 1)) venue.import(repeated);
        }
      }
      if (all.length > 0) once.import(all);
      for (const at of all) move(sides[at]!, -1);
      imported += all.length;
      for (const each of [venue, once]) each.end();
      // One whose end had no answer begins again.
      for (const piece of pieces) venue.import(piece);
      venue.end();
      for (const each of [venue, once]) each.end(NONE);
      expect(venue.positions).toEqual(model);
      expect(digestOf(venue.state)).toBe(digestOf(once.state));
      venue.checkReplay();
    }),
    { numRuns: 150, seed: 4343 },
  );
  expect(imported).toBeGreaterThan(100);
});
