/** The register as transactions of the Open Cap Table Format, in pages of any size (F14). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntryPlace, SecurityId } from '../../../src/exchange/api/index.ts';
import { VenueReads } from '../../../src/exchange/replica/venue-reads.ts';
import { atOnce } from '../../../src/http/parameters/index.ts';
import { isOcfPlace, type OcfPageMax, type OcfPlace, ocfPage } from '../../../src/modules/transfer/ocf-pages.ts';
import type { TransferDeps } from '../../../src/modules/transfer/transfer-deps.ts';
import { step, WHOSE } from '../../exchange/register-steps.ts';
import { RegisterWalk } from '../../exchange/register-walk.ts';
import { DOLLAR } from '../../exchange/venue.ts';
import { ManualTime } from '../../support/manual-time.ts';

interface Item {
  readonly id: string;
  readonly object_type: string;
  readonly security_id: string;
  readonly stakeholder_id?: string;
}

const securityId = 7 as SecurityId;
const UNBOUNDED = { holders: 1_000_000, transactions: Infinity, entries: Infinity };

const readsOf = ({ state }: RegisterWalk) =>
  new VenueReads({ state, clock: new ManualTime('2026-11-30T15:00:00Z'), alwaysOpen: true });

function pageOf(walk: RegisterWalk, after: OcfPlace | null, max: OcfPageMax) {
  const exchange = readsOf(walk) as unknown as TransferDeps['exchange'];
  const { file, next } = atOnce(ocfPage(exchange, { securityId, after }, max));
  return { items: (JSON.parse(file) as { readonly items: readonly Item[] }).items, next };
}

/** @param between what happens after each page */
function itemsOf(walk: RegisterWalk, max: OcfPageMax, between = (_items: readonly Item[]): void => {}): Item[] {
  const all: Item[] = [];
  for (let after: OcfPlace | null = null; ; ) {
    const { items, next } = pageOf(walk, after, max);
    expect(items.length).toBeLessThanOrEqual(max.transactions);
    all.push(...items);
    if (next === null) return all;
    expect(isOcfPlace(JSON.parse(JSON.stringify(next)))).toBe(true);
    after = next;
    between(all);
  }
}

/** Matches of a and b, without their orders. */
function trades(walk: RegisterWalk, signed: readonly number[]): void {
  for (const [at, shares] of signed.entries()) {
    const [seller, buyer] = (shares < 0 ? ['a', 'b'] : ['b', 'a']).map((name) => WHOSE[name]!);
    const [buy, sell] = [buyer!, seller!].map((whose) => ({ ticket: { ...whose, securityId }, holder: null }));
    const fill = { matchId: ((at + 1) * 100) as never, price: DOLLAR, quantity: Math.abs(shares) };
    walk.state.register.match(buy!, sell!, fill, 20_000 + at);
  }
}

test('pages of any size have the transactions of one page without bounds', () => {
  let parted = 0;
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 20, maxLength: 50, size: 'max' }),
      fc.record({
        holders: fc.integer({ min: 1, max: 3 }),
        transactions: fc.integer({ min: 1, max: 5 }),
        entries: fc.integer({ min: 1, max: 5 }),
      }),
      (steps, max) => {
        const walk = new RegisterWalk();
        for (const one of steps) walk.play(one);
        const { items, next } = pageOf(walk, null, UNBOUNDED);
        expect(next).toBe(null);
        expect(itemsOf(walk, max)).toEqual(items);
        parted += Number(items.length > 2 * max.transactions);
      },
    ),
    { numRuns: 60, seed: 53 },
  );
  expect(parted).toBeGreaterThan(30);
});

test('a sale with more transactions than a page goes on at the next one', () => {
  const walk = new RegisterWalk();
  trades(walk, [...Array.from({ length: 12 }, () => 10), -115]);
  const { items } = pageOf(walk, null, UNBOUNDED);
  expect(items.filter(({ object_type }) => object_type === 'TX_STOCK_TRANSFER')).toHaveLength(12);
  expect(itemsOf(walk, { ...UNBOUNDED, transactions: 5 })).toEqual(items);
  const { next } = pageOf(walk, null, { ...UNBOUNDED, transactions: 15 });
  expect(next).toEqual({
    ...{ clientId: 'a', accountId: null },
    within: { entry: { place: 1300, entry: 13, isSale: true }, transactions: 3 },
  });
});

