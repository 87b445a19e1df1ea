import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContingentIndex } from '../../src/matching/store/contingent-index.ts';
import { ALL_OR_NONE, MINIMUM, termsOf } from '../../src/matching/store/order.ts';
import { Records, type Ref } from '../../src/matching/store/records.ts';

const LIMIT = 2 ** 31;

const records = new Records();

function orderOf(rank: number, remaining: number, minimum: number, time: number): Ref {
  const order = records.take();
  records.setRank(order, rank);
  records.setTime(order, time);
  records.setQuantity(order, remaining);
  records.setRemaining(order, remaining);
  records.setTerms(order, termsOf(minimum === 0 ? ALL_OR_NONE : MINIMUM, minimum));
  return order;
}

const byPriority = (a: Ref, b: Ref) => records.byPriority(a, b);
const leastFill = (order: Ref) => records.leastFill(order);

test('finds what a sorted list finds', () => {
  const rank = fc.integer({ min: -3, max: 3 });
  const size = fc.integer({ min: 1, max: 20 });
  const step = fc.record({ rank, size, minimum: fc.nat({ max: 10 }), pick: fc.nat(), what: fc.nat({ max: 9 }) });
  const property = fc.property(fc.array(step, { maxLength: 120, size: 'max' }), size, rank, (steps, fill, upTo) => {
    const index = new ContingentIndex(records);
    let orders: Ref[] = [];
    steps.forEach(({ rank, size, minimum, pick, what }, time) => {
      const picked = orders[pick % (orders.length || 1)];
      if (what < 6 || picked === undefined) {
        const order = orderOf(rank, size, minimum, time);
        index.add(order);
        orders.push(order);
      } else if (what < 8) {
        index.remove(picked);
        orders = orders.filter((order) => order !== picked);
      } else if (records.remaining(picked) > 1) {
        records.setRemaining(picked, Math.ceil(records.remaining(picked) / 2));
        index.update(picked);
      }
    });
    orders.sort(byPriority);
    expect(index.size).toBe(orders.length);

    const fitting = orders.filter((order) => leastFill(order) <= fill);
    expect(index.first(fill)).toBe(fitting[0] ?? 0);
    orders.forEach((order, i) => {
      const next = orders.slice(i + 1).find((other) => leastFill(other) <= fill);
      expect(index.after(order, fill)).toBe(next ?? 0);
    });

    const leasts = orders.filter((order) => records.rank(order) <= upTo).map(leastFill);
    expect(index.leastUpTo(upTo)).toBe(Math.min(Infinity, ...leasts));
  });
  fc.assert(property, { numRuns: 300, seed: 1 });
});

test('visits every order that the other side could supply, or an equal one of the same price before it', () => {
  const order = fc.record({
    rank: fc.integer({ min: -3, max: 3 }),
    size: fc.constantFrom(5, 5, 5, 8, 13),
    minimum: fc.constantFrom(0, 0, 0, 2),
  });
  const supply = fc.record({ plain: fc.nat({ max: 15 }), all: fc.nat({ max: 30 }), least: fc.nat({ max: 15 }) });
  const property = fc.property(
    fc.array(order, { maxLength: 60, size: 'max' }),
    supply,
    (terms, { plain, all, least }) => {
      const index = new ContingentIndex(records);
      const orders = terms.map(({ rank, size, minimum }, time) => orderOf(rank, size, minimum, time));
      for (const each of orders) index.add(each);
      const visited: Ref[] = [];
      const most = { plain, all: plain + all, leastContingent: least };
      index.forEachSupplied(1, { most, at: () => most }, (each) => visited.push(each));

      const supplied = (each: Ref) =>
        records.rank(each) <= 1 && leastFill(each) <= (records.remaining(each) < least ? plain : plain + all);
      expect(visited.every(supplied)).toBe(true);
      if (visited.length > 0) expect(index.someSupplied(most)).toBe(true);
      expect(visited).toEqual(visited.toSorted(byPriority));
      for (const each of orders.filter(supplied)) {
        const same = (other: Ref) =>
          records.rank(other) === records.rank(each) &&
          records.remaining(other) === records.remaining(each) &&
          leastFill(other) === leastFill(each);
        const standsForIt = visited.find(same);
        expect(standsForIt !== undefined && records.time(standsForIt) <= records.time(each)).toBe(true);
      }
    },
  );
  fc.assert(property, { numRuns: 300, seed: 1 });
});

test('stays balanced when orders come in order of priority', () => {
  const index = new ContingentIndex(records);
  const count = 20_000;
  for (let time = 1; time <= count; time++) index.add(orderOf(1, time === count ? 1 : 10, 0, time));
  const before = index.visits;
  expect(records.time(index.first(5))).toBe(count);
  expect(records.time(index.first(LIMIT))).toBe(1);
  expect(index.visits - before).toBeLessThan(100);
});
