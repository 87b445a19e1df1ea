import { describe, expect, test } from 'vitest';
import {
  ALL_OR_NONE,
  Book,
  type BookContingency,
  type BookSide,
  BUY,
  MINIMUM,
  NONE,
  RejectReason,
  SELL,
} from '../../src/matching/index.ts';
import { Recorder } from '../model/recorder.ts';

interface Options {
  readonly contingency?: BookContingency;
  readonly minimum?: number;
  readonly immediate?: boolean;
  readonly hidden?: boolean;
}

function start() {
  const recorder = new Recorder();
  const book = new Book(recorder, 3);
  return {
    book,
    reported: () => recorder.take(),
    enter: (orderId: number, side: BookSide, price: number, quantity: number, options: Options = {}) => {
      const { contingency = NONE, minimum = 0, immediate = false, hidden = false } = options;
      return book.enter(orderId, side, price, quantity, contingency, minimum, immediate, !hidden);
    },
  };
}

const EMPTY_TOP = {
  price: 0,
  quantity: 0,
  orders: 0,
  contingentQuantity: 0,
  contingentOrders: 0,
  firmPrice: 0,
  firmQuantity: 0,
  firmOrders: 0,
};

describe('events', () => {
  test('of an entry that trades and rests, all and in order', () => {
    const { book, enter, reported } = start();
    enter(1, SELL, 100, 5);
    reported();
    enter(2, BUY, 101, 8);
    expect(reported()).toEqual([
      ['accepted', 3, 2, BUY, 101, 8, NONE, 0],
      ['matched', 3, 2, 1, BUY, 100, 5, 3, 0],
      ['topOfBookChanged', 3, BUY],
      ['topOfBookChanged', 3, SELL],
    ]);
    expect(book.remainingOf(1)).toBe(0);
    expect(book.remainingOf(2)).toBe(3);
  });

  test('of an immediate order: the rest is cancelled before anything is retried (M6, M7)', () => {
    const { enter, reported } = start();
    enter(1, SELL, 100, 300, { contingency: MINIMUM, minimum: 200 });
    enter(2, BUY, 100, 30, { hidden: true });
    reported();
    enter(3, BUY, 100, 290, { immediate: true, hidden: true });
    expect(reported()).toEqual([
      ['accepted', 3, 3, BUY, 100, 290, NONE, 0],
      ['matched', 3, 3, 1, BUY, 100, 290, 0, 10],
      ['matched', 3, 1, 2, SELL, 100, 10, 0, 20],
      ['topOfBookChanged', 3, SELL],
    ]);
    enter(4, SELL, 100, 50, { immediate: true });
    expect(reported()).toEqual([
      ['accepted', 3, 4, SELL, 100, 50, NONE, 0],
      ['matched', 3, 4, 2, SELL, 100, 20, 30, 0],
      ['cancelled', 3, 4, 30, 1, SELL, 100],
    ]);
  });

  test('of an immediate order in a closed market: it is accepted and cancelled (M12)', () => {
    const { book, enter, reported } = start();
    enter(1, SELL, 100, 5);
    book.closeMarket();
    reported();
    enter(2, BUY, 100, 5, { immediate: true });
    expect(reported()).toEqual([
      ['accepted', 3, 2, BUY, 100, 5, NONE, 0],
      ['cancelled', 3, 2, 5, 1, BUY, 100],
    ]);
  });

  test('of an all-or-none immediate order: all or nothing', () => {
    const { enter, reported } = start();
    enter(1, SELL, 100, 5);
    reported();
    enter(2, BUY, 100, 6, { contingency: ALL_OR_NONE, immediate: true });
    expect(reported().map(([kind]) => kind)).toEqual(['accepted', 'cancelled']);
    enter(3, BUY, 100, 5, { contingency: ALL_OR_NONE, immediate: true });
    expect(reported().map(([kind]) => kind)).toEqual(['accepted', 'matched', 'topOfBookChanged']);
  });

  test('the price is that of the order which joined the book first (M5)', () => {
    const { book, enter, reported } = start();
    enter(1, BUY, 105, 100, { contingency: ALL_OR_NONE });
    enter(2, SELL, 101, 60);
    book.replace(1, 104, 100, ALL_OR_NONE, 0);
    reported();
    enter(3, SELL, 102, 40);
    // Order 1 lost its time with its replacement: older than order 3, younger than order 2.
    expect(reported().filter(([kind]) => kind === 'matched')).toEqual([
      ['matched', 3, 1, 2, BUY, 101, 60, 40, 0],
      ['matched', 3, 1, 3, BUY, 104, 40, 0, 0],
    ]);
  });
});

