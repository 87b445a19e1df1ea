/** The worked examples of docs/venue/corporate-actions.md (R2 to R4). */
import { describe, expect, test } from 'vitest';
import type { Ratio } from '../../src/exchange/api/corporate-actions.ts';
import { cashInLieu, priceAfter, sharesAfter } from '../../src/exchange/api/ratios.ts';
import type { SecurityReference } from '../../src/exchange/api/security-reference.ts';
import type { OrderRecord } from '../../src/exchange/records/order-record.ts';
import { Lots } from '../../src/exchange/records/register/lots.ts';
import { heldAfter } from '../../src/exchange/records/register/splits.ts';
import { inMillionths } from '../../src/exchange/records/register/units.ts';
import { termsAfterSplit } from '../../src/exchange/records/split-terms.ts';
import { splitAt } from './register-split.ts';
import { RegisterWalk } from './register-walk.ts';
import { DOLLAR } from './venue.ts';

const TWO_FOR_ONE: Ratio = { to: 2, from: 1 };
const ONE_FOR_TEN: Ratio = { to: 1, from: 10 };
const CENTS: SecurityReference = { tickSizes: [{ from: 0, tick: 10_000 }] };

interface Example {
  readonly side?: 'buy' | 'sell';
  readonly quantity: number;
  readonly filled?: number;
  readonly dollars: number;
  readonly minimum?: number;
  readonly displayQuantity?: number;
}

function adjusted(example: Example, ratio: Ratio, reference?: SecurityReference) {
  const { side = 'buy', quantity, filled = 0, dollars, minimum = 0, displayQuantity } = example;
  const ticket = { side, ...(displayQuantity === undefined ? {} : { optional: { displayQuantity } }) };
  const displayed = displayQuantity === undefined ? {} : { displayed: displayQuantity };
  const order = { ticket, quantity, remaining: quantity - filled, price: dollars * DOLLAR, minimum, ...displayed };
  return termsAfterSplit(order as OrderRecord, ratio, reference);
}

describe('orders', () => {
  test.each([
    [{ quantity: 100, dollars: 10.01 }, TWO_FOR_ONE, CENTS, { quantity: 200, price: 5 }],
    [{ side: 'sell', quantity: 100, dollars: 10.01 }, TWO_FOR_ONE, CENTS, { quantity: 200, price: 5.01 }],
    [{ quantity: 100, filled: 40, dollars: 10 }, TWO_FOR_ONE, undefined, { quantity: 160, price: 5 }],
    [{ quantity: 25, dollars: 10 }, ONE_FOR_TEN, undefined, { quantity: 2, price: 100 }],
    [{ quantity: 40, dollars: 10, minimum: 31 }, ONE_FOR_TEN, undefined, { quantity: 4, price: 100, minimum: 4 }],
    [{ quantity: 350, dollars: 10 }, TWO_FOR_ONE, { lotSize: 200 }, { quantity: 600, price: 5 }],
    [
      { quantity: 90, dollars: 10, displayQuantity: 20 },
      TWO_FOR_ONE,
      undefined,
      { quantity: 180, price: 5, display: 40 },
    ],
    [
      { quantity: 90, dollars: 10, displayQuantity: 5 },
      ONE_FOR_TEN,
      undefined,
      { quantity: 9, price: 100, display: 1 },
    ],
    [{ quantity: 9, dollars: 0 }, TWO_FOR_ONE, undefined, { quantity: 18, price: 0 }],
  ] as const)('%j after %j', (example, ratio, reference, { price, ...terms }) => {
    const expected = { minimum: 0, display: 0, ...terms, price: Math.round(price * DOLLAR) };
    expect(adjusted(example, ratio, reference)).toEqual(expected);
  });

  test.each([
    [{ quantity: 9, dollars: 10 }, ONE_FOR_TEN, undefined, 'less than a share is left of it'],
    [{ quantity: 500, dollars: 10 }, ONE_FOR_TEN, { lotSize: 100 }, 'less than a lot is left of it'],
    [{ quantity: 35, dollars: 10, minimum: 31 }, ONE_FOR_TEN, undefined, 'less is left of it than its minimum'],
    [
      { quantity: 40, dollars: 10 },
      ONE_FOR_TEN,
      { minimumQuantity: 5 },
      'fewer shares are left of it than an order must have',
    ],
    [
      { quantity: 2_000_000_000, dollars: 10 },
      TWO_FOR_ONE,
      undefined,
      'it would have more shares than an order may have',
    ],
    [{ quantity: 10, dollars: 0.01 }, { to: 3, from: 1 }, CENTS, 'no price is left of its limit'],
  ] as const)('%j after %j with %j ends', (example, ratio, reference, reason) => {
    expect(adjusted(example, ratio, reference)).toBe(reason);
  });

  test('what had less left than the minimum before goes on, and trades whole', () => {
    const order = { quantity: 100, filled: 95, dollars: 10, minimum: 50 };
    expect(adjusted(order, TWO_FOR_ONE)).toEqual({ quantity: 105, price: 5 * DOLLAR, minimum: 100, display: 0 });
  });
});

