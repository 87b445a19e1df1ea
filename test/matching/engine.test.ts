import { expect, test } from 'vitest';
import { BUY, Engine, NO_BOOK, NONE, RejectReason, SELL } from '../../src/matching/index.ts';
import { Recorder } from '../model/recorder.ts';

function start() {
  const recorder = new Recorder();
  const engine = new Engine(recorder);
  engine.addBook(10, true);
  engine.addBook(20, true);
  const enter = (bookId: number, orderId: number, side: 0 | 1, price: number, quantity: number) =>
    engine.enter(bookId, orderId, side, price, quantity, NONE, 0, false, true);
  return { engine, enter, reported: () => recorder.take() };
}

/** Opens a book at once (M13). */
function open(engine: Engine, bookId: number): void {
  if (engine.beginMarket(bookId, true)) while (engine.moveNext(bookId));
  engine.resume();
}

test('books do not trade with each other', () => {
  const { engine, enter, reported } = start();
  enter(10, 1, SELL, 100, 5);
  enter(20, 2, BUY, 100, 5);
  expect(reported().some(([kind]) => kind === 'matched')).toBe(false);
  expect(engine.topOfBook(10, SELL).price).toBe(100);
  expect(engine.topOfBook(20, SELL).price).toBe(0);
});

test('order ids are unique in the engine, and find their book', () => {
  const { engine, enter, reported } = start();
  enter(10, 1, BUY, 100, 5);
  expect(enter(20, 1, BUY, 100, 5)).toBe(false);
  expect(reported().at(-1)).toEqual(['rejected', 20, 1, RejectReason.DUPLICATE_ID]);
  expect(engine.replace(1, 101, 6, NONE, 0)).toBe(true);
  expect(engine.remainingOf(1)).toBe(6);
  expect(engine.depthAt(10, BUY, 101).quantity).toBe(6);
  expect(engine.orderCount).toBe(1);
  expect(engine.cancel(1)).toBe(true);
  expect(engine.remainingOf(1)).toBe(0);
  expect(engine.orderCount).toBe(0);
  // The id is free again, in any book.
  expect(enter(20, 1, BUY, 100, 5)).toBe(true);
});

test('unknown orders and books', () => {
  const { engine, enter, reported } = start();
  expect(engine.cancel(9)).toBe(false);
  expect(engine.replace(9, 100, 1, NONE, 0)).toBe(false);
  expect(enter(30, 1, BUY, 100, 1)).toBe(false);
  expect(reported()).toEqual([
    ['rejected', NO_BOOK, 9, RejectReason.UNKNOWN_ORDER],
    ['rejected', NO_BOOK, 9, RejectReason.UNKNOWN_ORDER],
    ['rejected', 30, 1, RejectReason.UNKNOWN_BOOK],
  ]);
  expect(() => engine.beginMarket(30, true)).toThrow(RangeError);
  expect(() => engine.topOfBook(30, BUY)).toThrow(RangeError);
  expect(() => engine.addBook(10, true)).toThrow(RangeError);
});

test('sessions are per book (M12, M13)', () => {
  const { engine, enter, reported } = start();
  engine.beginMarket(10, false);
  expect([engine.isOpen(10), engine.isOpen(20)]).toEqual([false, true]);
  enter(10, 1, SELL, 100, 5);
  enter(10, 2, BUY, 101, 5);
  reported();
  open(engine, 10);
  expect(reported()).toEqual([
    ['matched', 10, 2, 1, BUY, 100, 5, 0, 0],
    ['topOfBookChanged', 10, BUY],
    ['topOfBookChanged', 10, SELL],
  ]);
  open(engine, 10);
  expect(reported()).toEqual([]);
});

test('a book that is added closed stays so until it is opened', () => {
  const { engine } = start();
  engine.addBook(30, false);
  expect(engine.isOpen(30)).toBe(false);
});

test('a new engine goes on from the orders of an old one', () => {
  const { engine, enter } = start();
  for (let i = 1; i <= 50; i++) enter(i % 2 === 0 ? 10 : 20, i, i % 3 === 0 ? SELL : BUY, i % 3 === 0 ? 110 : 100, i);
  const restored = new Engine(new Recorder());
  for (const bookId of [10, 20]) {
    restored.addBook(bookId, true);
    for (const order of engine.resting(bookId)) restored.restore(bookId, order);
    expect(restored.resting(bookId)).toEqual(engine.resting(bookId));
  }
});