describe('replacing (M10)', () => {
  test('less at the same price keeps the priority', () => {
    const { book, enter, reported } = start();
    enter(1, BUY, 100, 50);
    enter(2, BUY, 100, 50);
    reported();
    expect(book.replace(1, 100, 20, NONE, 0)).toBe(true);
    expect(reported()).toEqual([
      ['replaced', 3, 1, 100, 20, 20, NONE, 0, true],
      ['topOfBookChanged', 3, BUY],
    ]);
    enter(3, SELL, 100, 10);
    expect(book.remainingOf(1)).toBe(10);
  });

  test('no change keeps the priority', () => {
    const { book, enter, reported } = start();
    enter(1, BUY, 100, 50, { contingency: MINIMUM, minimum: 10 });
    reported();
    book.replace(1, 100, 50, MINIMUM, 10);
    expect(reported()).toEqual([['replaced', 3, 1, 100, 50, 50, MINIMUM, 10, true]]);
  });

  test.each([
    ['more', 100, 60, NONE, 0],
    ['another price', 99, 50, NONE, 0],
    ['a contingency', 100, 50, ALL_OR_NONE, 0],
    ['less and a contingency', 100, 40, MINIMUM, 5],
  ] as const)('%s loses it', (_what, price, quantity, contingency, minimum) => {
    const { book, enter, reported } = start();
    enter(1, BUY, 100, 50);
    enter(2, BUY, 100, 50);
    reported();
    book.replace(1, price, quantity, contingency, minimum);
    expect(reported()[0]).toEqual(['replaced', 3, 1, price, quantity, quantity, contingency, minimum, false]);
    expect(book.resting().map(({ orderId }) => orderId)).toEqual([2, 1]);
  });

  test('the new total must exceed what is filled, and what is filled stays filled', () => {
    const { book, enter, reported } = start();
    enter(1, BUY, 100, 50);
    enter(2, SELL, 100, 30);
    reported();
    expect(book.replace(1, 100, 30, NONE, 0)).toBe(false);
    expect(reported()).toEqual([['rejected', 3, 1, RejectReason.QUANTITY_NOT_ABOVE_FILLED]]);
    book.replace(1, 100, 31, NONE, 0);
    expect(book.remainingOf(1)).toBe(1);
    book.replace(1, 101, 100, NONE, 0);
    expect(book.remainingOf(1)).toBe(70);
  });

  test('an all-or-none order that becomes smaller is retried', () => {
    const { book, enter, reported } = start();
    enter(1, BUY, 100, 50, { contingency: ALL_OR_NONE });
    enter(2, SELL, 100, 30);
    reported();
    book.replace(1, 100, 30, ALL_OR_NONE, 0);
    expect(reported().slice(0, 2)).toEqual([
      ['replaced', 3, 1, 100, 30, 30, ALL_OR_NONE, 0, true],
      ['matched', 3, 1, 2, BUY, 100, 30, 0, 0],
    ]);
  });
});