describe('holders', () => {
  test('105 shares of 1,050 dollars, one for ten, at 100 dollars: worth the same with the cash', () => {
    const split = { ...ONE_FOR_TEN, fractions: 'cash', cashPrice: 100 * DOLLAR } as const;
    const held = { quantity: 105, rest: 0, cost: 1050 * DOLLAR };
    expect(heldAfter(held, split)).toEqual({ quantity: 10, rest: 0, cost: 1000 * DOLLAR });
    expect(cashInLieu(held, split)).toBe(BigInt(50 * DOLLAR));
    expect(105 * 10).toBe(10 * 100 + 50);
  });

  test('a stock dividend of one for ten is a split of eleven for ten', () => {
    const split = { to: 11, from: 10, fractions: 'cash', cashPrice: 10 * DOLLAR } as const;
    const held = { quantity: 105, rest: 0, cost: 1050 * DOLLAR };
    expect(heldAfter(held, split)).toEqual({ quantity: 115, rest: 0, cost: 1_045_454_545 });
    expect(cashInLieu(held, split)).toBe(BigInt(5 * DOLLAR));
    expect(adjusted({ quantity: 105, dollars: 11 }, split)).toMatchObject({ quantity: 115, price: 10 * DOLLAR });
  });

  test('rounded up, the cost is that of before', () => {
    const held = { quantity: 105, rest: 0, cost: 1050 * DOLLAR };
    const split = { ...ONE_FOR_TEN, fractions: 'up' } as const;
    expect(heldAfter(held, split)).toEqual({ quantity: 11, rest: 0, cost: 1050 * DOLLAR });
    expect(cashInLieu(held, { ...split, cashPrice: null })).toBe(0n);
  });

  test('a ratio of whole shares leaves parts of a share as they are, times the ratio', () => {
    const split = { to: 4, from: 2, fractions: 'kept', cashPrice: null } as const;
    const held = { quantity: 10, rest: 250_001, cost: 102_500_010 };
    expect(heldAfter(held, split)).toEqual({ quantity: 20, rest: 500_002, cost: held.cost });
    expect(sharesAfter({ quantity: -1, rest: 250_000 }, split)).toEqual({ quantity: -2, rest: 500_000 });
    expect(cashInLieu(held, split)).toBe(0n);
    const lots = new Lots([[1, 0, DOLLAR, 250_000, 'issue', 1]]);
    lots.split(split);
    expect(lots.all).toEqual([[1, 0, DOLLAR, 500_000, 'issue', 1]]);
  });

  test('lots of 3 and 4 shares, three for two: parts of 10 shares, with their dates and total cost', () => {
    const lots = new Lots([
      [1, 3, 30 * DOLLAR, 0, 'match', 1],
      [2, 4, 48 * DOLLAR, 0, 'match', 2],
    ]);
    lots.split({ to: 3, from: 2, fractions: 'up' });
    expect(lots.all).toEqual([
      [1, 4, 30 * DOLLAR, 714_285, 'match', 1],
      [2, 6, 48 * DOLLAR, 285_715, 'match', 2],
    ]);
    expect(lots.units).toEqual({ quantity: 11, rest: 0 });
  });

  test('a holder below 0 is rounded by its size', () => {
    const split = { ...ONE_FOR_TEN, fractions: 'cash', cashPrice: DOLLAR } as const;
    expect(sharesAfter({ quantity: -15, rest: 0 }, split)).toEqual({ quantity: -1, rest: 0 });
    expect(cashInLieu({ quantity: -15, rest: 0 }, split)).toBe(-500_000n);
  });

  test('100 bought, then two for one, then the match is corrected to 90, and busted', () => {
    const walk = new RegisterWalk();
    walk.trade('a', 'b', 100, 10 * DOLLAR);
    splitAt(walk, { ...TWO_FOR_ONE, isUp: false });
    expect(walk.of('a')).toEqual({ quantity: 200, cost: 1000 * DOLLAR });
    walk.adjust(walk.model.matches[0], 9 * DOLLAR, 90);
    expect(walk.of('a')).toEqual({ quantity: 180, cost: 810 * DOLLAR });
    walk.bust(walk.model.matches[0]);
    expect(walk.of('a')).toEqual({ quantity: 0, cost: 0 });
    walk.expectReplayed();
    walk.expectSound();
  });

  test('a match of a holder with itself is busted after a split, when nothing else is kept of the holder', () => {
    const walk = new RegisterWalk();
    walk.trade('a', 'a', 10, DOLLAR);
    walk.position('a', 10, null);
    splitAt(walk, { ...TWO_FOR_ONE, isUp: false });
    walk.settle(walk.model.matches[0], 'Settled');
    walk.bust(walk.model.matches[0]);
    expect(walk.of('a').quantity).toBe(20);
    walk.expectReplayed();
    walk.expectSound();
  });

  test('a settlement that is reported after a reverse split leaves nothing pending', () => {
    const walk = new RegisterWalk();
    for (const price of [10, 11, 12]) walk.trade('a', 'b', 5, price * DOLLAR);
    splitAt(walk, { ...ONE_FOR_TEN, isUp: false });
    const pending = () => walk.state.register.find({ clientId: 'a', accountId: null, securityId: 7 as never })?.pending;
    expect([walk.of('a').quantity, pending()]).toEqual([1, 1]);
    for (const match of walk.model.matches) walk.settle(match, 'Settled');
    expect([walk.of('a').quantity, pending()]).toEqual([1, 0]);
    walk.expectReplayed();
    walk.expectSound();
  });
});

test('the value of a holder is the same to the millionth, cash included', () => {
  for (const [to, from] of [
    [2, 1],
    [1, 10],
    [3, 2],
    [7, 13],
    [999, 1000],
  ] as const) {
    for (const quantity of [1, 9, 105, 99_999, 1_000_003]) {
      const price = 17 * to * DOLLAR;
      const next = priceAfter(price, { to, from });
      const shares = { quantity, rest: 123_456 };
      const split = { to, from, fractions: 'cash', cashPrice: next } as const;
      const before = inMillionths(shares) * BigInt(price);
      const after = inMillionths(sharesAfter(shares, split)) * BigInt(next) + cashInLieu(shares, split) * 1_000_000n;
      expect(before - after).toBeGreaterThanOrEqual(0n);
      expect(before - after).toBeLessThan(1_000_000n);
    }
  }
});
