/** Planted faults of the book: each is found by its check, before anything is compared with the slow model. */
import { afterEach, expect, test, vi } from 'vitest';
import { AuctionSide } from '../../src/matching/auction/auction-side.ts';
import { Owners } from '../../src/matching/auction/owners.ts';
import { ALL_OR_NONE, Book, BUY, CANCEL_NEWEST, EngineParts, NONE, SELL } from '../../src/matching/index.ts';
import { Allocation } from '../../src/matching/search/allocation.ts';
import { Sweep } from '../../src/matching/search/sweep.ts';
import { OrderIndex } from '../../src/matching/store/order-index.ts';
import { PriceLevels } from '../../src/matching/store/price-levels.ts';
import { Records } from '../../src/matching/store/records.ts';
import { Silent } from './silent-listener.ts';

afterEach(() => vi.restoreAllMocks());

const brokenRule = (rule: string) =>
  expect.objectContaining({ name: 'InvariantViolated', message: expect.stringContaining(`(${rule})`) });

/** Offers of which one shows a part, a bid that crosses them, one that rests, and a cancel. */
function run(): void {
  const book = new Book(new Silent());
  let orderId = 0;
  const enter = (side: typeof BUY | typeof SELL, price: number, quantity: number, display = 0) => {
    book.enter(++orderId, side, price, quantity, NONE, 0, false, true, 0, 0, 0, display);
    book.check();
  };
  enter(SELL, 11, 50, 10);
  enter(SELL, 11, 20, 15);
  enter(SELL, 12, 20);
  enter(BUY, 11, 5);
  enter(BUY, 10, 40, 20);
  book.cancel(2);
  book.check();
}

/** All records are in one arena. */
const RECORDS = new Records();
const { find } = Allocation.prototype;
const { reduce, join } = PriceLevels.prototype;

const FAULTS: readonly (readonly [name: string, rule: string, plant: () => void])[] = [
  [
    'a fill does not lower the sum of its level',
    'M4',
    () =>
      vi.spyOn(PriceLevels.prototype, 'reduce').mockImplementation(function (this: PriceLevels, order, quantity) {
        reduce.call(this, order, quantity);
        RECORDS.setRemaining(order, RECORDS.remaining(order) + 1);
      }),
  ],
  [
    'an order joins its level with the time of another',
    'M4',
    () =>
      vi.spyOn(PriceLevels.prototype, 'join').mockImplementation(function (this: PriceLevels, order) {
        join.call(this, order);
        RECORDS.setTime(order, 1);
      }),
  ],
  ['an order is not found by its id', 'M1', () => vi.spyOn(OrderIndex.prototype, 'add').mockReturnValue(undefined)],
  [
    'a bid does not meet the offers that it crosses',
    'M8',
    () => vi.spyOn(Allocation.prototype, 'find').mockReturnValue('none'),
  ],
  [
    'the search gives an order more shares than it has',
    'M3',
    () =>
      vi.spyOn(Allocation.prototype, 'find').mockImplementation(function (this: Allocation, ...args) {
        const found = find.apply(this, args);
        if (found === 'found') (this.fills as number[])[0] = 1000;
        return found;
      }),
  ],
];

test.each(FAULTS)('%s: found by %s', (_, rule, plant) => {
  run();
  plant();
  expect(run).toThrow(brokenRule(rule));
});

test.each([100, 1])('fills give less than an order accepts: found by M3, in slices of %d matches', (matchesMax) => {
  const { read } = Sweep.prototype;
  const parts = new EngineParts();
  parts.work.matchesMax = matchesMax;
  const book = new Book(new Silent(), 1, parts);
  for (const orderId of [1, 2, 3]) book.enter(orderId, SELL, 11, 10, NONE, 0, false, true);
  vi.spyOn(Sweep.prototype, 'read').mockImplementation(function (this: Sweep) {
    const isRead = read.call(this);
    this.count = Math.min(this.count, 2);
    return isRead;
  });
  const enter = () => {
    book.enter(4, BUY, 11, 30, ALL_OR_NONE, 0, false, true);
    while (book.isSuspended) book.resumeSuspended();
  };
  expect(enter).toThrow(brokenRule('M3'));
});

test('the last order of a level is not all of it: found by M4, in the sweep', () => {
  const book = new Book(new Silent());
  book.enter(1, SELL, 11, 50, NONE, 0, false, true);
  RECORDS.setRemaining(firstOffer(book), 49);
  expect(() => book.enter(2, BUY, 11, 60, NONE, 0, false, true)).toThrow(brokenRule('M4'));
});

/** The oldest order of the best offer. */
function firstOffer(book: Book): number {
  return RECORDS.first(book.half(book.record + 16).plain.best);
}

/** A closed book in which two buyers, the second all-or-none, cross a seller. The first one owns that order, too. */
function closed(owner = 5): Book {
  const book = new Book(new Silent());
  book.closeMarket();
  book.enter(1, BUY, 12, 20, NONE, 0, false, true, 0, owner, CANCEL_NEWEST);
  book.enter(2, BUY, 12, 40, ALL_OR_NONE, 0, false, true);
  book.enter(3, SELL, 11, 50, NONE, 0, false, true, 0, owner);
  return book;
}

function uncross(book: Book): void {
  book.beginAuction({ reference: null, low: null, high: null });
  while (book.hasPendingWork) book.resume();
  book.check();
}

test('an order of an auction gets less than it accepts: found by Q3', () => {
  uncross(closed(0));
  vi.spyOn(AuctionSide.prototype, 'leastFill').mockReturnValueOnce(1);
  expect(() => uncross(closed(0))).toThrow(brokenRule('Q3'));
});

test('an owner has too much on both sides of an auction: found by Q4', () => {
  vi.spyOn(Owners.prototype, 'ended').mockReturnValue([]);
  expect(() => uncross(closed())).toThrow(brokenRule('Q4'));
});

type Match = readonly [buy: number, sell: number, quantity: number];

test.each([
  ['more shares than an order has', 'Q2', 11, [1, 3, 21]],
  ['a price above the limit of the buyer', 'Q2', 13, [2, 3, 40]],
  ['a price below the limit of the seller', 'Q2', 10, [2, 3, 40]],
  ['two orders of an owner with a mode', 'Q4', 11, [1, 3, 20]],
] as const)('a match of an auction has %s: found by %s', (_, rule, price, match: Match) => {
  const book = closed();
  book.beginAuction({ reference: null, low: null, high: null });
  const pending = book.pendingWork()!;
  const other = closed();
  other.restorePendingWork({ ...pending, auction: { price, cancels: [], matches: [match] } });
  expect(() => other.resume()).toThrow(brokenRule(rule));
});

test('a snapshot that names no step of its auction, or an order that its book does not have, is refused', () => {
  const book = closed();
  book.beginAuction({ reference: null, low: null, high: null });
  const pending = book.pendingWork()!;
  const terms = { reference: null, low: null, high: null };
  const restored = (auction: typeof pending.auction & {}) => () => closed().restorePendingWork({ ...pending, auction });
  expect(restored({ terms, steps: 1 })).toThrow('does not stop at step 1');
  expect(restored({ terms, steps: 1e12 })).toThrow(RangeError);
  expect(restored({ price: 11, cancels: [9], matches: [] })).toThrow('order 9');
  expect(restored({ price: 11, cancels: [], matches: [[1, 9, 5]] })).toThrow('order 9');
});
