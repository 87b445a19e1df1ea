/** What the disclosed orders of a call would trade (Q15). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indicatedOf } from '../../src/exchange/api/market-reads.ts';
import type { Side } from '../../src/exchange/api/orders.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import type { EventSeq, SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/index.ts';
import { referenceOf } from '../../src/exchange/records/auction-reference.ts';
import { LimitSums } from '../../src/exchange/replica/limit-sums.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import { BUY, indicationOf, NOBODY, NONE, SELL, uncrossingFrom } from '../../src/matching/index.ts';
import { checkFlows } from '../support/flows.ts';
import { ManualTime } from '../support/manual-time.ts';
import { runs } from '../support/thorough.ts';
import { auctionFlow } from './auction-flow.ts';
import { CALL, ID, plan } from './auctions.ts';
import { restartedState } from './restarted-state.ts';
import { cancel, DOLLAR, OPEN_FRIDAY, order, replace, security } from './venue.ts';

const SEED = 20_261_203;

/** Orders as the engine's own computation takes them (Q5). */
function expected(
  orders: Iterable<{ readonly side: Side; readonly price: number; readonly remaining: number }>,
  reference: number | null,
) {
  const all = [...orders].map(({ side, price, remaining }, at) => ({
    ...{ orderId: at + 1, side: side === 'buy' ? BUY : SELL, price, quantity: remaining },
    ...{ contingency: NONE, minimum: 0, owner: NOBODY, mode: 0 },
  }));
  return indicationOf(all as Parameters<typeof indicationOf>[0], reference) ?? { price: null, volume: 0, surplus: 0 };
}

const aChange = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  price: fc.integer({ min: 1, max: 40 }),
  remaining: fc.integer({ min: 1, max: 9 }),
  /** The place of an order that leaves, if there is one. */
  leaving: fc.nat(60),
});

test('the sums of limits give the price of Q5 after each order that comes or leaves', () => {
  let crossed = 0;
  fc.assert(
    fc.property(
      fc.array(aChange, { minLength: 60, maxLength: 60 }),
      fc.option(fc.integer({ min: 0, max: 42 })),
      (changes, reference) => {
        const sums = new LimitSums();
        sums.reference = reference;
        const orders: { side: Side; price: number; remaining: number }[] = [];
        for (const { leaving, ...added } of changes) {
          const [gone] = orders.splice(leaving, 1);
          if (gone !== undefined) sums.add(gone.side, gone.price, -gone.remaining);
          orders.push(added);
          sums.add(added.side, added.price, added.remaining);
          const found = uncrossingFrom(sums, sums.edge) ?? { price: null, volume: 0, surplus: 0 };
          expect(found).toEqual(expected(orders, reference));
          crossed += Number(found.price !== null);
        }
      },
    ),
    { seed: SEED, numRuns: runs(150, 2000) },
  );
  expect(crossed).toBeGreaterThan(1000);
});

/** A copy of the venue whose slices and seconds the test counts out. */
class Copy {
  readonly time = new ManualTime(OPEN_FRIDAY);
  readonly #soon: (() => void)[] = [];
  replica: Replica;

  constructor() {
    this.replica = this.#open(new VenueState(0), 0);
    this.apply([{ type: 'rules', version: RULES }]);
  }

  #open(state: VenueState, sequence: number): Replica {
    const { time } = this;
    const timers = {
      nowMs: () => time.nowMs(),
      after: (ms: number, callback: () => void) => time.after(ms, callback),
      soon: (callback: () => void) => void this.#soon.push(callback),
    };
    return new Replica({ state, sequence, clock: time, alwaysOpen: true, log: { error: () => {} }, timers });
  }

  apply(commands: readonly UntimedCommand[]): void {
    this.time.advanceMs(1);
    const timed = commands.map((command) => ({ ...command, time: this.time.nowUs() }) as JournaledCommand);
    this.replica.apply({ firstSequence: this.replica.sequence + 1, commands: timed });
    const { state } = this.replica;
    while (state.pending.isPending || state.engine.hasPendingWork) {
      const commands = [{ type: 'continue', time: this.time.nowUs() } as JournaledCommand];
      this.replica.apply({ firstSequence: this.replica.sequence + 1, commands });
    }
    this.replica.publish();
  }

  /** The next slice of what is read at the start of a call. */
  slice(): boolean {
    const next = this.#soon.shift();
    next?.();
    return next !== undefined;
  }

  settle(): void {
    while (this.slice());
    this.time.advanceMs(1000);
  }

  /** Another node that has just recovered. */
  restarted(): Copy {
    const copy = new Copy();
    copy.time.moveTo(this.time.nowUs());
    copy.replica = copy.#open(restartedState(this.replica.state), this.replica.sequence);
    copy.settle();
    return copy;
  }

  indicated(securityId: SecurityId = ID) {
    return this.replica.indicated(securityId);
  }

  /** From all orders at once. */
  expected(securityId: SecurityId) {
    const { state } = this.replica;
    const known = state.securities.known(securityId);
    const orders = [...known.orders].flatMap((one) => indicatedOf(one) ?? []);
    return expected(orders, referenceOf(state, known));
  }
}