describe('rejections change nothing', () => {
  const LARGE = 2 ** 31;
  test.each([
    ['id 0', [0, BUY, 100, 10, NONE, 0], RejectReason.INVALID_ID],
    ['fractional id', [1.5, BUY, 100, 10, NONE, 0], RejectReason.INVALID_ID],
    ['id in use', [1, BUY, 100, 10, NONE, 0], RejectReason.DUPLICATE_ID],
    ['side', [2, 2, 100, 10, NONE, 0], RejectReason.INVALID_SIDE],
    ['price 0', [2, BUY, 0, 10, NONE, 0], RejectReason.INVALID_PRICE],
    ['fractional price', [2, BUY, 99.5, 10, NONE, 0], RejectReason.INVALID_PRICE],
    ['unsafe price', [2, BUY, 2 ** 53, 10, NONE, 0], RejectReason.INVALID_PRICE],
    ['quantity 0', [2, BUY, 100, 0, NONE, 0], RejectReason.INVALID_QUANTITY],
    ['quantity NaN', [2, BUY, 100, Number.NaN, NONE, 0], RejectReason.INVALID_QUANTITY],
    ['large quantity', [2, BUY, 100, LARGE, NONE, 0], RejectReason.INVALID_QUANTITY],
    ['contingency', [2, BUY, 100, 10, 3, 0], RejectReason.INVALID_CONTINGENCY],
    ['minimum 0', [2, BUY, 100, 10, MINIMUM, 0], RejectReason.INVALID_MINIMUM],
    ['minimum above quantity', [2, BUY, 100, 10, MINIMUM, 11], RejectReason.INVALID_MINIMUM],
  ] as const)('enter: %s', (_what, [orderId, side, price, quantity, contingency, minimum], reason) => {
    const { book, enter, reported } = start();
    enter(1, BUY, 100, 10);
    const before = book.resting();
    reported();
    const entered = book.enter(
      orderId,
      side as BookSide,
      price,
      quantity,
      contingency as BookContingency,
      minimum,
      false,
      true,
    );
    expect(entered).toBe(false);
    expect(reported()).toEqual([['rejected', 3, orderId, reason]]);
    expect(book.resting()).toEqual(before);
  });

  test('cancel and replace of unknown and ended orders', () => {
    const { book, enter, reported } = start();
    enter(1, BUY, 100, 10);
    expect(book.cancel(1)).toBe(true);
    reported();
    expect(book.cancel(1)).toBe(false);
    expect(book.cancel(-7)).toBe(false);
    expect(book.replace(1, 100, 5, NONE, 0)).toBe(false);
    const unknown = RejectReason.UNKNOWN_ORDER;
    expect(reported()).toEqual([
      ['rejected', 3, 1, unknown],
      ['rejected', 3, -7, unknown],
      ['rejected', 3, 1, unknown],
    ]);
  });

  test('replace with impossible terms', () => {
    const { book, enter, reported } = start();
    enter(1, BUY, 100, 10);
    reported();
    expect(book.replace(1, 0, 10, NONE, 0)).toBe(false);
    expect(book.replace(1, 100, 10, MINIMUM, 11)).toBe(false);
    expect(reported()).toEqual([
      ['rejected', 3, 1, RejectReason.INVALID_PRICE],
      ['rejected', 3, 1, RejectReason.INVALID_MINIMUM],
    ]);
  });

  test('the largest quantity and price', () => {
    const { book, enter } = start();
    expect(enter(1, BUY, Number.MAX_SAFE_INTEGER, 2 ** 31 - 1, { contingency: ALL_OR_NONE })).toBe(true);
    enter(2, SELL, Number.MAX_SAFE_INTEGER, 2 ** 31 - 2);
    enter(3, SELL, 1, 2, { contingency: ALL_OR_NONE });
    // 1 share of order 2 is too few with order 3, but order 2 can give one share less.
    expect(book.resting()).toMatchObject([{ orderId: 2, remaining: 1 }]);
  });
});

