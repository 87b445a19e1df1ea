import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TickerScript } from '../../../src/service/sandbox/ticker-script.ts';

const orders = (seed: number, count: number) => {
  const script = new TickerScript(seed);
  return Array.from({ length: count }, () => script.next());
};

test('a seed gives the same orders each time, and another seed others', () => {
  expect(orders(1, 50)).toEqual(orders(1, 50));
  expect(orders(1, 50)).not.toEqual(orders(2, 50));
});

test('orders of any seed stay within their bounds, and some of each kind come', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const made = orders(seed, 1000);
      for (const { price, quantity } of made) {
        expect(price).toMatch(/^\d\d\.\d\d$/);
        expect(Number(price)).toBeGreaterThan(19);
        expect(Number(price)).toBeLessThan(31);
        expect(quantity % 10).toBe(0);
        expect(quantity).toBeGreaterThan(0);
        expect(quantity).toBeLessThanOrEqual(400);
      }
      const crossing = made.filter(({ expiration }) => expiration === 'IOC');
      expect(crossing.length).toBeGreaterThan(100);
      expect(crossing.length).toBeLessThan(350);
      expect(made.some(({ disclosePrice }) => disclosePrice === 'No')).toBe(true);
      expect(made.some(({ contingencies }) => contingencies === 'All or None')).toBe(true);
    }),
    { numRuns: 20 },
  );
});
