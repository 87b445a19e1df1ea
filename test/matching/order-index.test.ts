import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Book } from '../../src/matching/book.ts';
import type { Order } from '../../src/matching/order.ts';
import { OrderIndex } from '../../src/matching/order-index.ts';

const book = new Book({
  accepted() {},
  matched() {},
  cancelled() {},
  replaced() {},
  rejected() {},
  topOfBookChanged() {},
});

/** A node of no particular terms. */
function newOrder(orders: OrderIndex, orderId: number): Order | null {
  return orders.create(orderId, 1, 1, 0, true);
}

// Few ids, so that they come again; counted, in strides, in powers of two and at the end of the range.
const id = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 1, max: 40 }).map((n) => n * 100 + 7),
  fc.integer({ min: 0, max: 52 }).map((n) => 2 ** n),
  fc.integer({ min: 0, max: 20 }).map((n) => Number.MAX_SAFE_INTEGER - n * 2 ** 32),
);

test('does what a Map does', () => {
  const step = fc.record({ create: fc.boolean(), id });
  const property = fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
    const orders = new OrderIndex();
    const expected = new Map<number, Order>();
    for (const { create, id } of steps) {
      if (create) {
        const order = newOrder(orders, id);
        expect(order === null).toBe(expected.has(id));
        if (order === null) continue;
        expect(orders.get(id)).toBeNull();
        orders.keep(order, book);
        expected.set(id, order);
      } else {
        const order = expected.get(id);
        if (order !== undefined) orders.release(order);
        expected.delete(id);
      }
      expect(orders.size).toBe(expected.size);
    }
    for (const { id } of steps) expect(orders.get(id)).toBe(expected.get(id) ?? null);
    for (const [id, order] of expected) expect([order.orderId, order.book]).toEqual([id, book]);
  });
  fc.assert(property, { numRuns: 200, seed: 1 });
});

const STRIDES: Readonly<Record<string, (n: number) => number>> = {
  counted: (n) => n,
  'of the venue': (n) => (n + 1000) * 100 + 7,
  'powers of two apart': (n) => n * 4096,
  'beyond 32 bits': (n) => n * 2 ** 33 + 1,
};

test.each(Object.entries(STRIDES))('finds every order while it grows, ids %s', (_name, idOf) => {
  const orders = new OrderIndex();
  const kept: Order[] = [];
  const count = 5000;
  for (let n = 1; n <= count; n++) {
    const order = newOrder(orders, idOf(n)) as Order;
    orders.keep(order, book);
    kept.push(order);
    // An older one, which has been moved by now or has not.
    const older = kept[n >> 1] ?? order;
    expect(orders.get(older.orderId)).toBe(older);
  }
  expect(orders.size).toBe(count);
  for (const [n, order] of kept.entries()) if (n % 3 !== 0) orders.release(order);
  for (const [n, order] of kept.entries()) expect(orders.get(idOf(n + 1))).toBe(n % 3 === 0 ? order : null);
  expect(orders.size).toBe(Math.ceil(count / 3));
});

test.each(Object.entries(STRIDES))(
  'finds orders that nobody asked for while the table doubled often, ids %s',
  (_name, idOf) => {
    const orders = new OrderIndex();
    const count = 60_000;
    const kept = Array.from({ length: count }, (_, n) => {
      const order = newOrder(orders, idOf(n + 1)) as Order;
      orders.keep(order, book);
      return order;
    });
    let missed = 0;
    for (const order of kept.toReversed()) if (orders.get(order.orderId) !== order) missed++;
    expect(missed).toBe(0);
    for (const order of kept) orders.release(order);
    expect(orders.size).toBe(0);
    for (const n of [1, 777, count]) expect(orders.get(idOf(n))).toBeNull();
  },
);

test('an order that never rests is never in the index, and its id is free again', () => {
  const orders = new OrderIndex();
  orders.release(newOrder(orders, 7) as Order);
  expect(orders.size).toBe(0);
  const order = newOrder(orders, 7) as Order;
  orders.keep(order, book);
  orders.keep(order, book);
  expect(orders.size).toBe(1);
  expect(newOrder(orders, 7)).toBeNull();
});