describe('views', () => {
  test('the visible top shows disclosed orders only', () => {
    const { book, enter, reported } = start();
    enter(1, BUY, 100, 10, { hidden: true });
    expect(book.topOfBook(BUY)).toEqual(EMPTY_TOP);
    enter(2, BUY, 99, 10);
    enter(3, BUY, 99, 5, { hidden: true });
    expect(book.topOfBook(BUY)).toEqual({ ...EMPTY_TOP, price: 99, quantity: 10, orders: 1 });
    reported();
    book.cancel(1);
    book.cancel(3);
    expect(reported().map(([kind]) => kind)).toEqual(['cancelled', 'cancelled']);
  });

  test('contingent orders are shown apart, and the firm price is given when it differs', () => {
    const { book, enter } = start();
    enter(1, SELL, 100, 10, { contingency: ALL_OR_NONE });
    enter(2, SELL, 102, 7);
    enter(3, SELL, 102, 8);
    const contingent = { price: 100, contingentQuantity: 10, contingentOrders: 1 };
    const firm = { firmPrice: 102, firmQuantity: 15, firmOrders: 2 };
    expect(book.topOfBook(SELL)).toEqual({ ...EMPTY_TOP, ...contingent, ...firm });
    enter(4, SELL, 100, 3);
    expect(book.topOfBook(SELL)).toEqual({ ...EMPTY_TOP, ...contingent, quantity: 3, orders: 1 });
  });

  test('a firm price after a contingent top is part of the visible top', () => {
    const { book, enter, reported } = start();
    enter(1, SELL, 100, 10, { contingency: ALL_OR_NONE });
    enter(2, SELL, 102, 7);
    reported();
    enter(3, BUY, 102, 2, { immediate: true });
    expect(reported().at(-1)).toEqual(['topOfBookChanged', 3, SELL]);
    expect(book.topOfBook(SELL).firmQuantity).toBe(5);
  });

  test('depth counts all orders at a price, and the disclosed ones', () => {
    const { book, enter } = start();
    enter(1, BUY, 100, 10);
    enter(2, BUY, 100, 20, { hidden: true });
    enter(3, BUY, 100, 30, { contingency: ALL_OR_NONE });
    enter(4, BUY, 100, 40, { contingency: MINIMUM, minimum: 5, hidden: true });
    expect(book.depthAt(BUY, 100)).toEqual({
      quantity: 30,
      orders: 2,
      disclosedQuantity: 10,
      disclosedOrders: 1,
      contingentQuantity: 70,
      contingentOrders: 2,
      disclosedContingentQuantity: 30,
      disclosedContingentOrders: 1,
    });
    expect(book.depthAt(SELL, 100).orders).toBe(0);
    expect(book.depthAt(BUY, 99).quantity).toBe(0);
  });
});

describe('restoring', () => {
  test('brings back orders, priority, partial fills and the top, and reports nothing', () => {
    const { book, enter } = start();
    enter(1, SELL, 100, 50, { contingency: MINIMUM, minimum: 40 });
    enter(2, BUY, 100, 45);
    enter(3, BUY, 99, 5, { hidden: true });
    enter(4, BUY, 99, 6);
    const recorder = new Recorder();
    const restored = new Book(recorder, 3);
    for (const order of book.resting()) restored.restore(order);
    expect(recorder.events).toEqual([]);
    expect(restored.resting()).toEqual(book.resting());
    expect(restored.resting()[0]).toMatchObject({ orderId: 1, quantity: 50, remaining: 5 });
    expect(restored.topOfBook(BUY)).toEqual(book.topOfBook(BUY));
    restored.enter(5, SELL, 99, 7, NONE, 0, false, true);
    expect(restored.remainingOf(3)).toBe(0);
    expect(restored.remainingOf(4)).toBe(4);
  });

  test('refuses impossible orders', () => {
    const { book } = start();
    const restore = (orderId: number, price: number, remaining: number, display = 0, displayed = 0) =>
      book.restore({
        ...{ orderId, side: BUY, price, quantity: 10, remaining, contingency: NONE, minimum: 0, disclosed: true },
        ...{ owner: 0, guards: 0, display, ...(displayed === 0 ? {} : { shown: { displayed, joined: 1 } }) },
      });
    restore(1, 100, 10);
    expect(() => restore(1, 100, 10)).toThrow(RangeError);
    expect(() => restore(2, 100, 11)).toThrow(RangeError);
    expect(() => restore(3, 100, 0)).toThrow(RangeError);
    expect(() => restore(4, 0, 10)).toThrow(RangeError);
    expect(() => restore(5, 100, 5, 4)).toThrow(RangeError);
    expect(() => restore(6, 100, 5, 4, 6)).toThrow(RangeError);
    expect(() => restore(7, 100, 5, 0, 4)).toThrow(RangeError);
    expect(book.resting()).toHaveLength(1);
  });
});
