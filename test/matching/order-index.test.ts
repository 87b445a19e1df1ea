import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WORDS } from '../../src/matching/store/arena.ts';
import { OrderIndex } from '../../src/matching/store/order-index.ts';
import { Records, type Ref } from '../../src/matching/store/records.ts';

/** An index with what its orders are made of. */
class Orders {
  readonly #records = new Records();
  readonly #index = new OrderIndex(this.#records);

  get size(): number {
    return this.#index.size;
  }

  add(orderId: number): Ref {
    const order = this.#records.take();
    this.#records.setOrderId(order, orderId);
    this.#index.add(order, orderId);
    return order;
  }

  get(orderId: number): Ref {
    return this.#index.get(orderId);
  }

  remove(order: Ref): void {
    this.#index.remove(order);
    this.#records.put(order);
  }

  idOf(order: Ref): number {
    return this.#records.orderId(order);
  }

  /** The place of its slot, in words. */
  slotOf(order: Ref): number {
    return Math.abs(WORDS[order + 11]!);
  }
}

/** Ids whose hashes give the same of the sixteen groups of a new table, which have six slots. */
const CROWD = Array.from({ length: 640 }, (_, n) => n + 1).filter((n) => Math.imul(n, 0x18722d05) >>> 28 === 0xf);

// Few ids, so that they come again; counted, in strides, in powers of two, in a crowd and at the end of the range.
const id = fc.oneof(
  fc.constantFrom(...CROWD),
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 1, max: 40 }).map((n) => n * 100 + 7),
  fc.integer({ min: 0, max: 52 }).map((n) => 2 ** n),
  fc.integer({ min: 0, max: 20 }).map((n) => Number.MAX_SAFE_INTEGER - n * 2 ** 32),
);

test('does what a Map does', () => {
  const step = fc.record({ create: fc.boolean(), id });
  const property = fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
    const orders = new Orders();
    const expected = new Map<number, Ref>();
    for (const { create, id } of steps) {
      const order = expected.get(id);
      expect(orders.get(id)).toBe(order ?? 0);
      if (create && order === undefined) expected.set(id, orders.add(id));
      else if (!create && order !== undefined) {
        orders.remove(order);
        expected.delete(id);
      }
      expect(orders.size).toBe(expected.size);
    }
    for (const { id } of steps) expect(orders.get(id)).toBe(expected.get(id) ?? 0);
    for (const [id, order] of expected) expect(orders.idOf(order)).toBe(id);
  });
  fc.assert(property, { numRuns: 200, seed: 1 });
});

test('finds what is far from its hash, whoever leaves before it', () => {
  const orders = new Orders();
  const kept = CROWD.map((id) => orders.add(id));
  expect(kept.length).toBeGreaterThan(20);
  for (const [n, order] of kept.entries()) if (n % 2 === 0) orders.remove(order);
  for (const [n, order] of kept.entries()) expect(orders.get(CROWD[n]!)).toBe(n % 2 === 0 ? 0 : order);
  for (const [n, order] of kept.entries()) if (n % 2 === 1) orders.remove(order);
  for (const id of CROWD) expect(orders.get(id)).toBe(0);
  const again = orders.add(CROWD[0]!);
  expect(orders.get(CROWD[0]!)).toBe(again);
  expect(orders.size).toBe(1);
});

const STRIDES: Readonly<Record<string, (n: number) => number>> = {
  counted: (n) => n,
  'of the venue': (n) => (n + 1000) * 100 + 7,
  'powers of two apart': (n) => n * 4096,
  'above 32 bits': (n) => n * 2 ** 33 + 1,
};

test.each(Object.entries(STRIDES))('finds every order while it grows, ids %s', (_name, idOf) => {
  const orders = new Orders();
  const kept: Ref[] = [];
  const count = 5000;
  for (let n = 1; n <= count; n++) {
    const order = orders.add(idOf(n));
    kept.push(order);
    // An older one, which has been moved by now or has not.
    const older = kept[n >> 1] ?? order;
    expect(orders.get(orders.idOf(older))).toBe(older);
  }
  expect(orders.size).toBe(count);
  for (const [n, order] of kept.entries()) if (n % 3 !== 0) orders.remove(order);
  for (const [n, order] of kept.entries()) expect(orders.get(idOf(n + 1))).toBe(n % 3 === 0 ? order : 0);
  expect(orders.size).toBe(Math.ceil(count / 3));
});

test.each(Object.entries(STRIDES))(
  'finds orders that nobody asked for while the table doubled often, ids %s',
  (_name, idOf) => {
    const orders = new Orders();
    const count = 60_000;
    const kept = Array.from({ length: count }, (_, n) => orders.add(idOf(n + 1)));
    let missed = 0;
    for (const order of kept.toReversed()) if (orders.get(orders.idOf(order)) !== order) missed++;
    expect(missed).toBe(0);
    for (const order of kept) orders.remove(order);
    expect(orders.size).toBe(0);
    for (const n of [1, 777, count]) expect(orders.get(idOf(n))).toBe(0);
  },
);

test('keeps counted ids near each other, however large the table is', () => {
  const orders = new Orders();
  const kept = Array.from({ length: 60_000 }, (_, n) => orders.add(n + 1));
  // The newest ones: whether the table has just doubled or not, they stand in the new one.
  const slots = kept.slice(-10_000).map((order) => orders.slotOf(order));
  const near = slots.filter((slot, n) => n > 0 && Math.abs(slot - slots[n - 1]!) < 24);
  expect(near.length).toBeGreaterThan(9900);
});