test('sales of what is not there have no transactions, and a page goes through few of them', () => {
  const walk = new RegisterWalk();
  trades(walk, [...Array.from({ length: 9 }, () => -10), 200]);
  const { items, next } = pageOf(walk, null, { ...UNBOUNDED, entries: 4 });
  expect(items).toEqual([]);
  expect(next?.within).toEqual({ entry: { place: 500, entry: 5, isSale: true }, transactions: 0 });
  expect(itemsOf(walk, { ...UNBOUNDED, entries: 4 })).toEqual(pageOf(walk, null, UNBOUNDED).items);
});

test('a correction between two pages takes no other entry along', () => {
  const walk = new RegisterWalk();
  for (const quantity of [10, 20, 30, 40, 50]) walk.trade('a', 'b', quantity, 10 * DOLLAR);
  const [one, , three, four] = walk.model.matches;
  let pages = 0;
  const items = itemsOf(walk, { ...UNBOUNDED, transactions: 2 }, () => {
    if (++pages > 1) return;
    // The next page begins with the third match.
    walk.adjust(one, 9 * DOLLAR, 15);
    walk.bust(three);
    walk.adjust(four, 8 * DOLLAR, 45);
  });
  expect(items.map(({ id }) => id)).toEqual(
    [0, 1, 3, 4].map((at) => `7-match-${walk.model.matches[at]!.matchId}-issued`),
  );
  expect(items).toMatchObject(
    ['10.000000', '20.000000', '45.000000', '50.000000'].map((quantity) => ({ quantity, stakeholder_id: 'a' })),
  );
});

test('a holder who sells everything between two pages goes on, then the others', () => {
  const walk = new RegisterWalk();
  for (const quantity of [10, 20, 30]) walk.trade('a', 'b', quantity, 10 * DOLLAR);
  walk.trade('c/y', 'b', 5, 10 * DOLLAR);
  let pages = 0;
  const items = itemsOf(walk, { ...UNBOUNDED, transactions: 2 }, () => {
    if (++pages > 1) return;
    walk.trade('c/y', 'a', 60, 10 * DOLLAR);
    for (const match of walk.model.matches) walk.settle(match, 'Settled');
  });
  expect(items.map(({ object_type, stakeholder_id }) => stakeholder_id ?? object_type)).toEqual([
    ...['a', 'a', 'a', 'TX_STOCK_TRANSFER', 'TX_STOCK_TRANSFER', 'TX_STOCK_TRANSFER', 'c/y', 'c/y'],
  ]);
});

test('no step of a page goes through more than 100 entries or transactions, whatever a holder has', () => {
  const walk = new RegisterWalk();
  const bought = Array.from({ length: 2000 }, (_, at) => 2 + (at % 3));
  const sold = Array.from({ length: 450 }, () => -1);
  const most = bought.reduce((sum, shares) => sum + shares, 0) - 450 - 1;
  trades(walk, [...bought, ...sold, -most, 7]);
  const reads = readsOf(walk);
  let [read, steps] = [0, 0];
  const counted = new Proxy(reads, {
    get: (target, name) => {
      if (name !== 'holderEntries') return Reflect.get(target, name).bind(target) as unknown;
      return (whose: { clientId: string; accountId: null; securityId: SecurityId }, at: EntryPlace, limit: number) => {
        const entries = reads.holderEntries(whose, at, limit);
        read += entries.length;
        return entries;
      };
    },
  }) as unknown as TransferDeps['exchange'];
  const max = { holders: 100, transactions: 1000, entries: 1000 };
  const all: Item[] = [];
  for (let after: OcfPlace | null = null; ; ) {
    const work = ocfPage(counted, { securityId, after }, max);
    let records = 0;
    for (let one = work.next(); ; one = work.next()) {
      expect(read).toBeLessThanOrEqual(100);
      if (one.done) {
        const { items } = JSON.parse(one.value.file) as { readonly items: readonly Item[] };
        expect(items.length).toBeLessThanOrEqual(1000);
        all.push(...items);
        after = one.value.next;
        break;
      }
      expect(one.value).toBeGreaterThanOrEqual(Math.max(1, read));
      [read, steps, records] = [0, steps + 1, records + one.value];
    }
    expect(records).toBeLessThan(20_000);
    if (after === null) break;
  }
  expect(steps).toBeGreaterThan(1000);
  expect(all).toHaveLength(pageOf(walk, null, UNBOUNDED).items.length);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});
