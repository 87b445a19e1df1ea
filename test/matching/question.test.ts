import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALL_OR_NONE, type BookContingency, MINIMUM, NO_PREVENTION, NOBODY, NONE } from '../../src/matching/index.ts';
import { Question } from '../../src/matching/search/question.ts';
import { HalfBook } from '../../src/matching/store/half-book.ts';
import { PagePool } from '../../src/matching/store/level-pages.ts';
import { termsOf } from '../../src/matching/store/order.ts';
import { Records, type Ref } from '../../src/matching/store/records.ts';
import { greatestAllocation } from '../model/book-model.ts';
import type { ModelOrder } from '../model/model-order.ts';

interface Terms {
  readonly price: number;
  readonly quantity: number;
  readonly contingency: BookContingency;
  readonly minimum: number;
}

const terms = (most: number) =>
  fc
    .record({
      price: fc.integer({ min: 100, max: 103 }),
      quantity: fc.integer({ min: 1, max: most }),
      contingency: fc.constantFrom<BookContingency>(NONE, ALL_OR_NONE, ALL_OR_NONE, MINIMUM),
      minimum: fc.integer({ min: 1, max: most }),
    })
    .map((one) => ({ ...one, minimum: Math.min(one.minimum, one.quantity) }));

const records = new Records();

function orderOf({ price, quantity, contingency, minimum }: Terms, sign: 1 | -1, time: number): Ref {
  const order = records.take();
  records.setRank(order, sign * price);
  records.setTime(order, time);
  records.setQuantity(order, quantity);
  records.setRemaining(order, quantity);
  records.setTerms(order, termsOf(contingency, minimum));
  records.setFlags(order, 1);
  return order;
}

function modelOrder({ price, quantity, contingency, minimum }: Terms, side: 0 | 1): ModelOrder {
  const kept = contingency === MINIMUM ? minimum : 0;
  return {
    orderId: 0,
    side,
    price,
    quantity,
    remaining: quantity,
    display: 0,
    displayed: quantity,
    entered: 0,
    contingency,
    minimum: kept,
    disclosed: true,
    owner: NOBODY,
    guards: NO_PREVENTION,
    joined: 0,
  };
}

test('an initiator is hopeless when no lawful allocation exists, and only then, as long as the contras are few', () => {
  let hopeless = 0;
  let hopeful = 0;
  const initiatorsOf = terms(60).filter(({ contingency }) => contingency !== NONE);
  const property = fc.property(
    fc.array(initiatorsOf, { minLength: 1, maxLength: 12 }),
    fc.array(terms(25), { maxLength: 10 }),
    (initiators, contras) => {
      const offers = new HalfBook(new PagePool(records));
      contras.forEach((contra, time) => {
        offers.join(orderOf(contra, 1, time));
      });
      const bids = initiators
        .map((initiator, time) => orderOf(initiator, -1, time))
        .sort((a, b) => records.byPriority(b, a));
      const found = new Set<Ref>();
      const question = new Question();
      const steps = question.ask(bids, offers, (initiator) => found.add(initiator));
      expect(steps).toBeLessThanOrEqual(question.cost(bids, offers) + 10);
      for (const bid of bids) {
        const initiator = modelOrder(initiators[records.time(bid)] as Terms, 0);
        const eligible = contras
          .filter(({ price }) => price <= initiator.price)
          .sort((a, b) => a.price - b.price)
          .map((contra) => modelOrder(contra, 1));
        expect(found.has(bid)).toBe(greatestAllocation(initiator, eligible) === null);
      }
      hopeless += found.size;
      hopeful += bids.length - found.size;
    },
  );
  fc.assert(property, { numRuns: 500, seed: 3 });
  expect(Math.min(hopeless, hopeful)).toBeGreaterThan(200);
});

test('where it leaves out contras it calls nobody hopeless', () => {
  const offers = new HalfBook(new PagePool(records));
  const even = (time: number): Terms => ({
    price: 100,
    quantity: 2 * (time + 1),
    contingency: ALL_OR_NONE,
    minimum: 0,
  });
  for (let time = 0; time < 200; time++) offers.join(orderOf(even(time), 1, time));
  const initiators = [orderOf({ price: 100, quantity: 1_000_001, contingency: ALL_OR_NONE, minimum: 0 }, -1, 1)];
  const found: Ref[] = [];
  new Question().ask(initiators, offers, (initiator) => found.push(initiator));
  expect(found).toEqual([]);
});
