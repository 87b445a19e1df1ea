import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Level, Order } from '../../src/matching/order.ts';
import { LevelPool, PriceLevels } from '../../src/matching/price-levels.ts';
import { SLOTS_MAX, SlotBits } from '../../src/matching/slot-bits.ts';

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
  'a step that the window does not know': { first: 1000, step: 7, count: 200 },
  'wider than any window': { first: 1_000_000, step: 777_000_000, count: 100 },
  'beyond 32 bits': { first: 900_000_000_000, step: 10_000, count: 300 },
};

function orderAt(rank: number): Order {
  const order = new Order();
  order.rank = rank;
  order.quantity = order.remaining = 1;
  return order;
}

function chain(levels: PriceLevels): number[] {
  const ranks: number[] = [];
  for (let level: Level | null = levels.best, better: Level | null = null; level !== null; level = level.worse) {
    expect(level.better).toBe(better);
    ranks.push(level.rank);
    better = level;
  }
  return ranks;
}

/** Orders come and go at random ranks; the chain, the best level and the look-ups must be those of a sorted list. */
function follow(levels: PriceLevels, resting: Map<number, Order>, ranks: readonly number[]): void {
  for (const rank of ranks) {
    const order = resting.get(rank);
    if (order === undefined) {
      const entered = orderAt(rank);
      levels.join(entered);
      resting.set(rank, entered);
    } else {
      levels.leave(order);
      resting.delete(rank);
    }
  }
  const expected = [...resting.keys()].sort((a, b) => a - b);
  // As texts: ten thousand levels are compared one by one for a long time.
  expect(chain(levels).join()).toBe(expected.join());
  const found = (rank: number) => levels.find(rank)?.rank;
  expect(ranks.filter((rank) => found(rank) !== (resting.has(rank) ? rank : undefined))).toEqual([]);
}

describe('levels come and go in order', () => {
  test.each(Object.entries(PRICES))('%s', (_name, { first, step, count }) => {
    const rank = fc.oneof(
      { weight: 20, arbitrary: fc.nat(count).map((n) => first + n * step) },
      // Off the step, and far away.
      { weight: 1, arbitrary: fc.nat(count).map((n) => first + n * step + 1) },
      { weight: 1, arbitrary: fc.nat(20).map((n) => first + (n - 10) * step * 1_000_000) },
    );
    const batches = fc.array(fc.array(rank, { maxLength: 100, size: 'max' }), { maxLength: 12, size: 'max' });
    const property = fc.property(batches, (batches) => {
      const levels = new PriceLevels(new LevelPool());
      const resting = new Map<number, Order>();
      for (const ranks of batches) follow(levels, resting, ranks);
    });
    fc.assert(property, { numRuns: 40, seed: 1 });
  });

  test('the middle price wanders far', () => {
    const levels = new PriceLevels(new LevelPool());
    const resting = new Map<number, Order>();
    for (let middle = 0; middle < 400_000; middle += 4000) {
      const ranks = Array.from({ length: 300 }, (_, n) => 10_000_000 + (middle + ((n * 37) % 1000)) * 5000);
      follow(levels, resting, ranks);
      // What is left behind goes, so that the window has to follow.
      follow(levels, resting, [...resting.keys()].slice(0, 250));
    }
  });
});

test('the taken slots are found like in a sorted list', () => {
  const slot = fc.oneof(fc.nat(SLOTS_MAX - 1), fc.nat(100), fc.constantFrom(31, 32, 1023, 1024, SLOTS_MAX - 1));
  const property = fc.property(fc.array(slot, { maxLength: 60 }), fc.array(slot), (toggled, asked) => {
    const bits = new SlotBits(SLOTS_MAX);
    const taken = new Set<number>();
    for (const slot of toggled) {
      if (taken.delete(slot)) bits.free(slot);
      else {
        bits.take(slot);
        taken.add(slot);
      }
    }
    for (const before of [...asked, ...toggled, 0, SLOTS_MAX]) {
      const expected = Math.max(-1, ...[...taken].filter((slot) => slot < before));
      expect(bits.before(before)).toBe(expected);
    }
  });
  fc.assert(property, { numRuns: 300, seed: 1 });
});