test('each call has the indication of its disclosed orders among all that happens, at every node', async () => {
  let [calls, crossed] = [0, 0];
  await checkFlows(
    [auctionFlow(80), fc.array(fc.nat(6), { minLength: 17, maxLength: 17 })],
    (commands, slices) => {
      const copy = new Copy();
      for (const [at, command] of commands.entries()) {
        copy.apply([command]);
        for (let left = slices[at % slices.length] as number; left > 0; left--) copy.slice();
        if (at % 10 !== 0) continue;
        copy.settle();
        const other = at % 40 === 0 ? copy.restarted() : copy;
        for (const securityId of [7, 8, 9] as SecurityId[]) {
          const call = copy.replica.state.auctions.calls.get(securityId);
          const { indication = undefined } = copy.indicated(securityId) ?? {};
          if (call === undefined) expect(indication).toBeUndefined();
          else expect(indication).toEqual(copy.expected(securityId));
          expect(other.indicated(securityId)?.indication).toEqual(indication);
          calls += Number(call !== undefined);
          crossed += Number((indication?.volume ?? 0) > 0);
        }
      }
    },
    { numRuns: runs(20, 200), seed: SEED },
  );
  expect(calls).toBeGreaterThan(20);
  expect(crossed).toBeGreaterThan(5);
});

/** A copy in a call of the security. */
function called(before: readonly UntimedCommand[] = []): Copy {
  const copy = new Copy();
  copy.apply([
    security() as UntimedCommand,
    { type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 },
    { type: 'auctionPlan', securityId: ID, plan: plan({ auctions: [] }), expected: null },
    ...before,
    { type: 'auctionCall', securityId: ID, kind: 'time', terms: CALL, endsAt: copy.time.nowUs() + 300_000_000 },
  ]);
  copy.settle();
  return copy;
}

const buy = (over: Parameters<typeof order>[0] = {}) => order({ price: 12 * DOLLAR, ...over });
const sell = (over: Parameters<typeof order>[0] = {}) =>
  order({ clientId: 'b', side: 'sell', price: 9 * DOLLAR, ...over });

