import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdTable } from '../../src/exchange/collections/index.ts';

/** Ids of few parts, so that they collide, some of them above 32 bits. */
const id = fc.oneof(
  fc.integer({ min: 1001, max: 1100 }).map((count) => count * 100),
  fc.integer({ min: 1, max: 40 }).map((n) => Number.MAX_SAFE_INTEGER - n * 2 ** 32),
);

interface Order {
  readonly orderId: number;
}

function order(orderId: number): Order {
  return { orderId };
}

test('does what a Map does', () => {
  const property = fc.property(fc.array(id, { maxLength: 600, size: 'max' }), (ids) => {
    const table = new IdTable<Order>();
    const expected = new Map<number, Order>();
    // An id that comes again is that of an order that ends.
    for (const orderId of ids) {
      expect(table.get(orderId)).toBe(expected.get(orderId));
      if (expected.delete(orderId)) table.delete(orderId);
      else {
        const added = order(orderId);
        expected.set(orderId, added);
        table.add(orderId, added);
      }
      expect(table.size).toBe(expected.size);
    }
    for (const orderId of ids) expect(table.get(orderId)).toBe(expected.get(orderId));
    const inOrder = (orders: Iterable<Order>) => [...orders].map(({ orderId }) => orderId).sort((a, b) => a - b);
    expect(inOrder(table.values())).toEqual(inOrder(expected.values()));
  });
  fc.assert(property, { numRuns: 200, seed: 1 });
});

test('keeps each of many orders while others leave', () => {
  const table = new IdTable<Order>();
  const orders = Array.from({ length: 50_000 }, (_, n) => order((n + 1001) * 100));
  for (const one of orders) table.add(one.orderId, one);
  for (const [n, { orderId }] of orders.entries()) if (n % 3 !== 0) table.delete(orderId);
  const wrong = orders.filter((one, n) => table.get(one.orderId) !== (n % 3 === 0 ? one : undefined));
  expect(wrong).toEqual([]);
  expect(table.size).toBe(Math.ceil(orders.length / 3));
});

test('an id that is not there cannot leave', () => {
  const table = new IdTable<Order>();
  for (let n = 1; n <= 100; n++) table.add(n * 100, order(n * 100));
  table.delete(700);
  expect(() => table.delete(700)).toThrow('id 700 is not in the table');
});
