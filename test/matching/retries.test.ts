import { describe, expect, test } from 'vitest';
import {
  ALL_OR_NONE,
  Book,
  type BookContingency,
  BUY,
  EngineParts,
  MINIMUM,
  NONE,
  SELL,
} from '../../src/matching/index.ts';
import type { BookCommand } from '../model/commands.ts';
import { Comparison } from '../model/compare.ts';
import { copyInto } from '../model/copy-book.ts';
import { CUT_OFFS, LITTLE_WORK } from '../model/cut-offs.ts';
import { Recorder } from '../model/recorder.ts';

function start() {
  const recorder = new Recorder();
  const book = new Book(recorder);
  let orders = 0;
  const enter =
    (side: 0 | 1) =>
    (price: number, quantity: number, contingency: BookContingency = NONE, minimum = 0) => {
      book.enter(++orders, side, price, quantity, contingency, minimum, false, true);
      return orders;
    };
  /** Initiator, contra and quantity of the matches since the last call. */
  const matches = () =>
    recorder
      .take()
      .filter(([kind]) => kind === 'matched')
      .map((event) => [event[2], event[3], event[6]]);
  return { book, bid: enter(BUY), offer: enter(SELL), matches };
}

describe('of equal orders the oldest is retried for all, but orders that differ are not equal (M7)', () => {
  test('in what remains', () => {
    const { bid, offer, matches } = start();
    bid(100, 8, MINIMUM, 8);
    const larger = bid(100, 9, MINIMUM, 8);
    const first = offer(100, 7, ALL_OR_NONE);
    const second = offer(100, 2, ALL_OR_NONE);
    expect(matches()).toEqual([
      [larger, first, 7],
      [larger, second, 2],
    ]);
  });

  test('in their least fill', () => {
    const { bid, offer, matches } = start();
    bid(100, 9, ALL_OR_NONE);
    const easier = bid(100, 9, MINIMUM, 8);
    const first = offer(100, 5, ALL_OR_NONE);
    const second = offer(100, 3, ALL_OR_NONE);
    expect(matches()).toEqual([
      [easier, first, 5],
      [easier, second, 3],
    ]);
  });

  test('in their price', () => {
    const { bid, offer, matches } = start();
    bid(100, 9, ALL_OR_NONE);
    const better = bid(101, 9, ALL_OR_NONE);
    const first = offer(101, 5);
    const second = offer(99, 4);
    expect(matches()).toEqual([
      [better, second, 4],
      [better, first, 5],
    ]);
  });

  test('and after an execution the next of the equal ones follows', () => {
    const { bid, offer, matches } = start();
    const older = bid(100, 10, ALL_OR_NONE);
    const younger = bid(100, 10, ALL_OR_NONE);
    const first = offer(100, 7, ALL_OR_NONE);
    const second = offer(100, 7, ALL_OR_NONE);
    expect(matches()).toEqual([]);
    const third = offer(100, 6);
    expect(matches()).toEqual([
      [older, first, 7],
      [older, third, 3],
      [younger, second, 7],
      [younger, third, 3],
    ]);
  });
});

test('an order that failed is retried after an execution that made it possible, oldest first (M7)', () => {
  const { bid, offer, matches } = start();
  const small = bid(100, 3, ALL_OR_NONE);
  const large = bid(100, 32, ALL_OR_NONE);
  const minimum = offer(99, 30, MINIMUM, 20);
  offer(100, 1, ALL_OR_NONE);
  expect(matches()).toEqual([]);
  const last = offer(98, 5, ALL_OR_NONE);
  expect(matches()).toEqual([
    [large, last, 5],
    [large, minimum, 27],
    [small, minimum, 3],
  ]);
});

test('executions follow from each other until none is left', () => {
  const { bid, offer, matches } = start();
  const ids = [5, 6, 7].map((quantity) => bid(100, quantity, ALL_OR_NONE));
  const offers = [4, 4, 4].map((quantity) => offer(101, quantity));
  expect(matches()).toEqual([]);
  const big = bid(101, 7, MINIMUM, 7);
  expect(matches()).toEqual([
    [big, offers[0], 4],
    [big, offers[1], 3],
  ]);
  const seller = offer(100, 18, ALL_OR_NONE);
  expect(matches()).toEqual(ids.map((id, i) => [seller, id, 5 + i]));
});

describe('one that was queued for its equals too, and is pending (M9), may be gone when its turn comes (M8)', () => {
  const entry = (side: 0 | 1, quantity: number): BookCommand => ({
    ...{ type: 'enter', side, price: 100, quantity, contingency: ALL_OR_NONE, minimum: 0 },
    ...{ immediate: false, disclosed: true, owner: 0, guards: 0, display: 0 },
  });
  const lowered: BookCommand = {
    ...{ type: 'replace', pick: 0, price: 100, quantity: 5, contingency: ALL_OR_NONE, minimum: 0, display: 0 },
  };
  const ways: Readonly<Record<string, BookCommand>> = {
    cancelled: { type: 'cancel', pick: 0 },
    traded: entry(SELL, 8),
    lowered,
  };
  test.each(Object.keys(ways))('%s: its equals are tried', (way) => {
    const book = new Comparison(LITTLE_WORK['one at a time']);
    for (const command of [entry(BUY, 8), entry(BUY, 8), entry(SELL, 4), entry(SELL, 4)]) book.run(command);
    expect(book.seen).toMatchObject({ pending: 1, matches: 0 });
    book.run(ways[way] as BookCommand);
    // Throws where something is left undone when nothing is pending.
    book.finish(10);
    expect(book.model.orders.map(({ orderId }) => orderId)).toEqual(way === 'lowered' ? [1] : []);
  });
});

test.each([false, true])(
  'orders that left before a snapshot let a bid be tried again: %s (M7, M9, M17)',
  (isCopied) => {
    const recorder = new Recorder();
    const partsOf = [0, 1].map(() => new EngineParts(CUT_OFFS['few contras']));
    const [book, copy] = partsOf.map((parts) => new Book(recorder, 1, parts)) as [Book, Book];
    for (const orderId of [1, 2]) book.enter(orderId, SELL, 12, 1, NONE, 0, false, true);
    for (const orderId of [10, 90]) book.enter(orderId, SELL, 12, orderId, ALL_OR_NONE, 0, false, true);
    // Its search looks at the two offers of one share only.
    book.enter(100, BUY, 12, 100, ALL_OR_NONE, 0, false, true);
    for (const orderId of [1, 2]) book.withdraw(partsOf[0]!.orders.get(orderId));
    const settled = isCopied ? copyInto(copy, book) : book;
    partsOf[1]!.work.beginSlice();
    partsOf[1]!.work.beginCommand();
    settled.settle();
    const matches = recorder.take().filter(([kind]) => kind === 'matched');
    expect(matches.map((event) => event[3])).toEqual([10, 90]);
  },
);