describe('of a call', () => {
  test('is empty until orders cross', () => {
    const copy = called();
    expect(copy.indicated()).toMatchObject({ indication: { price: null, volume: 0, surplus: 0 } });
    copy.apply([buy({ quantity: 150 }), sell()]);
    copy.settle();
    expect(copy.indicated()).toMatchObject({ indication: { price: 12 * DOLLAR, volume: 100, surplus: 50 } });
  });

  test('hides hidden limits, reserves, post-only orders and orders of other books', () => {
    const copy = called();
    copy.apply([buy(), sell({ quantity: 30 })]);
    copy.settle();
    const before = copy.indicated();
    copy.apply([
      sell({ price: 8 * DOLLAR, disclosed: false }),
      sell({ price: 8 * DOLLAR, optional: { postOnly: true } }),
      buy({ orderType: 'RFQ' }),
    ]);
    copy.settle();
    expect(copy.indicated()).toEqual(before);
    copy.apply([sell({ price: 8 * DOLLAR, quantity: 100, optional: { displayQuantity: 10 } })]);
    copy.settle();
    expect(copy.indicated()?.indication).toMatchObject({ volume: 40 });
  });

  test('counts orders for the auction, and those with a contingency as plain ones', () => {
    const copy = called();
    copy.apply([buy({ expiration: 'Auction' }), sell({ quantity: 150, contingency: 'All or None' })]);
    copy.settle();
    expect(copy.indicated()?.indication).toEqual({ price: 9 * DOLLAR, volume: 100, surplus: -50 });
  });

  test('comes at most once each second, while it changes, and then rests', () => {
    const copy = called();
    const seen: (number | null)[] = [];
    const end = copy.replica.onIndicated((_, { indication }) => seen.push(indication?.volume ?? null));
    copy.apply([buy({ quantity: 1000 })]);
    for (let count = 0; count < 10; count++) copy.apply([sell({ quantity: 10 })]);
    copy.time.advanceMs(900);
    expect(copy.time.waiting).toBe(1);
    expect(seen).toEqual([]);
    copy.time.advanceMs(100);
    expect(seen).toEqual([100]);
    copy.apply([buy({ price: 5 * DOLLAR })]);
    copy.settle();
    expect(seen).toEqual([100]);
    expect(copy.time.waiting).toBe(0);
    end();
    copy.apply([sell({ quantity: 10 })]);
    copy.settle();
    expect(seen).toEqual([100]);
  });

  test('has the number of the last disclosed event that it counts', () => {
    const copy = called();
    copy.apply([buy(), sell()]);
    const seq = copy.replica.lastEventSeq();
    copy.apply([buy({ disclosed: false })]);
    copy.settle();
    const indicated = copy.indicated();
    expect(indicated?.seq).toBeLessThanOrEqual(seq);
    expect(indicated?.seq).toBeGreaterThan(seq - 3);
    expect(copy.restarted().indicated()?.seq).toBeGreaterThanOrEqual(indicated?.seq as EventSeq);
  });

  test('ends with the auction, and nothing is kept of it', () => {
    const copy = called();
    copy.apply([buy(), sell()]);
    copy.apply([{ type: 'uncross', securityId: ID, missed: false }]);
    expect(copy.indicated()).toBeNull();
    copy.time.advanceMs(5000);
    expect(copy.time.waiting).toBe(0);
    copy.apply([buy(), sell()]);
    expect(copy.time.waiting).toBe(0);
  });

  test('goes on over an extension, with a number after it', () => {
    const copy = called();
    copy.apply([{ type: 'auctionPlan', securityId: ID, plan: plan({ collar: 100 }), expected: null }]);
    copy.apply([{ type: 'referencePrice', securityId: ID, price: 50 * DOLLAR } as UntimedCommand]);
    copy.apply([buy(), sell()]);
    copy.apply([{ type: 'uncross', securityId: ID, missed: false }]);
    expect(copy.replica.state.auctions.calls.get(ID)?.isExtended).toBe(true);
    copy.settle();
    expect(copy.indicated()?.indication).toMatchObject({ price: 12 * DOLLAR, volume: 100 });
    const { seq } = copy.indicated() as { seq: EventSeq };
    copy.apply([sell({ quantity: 50 })]);
    copy.settle();
    expect(copy.indicated()?.seq).toBeGreaterThan(seq);
  });
});

test('a book of many orders is read in slices, and orders that change meanwhile count once', () => {
  const copy = new Copy();
  const many = Array.from({ length: 3000 }, (_, at) =>
    at % 2 === 0 ? buy({ price: (5 + at) * 1000, quantity: 3 }) : sell({ price: (2000 + at) * 1000, quantity: 2 }),
  );
  copy.apply([
    security() as UntimedCommand,
    { type: 'auctionPlan', securityId: ID, plan: plan({ continuous: false }), expected: null },
    { type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 },
    ...many,
    { type: 'auctionCall', securityId: ID, kind: 'time', terms: CALL, endsAt: copy.time.nowUs() + 300_000_000 },
  ]);
  expect(copy.indicated()).toMatchObject({ indication: null });
  expect(copy.slice()).toBe(true);
  expect(copy.indicated()).toMatchObject({ indication: null });
  // All that were read so far leave, and one that was not changes.
  copy.apply(Array.from({ length: 200 }, (_, at) => cancel(at + 1, { clientId: at % 2 === 0 ? 'a' : 'b' })));
  copy.apply([replace(2001, { clientId: 'a', price: 20 * DOLLAR, quantity: 7 })]);
  let slices = 0;
  while (copy.slice()) slices++;
  expect(slices).toBeGreaterThanOrEqual(14);
  expect(copy.indicated()?.indication).toEqual(copy.expected(ID));
  expect(copy.indicated()?.indication?.volume).toBeGreaterThan(0);
});
