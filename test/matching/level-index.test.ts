import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LevelPages, PAGE, PagePool } from '../../src/matching/store/level-pages.ts';
import { PriceLevels } from '../../src/matching/store/price-levels.ts';
import { Records, type Ref } from '../../src/matching/store/records.ts';

/** Where the orders of a flow are: at a rank of the flow, one of them or none. */
interface Prices {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

const PRICES: Readonly<Record<string, Prices>> = {
  'half cents': { first: 167_500_000, step: 5000, count: 300 },
  'half cents of bids': { first: -167_500_000, step: 5000, count: 300 },
  'neighbours without a unit': { first: 1, step: 1, count: 200 },
  'a step that the slots do not know': { first: 1000, step: 7, count: 200 },
  'wider than all slots': { first: 1_000_000, step: 777_000_000, count: 100 },
  'above 32 bits': { first: 900_000_000_000, step: 10_000, count: 300 },
};

const records = new Records();

function orderAt(rank: number): Ref {
  const order = records.take();
  records.setRank(order, rank);
  records.setQuantity(order, 1);
  records.setRemaining(order, 1);
  records.setFlags(order, 1);
  return order;
}

function ranksOf(levels: PriceLevels): number[] {
  const ranks: number[] = [];
  for (let level = levels.best; level !== 0; level = levels.worse(level)) ranks.push(records.rank(level));
  return ranks;
}

/** Orders come and go at random ranks; the levels, the best one and the look-ups must be those of a sorted list. */
function follow(levels: PriceLevels, resting: Map<number, Ref>, ranks: readonly number[]): void {
  for (const rank of ranks) {
    const order = resting.get(rank);
    if (order === undefined) {
      const entered = orderAt(rank);
      levels.join(entered);
      resting.set(rank, entered);
    } else {
      levels.leave(order);
      records.put(order);
      resting.delete(rank);
    }
  }
  const expected = [...resting.keys()].sort((a, b) => a - b);
  // As texts: ten thousand levels are compared one by one for a long time.
  expect(ranksOf(levels).join()).toBe(expected.join());
  expect(levels.visible).toBe(levels.best);
  const found = (rank: number) => {
    const level = levels.find(rank);
    return level === 0 ? undefined : records.rank(level);
  };
  expect(ranks.filter((rank) => found(rank) !== (resting.has(rank) ? rank : undefined))).toEqual([]);
}

describe('levels come and go in order', () => {
  test.each(Object.entries(PRICES))('%s', (_name, { first, step, count }) => {
    const rank = fc.oneof(
      { weight: 20, arbitrary: fc.nat(count).map((n) => first + n * step) },
      // Off the step, and far off.
      { weight: 1, arbitrary: fc.nat(count).map((n) => first + n * step + 1) },
      { weight: 1, arbitrary: fc.nat(20).map((n) => first + (n - 10) * step * 1_000_000) },
    );
    const batches = fc.array(fc.array(rank, { maxLength: 100, size: 'max' }), { maxLength: 12, size: 'max' });
    const property = fc.property(batches, (batches) => {
      const levels = new PriceLevels(new PagePool(records));
      const resting = new Map<number, Ref>();
      for (const ranks of batches) follow(levels, resting, ranks);
    });
    fc.assert(property, { numRuns: 40, seed: 1 });
  });

  test('the middle price wanders far', () => {
    const levels = new PriceLevels(new PagePool(records));
    const resting = new Map<number, Ref>();
    for (let middle = 0; middle < 400_000; middle += 4000) {
      const ranks = Array.from({ length: 300 }, (_, n) => 10_000_000 + (middle + ((n * 37) % 1000)) * 5000);
      follow(levels, resting, ranks);
      // What is left after goes, so that the slots have to follow.
      follow(levels, resting, [...resting.keys()].slice(0, 250));
    }
  });
});

describe('levels in pages', () => {
  const PAGES = 40;
  const SLOTS = PAGES * PAGE;
  const edges = [0, 31, 32, PAGE - 1, PAGE, 32 * PAGE - 1, 32 * PAGE, SLOTS - 1];
  const slot = fc.oneof(fc.nat(SLOTS - 1), fc.nat(100), fc.constantFrom(...edges));

  function pagesOf(): LevelPages {
    const pages = new LevelPages(new PagePool(records));
    pages.lay(0, 1, PAGES);
    return pages;
  }

  /** Undefined where there is no level. */
  const slotOf = (level: Ref) => (level === 0 ? undefined : records.slot(level));

  test('are found like in a sorted list', () => {
    const property = fc.property(fc.array(slot, { maxLength: 60 }), fc.array(slot), (toggled, asked) => {
      const pages = pagesOf();
      const taken = new Set<number>();
      for (const slot of toggled) {
        if (taken.delete(slot)) pages.take(slot);
        else {
          expect(pages.put(slot, records.takeLevel(), PAGES)).toBe(true);
          taken.add(slot);
        }
      }
      expect(pages.count).toBe(new Set([...taken].map((slot) => Math.floor(slot / PAGE))).size);
      for (const at of [...asked, ...toggled, ...edges]) {
        expect(slotOf(pages.at(at))).toBe(taken.has(at) ? at : undefined);
        const after = Math.min(Infinity, ...[...taken].filter((slot) => slot > at));
        expect(slotOf(pages.after(at)) ?? Infinity).toBe(after);
      }
      expect(slotOf(pages.after(-1)) ?? Infinity).toBe(Math.min(Infinity, ...taken));
    });
    fc.assert(property, { numRuns: 300, seed: 1 });
  });

  test('get no more pages than are allowed, and give them back', () => {
    const pages = pagesOf();
    expect(pages.put(0, records.takeLevel(), 1)).toBe(true);
    expect(pages.put(PAGE, records.takeLevel(), 1)).toBe(false);
    expect(pages.put(1, records.takeLevel(), 1)).toBe(true);
    pages.take(0);
    pages.take(1);
    expect(pages.count).toBe(0);
    expect(pages.put(PAGE, records.takeLevel(), 1)).toBe(true);
  });
});
