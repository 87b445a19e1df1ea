/** The call auction against the slow model of its rules (docs/venue/auctions.md). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AuctionOrder, type AuctionResult, callAuction, indicationOf } from '../../src/matching/auction/index.ts';
import { priceOf, slowAuction, tradesAt } from '../model/auction-model.ts';
import { runs } from '../support/thorough.ts';

const RUNS = runs(3_000, 50_000);

interface Drawn {
  readonly side: 0 | 1;
  readonly price: number;
  readonly quantity: number;
  readonly contingency: 0 | 1 | 2;
  readonly minimum: number;
  readonly owner: number;
  readonly mode: 0 | 1 | 2 | 3;
}

const drawn = (owners: number, contingencies: readonly (0 | 1 | 2)[]) =>
  fc.record({
    side: fc.constantFrom(0 as const, 1 as const),
    price: fc.integer({ min: 8, max: 14 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    contingency: fc.constantFrom(...contingencies),
    minimum: fc.integer({ min: 1, max: 9 }),
    owner: fc.integer({ min: 0, max: owners }),
    mode: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  });

function ordersOf(all: readonly Drawn[]): AuctionOrder[] {
  return all.map(
    (one, index) => ({ ...one, minimum: Math.min(one.minimum, one.quantity), orderId: index + 1 }) as never,
  );
}

const reference = fc.option(fc.integer({ min: 6, max: 16 }), { nil: null });

function shown({ price, volume, matches, cancelled, leftOut }: AuctionResult) {
  return {
    price,
    volume,
    matches: matches.map(({ buy, sell, quantity }) => [buy, sell, quantity]),
    cancelled,
    leftOut,
  };
}

/** Buys and sells as `40@10`, in the order of their times; `aon` all-or-none. */
function book(...lines: readonly string[]): AuctionOrder[] {
  return ordersOf(
    lines.map((line): Drawn => {
      const [side, terms = '', ...rest] = line.split(' ');
      const [quantity, price] = terms.split('@').map(Number);
      const minimum = Number(rest.find((word) => word.startsWith('min'))?.slice(3) ?? 0);
      const owner = Number(rest.find((word) => word.startsWith('owner'))?.slice(5) ?? 0);
      const mode = rest.includes('newest') ? 1 : rest.includes('oldest') ? 2 : rest.includes('both') ? 3 : 0;
      return {
        ...{ side: side === 'buy' ? 0 : 1, price: price!, quantity: quantity!, owner, mode },
        ...{ contingency: rest.includes('aon') ? 1 : minimum > 0 ? 2 : 0, minimum },
      };
    }),
  );
}

describe('worked examples of docs/venue/auctions.md', () => {
  const NOTHING = { price: null, volume: 0, matches: [], cancelled: [], leftOut: [] };

  test('1: the price at which the most shares trade', () => {
    const orders = book('buy 100@12', 'buy 50@11', 'buy 60@10', 'sell 80@9', 'sell 60@11', 'sell 90@12');
    expect(shown(callAuction(orders, null))).toMatchObject({ price: 11, volume: 140 });
  });

  test('2: of equal volumes the least surplus; all of buyers: the highest', () => {
    expect(callAuction(book('buy 100@12', 'sell 60@10'), null)).toMatchObject({ price: 12, volume: 60, surplus: 40 });
  });

  test('3: all of sellers: the lowest', () => {
    expect(callAuction(book('buy 60@12', 'sell 100@10'), null)).toMatchObject({ price: 10, volume: 60, surplus: -40 });
  });

  test('4: nothing left over: the nearest to the reference price, which is a candidate itself', () => {
    const orders = book('buy 60@14', 'sell 60@10');
    const prices = [11, 9, 20, null].map((price) => callAuction(orders, price).price);
    expect(prices).toEqual([11, 10, 14, 10]);
  });

  test('5: nobody crosses', () => {
    expect(shown(callAuction(book('buy 60@10', 'sell 60@11'), 10))).toEqual(NOTHING);
  });

  test('6: better limits first, then those at the price by time', () => {
    const orders = book('buy 40@10', 'buy 40@10', 'buy 40@11', 'sell 60@10');
    expect(shown(callAuction(orders, null))).toMatchObject({
      price: 10,
      matches: [
        [3, 4, 40],
        [1, 4, 20],
      ],
    });
  });

  test('7: an order that falls short leaves, and the next one takes its place', () => {
    const orders = book('buy 80@10 aon', 'buy 50@10', 'sell 60@10');
    const result = shown(callAuction(orders, null));
    expect(result).toMatchObject({ volume: 50, matches: [[2, 3, 50]], leftOut: [1] });
  });

  test('8: one that left for another is tried once more', () => {
    const orders = book('buy 40@10', 'buy 60@10 aon', 'sell 90@10 aon', 'sell 40@10 aon');
    const result = shown(callAuction(orders, null));
    expect(result).toMatchObject({ volume: 40, matches: [[1, 4, 40]], leftOut: [2, 3] });
  });

  test('9: two orders of an owner with a mode do not meet: another pairing is found', () => {
    const orders = book('buy 50@10 owner1 newest', 'buy 50@10', 'sell 50@10 owner1 newest', 'sell 50@10');
    const result = shown(callAuction(orders, null));
    expect(result).toMatchObject({
      volume: 100,
      cancelled: [],
      matches: [
        [1, 4, 50],
        [2, 3, 50],
      ],
    });
  });

  test('10: where none exists, the later of its orders leaves', () => {
    const orders = book('buy 80@10 owner1 newest', 'buy 20@10', 'sell 60@10 owner1 newest', 'sell 40@10');
    const result = shown(callAuction(orders, null));
    expect(result).toMatchObject({ volume: 40, cancelled: [3], matches: [[1, 4, 40]] });
  });
});

describe('any orders', () => {
  test('have the result of the slow model', () => {
    const seen = { leftOut: 0, cancelled: 0, apart: 0, none: 0 };
    fc.assert(
      fc.property(fc.array(drawn(3, [0, 0, 1, 2]), { minLength: 2, maxLength: 14 }), reference, (all, price) => {
        const orders = ordersOf(all);
        const result = callAuction(orders, price);
        const slow = slowAuction(orders, price);
        expect(shown(result)).toEqual(slow);
        seen.leftOut += slow.leftOut.length;
        seen.cancelled += slow.cancelled.length;
        seen.none += Number(slow.price === null);
        lawful(orders, result);
      }),
      { numRuns: RUNS / 2, seed: 44 },
    );
    expect(seen.leftOut).toBeGreaterThan(RUNS / 20);
    expect(seen.cancelled).toBeGreaterThan(RUNS / 20);
    expect(seen.none).toBeGreaterThan(0);
  });

  test('without contingencies and modes trade as much as at any price, and leave no two that cross', () => {
    fc.assert(
      fc.property(fc.array(drawn(0, [0]), { minLength: 2, maxLength: 20 }), reference, (all, price) => {
        const orders = ordersOf(all);
        const { volume, price: found, matches } = callAuction(orders, price);
        const most = Math.max(...Array.from({ length: 20 }, (_, at) => tradesAt(orders, at).volume));
        expect(volume).toBe(most);
        expect(indicationOf(orders, price)).toEqual(priceOf(orders, price));
        if (found === null) return;
        const left = orders.map((order) => ({ ...order, quantity: order.quantity - filledOf(order, matches) }));
        expect(tradesAt(left as AuctionOrder[], found).volume).toBe(0);
      }),
      { numRuns: RUNS, seed: 45 },
    );
  });

  test('trade no less because some with a contingency are among them', () => {
    fc.assert(
      fc.property(fc.array(drawn(0, [0, 0, 1, 2]), { minLength: 2, maxLength: 14 }), reference, (all, price) => {
        const orders = ordersOf(all);
        const plain = orders.filter(({ contingency }) => contingency === 0);
        expect(callAuction(orders, price).volume).toBeGreaterThanOrEqual(callAuction(plain, price).volume);
      }),
      { numRuns: RUNS, seed: 46 },
    );
  });
});

function filledOf({ orderId }: AuctionOrder, matches: AuctionResult['matches']): number {
  return matches.reduce(
    (sum, { buy, sell, quantity }) => sum + (buy === orderId || sell === orderId ? quantity : 0),
    0,
  );
}

/** No limit, least fill or owner is passed over, whatever the rules of the choice are. */
function lawful(orders: readonly AuctionOrder[], { price, matches, volume, cancelled }: AuctionResult): void {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  for (const order of orders) {
    const filled = filledOf(order, matches);
    if (filled === 0) continue;
    expect(cancelled).not.toContain(order.orderId);
    expect(order.side === 0 ? order.price >= price! : order.price <= price!).toBe(true);
    expect(filled).toBeLessThanOrEqual(order.quantity);
    const least = order.contingency === 0 ? 1 : order.contingency === 1 ? order.quantity : order.minimum;
    expect(filled).toBeGreaterThanOrEqual(Math.min(least, order.quantity));
  }
  for (const { buy, sell } of matches) {
    const [one, other] = [byId.get(buy)!, byId.get(sell)!];
    if (one.owner !== 0 && one.owner === other.owner) expect([one.mode, other.mode]).toEqual([0, 0]);
  }
  expect(matches.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(volume);
}
