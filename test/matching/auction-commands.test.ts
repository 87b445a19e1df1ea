/** When a book may have an auction, and what it reports (Q6). */
import { describe, expect, test } from 'vitest';
import { BUY, Engine, NONE, SELL } from '../../src/matching/index.ts';
import { AuctionRecorder } from '../model/recorder.ts';

const BOOK_ID = 7;
const NO_TERMS = { reference: null, low: null, high: null };

describe('a book', () => {
  const CROSSED: readonly (readonly [side: 0 | 1, price: number, quantity: number])[] = [
    [BUY, 12, 100],
    [SELL, 10, 60],
    [SELL, 13, 5],
  ];
  function closed(recorder = new AuctionRecorder()): { readonly engine: Engine; readonly recorder: AuctionRecorder } {
    const engine = new Engine(recorder);
    engine.addBook(BOOK_ID, false);
    for (const [index, [side, price, quantity]] of CROSSED.entries()) {
      engine.enter(BOOK_ID, index + 1, side, price, quantity, NONE, 0, false, true);
    }
    recorder.take();
    return { engine, recorder };
  }

  test('reports the price before its matches, and each changed top once, at the end', () => {
    const { engine, recorder } = closed();
    engine.beginAuction(BOOK_ID, NO_TERMS);
    expect([engine.isUncrossing(BOOK_ID), engine.hasPendingWork, recorder.events]).toEqual([true, true, []]);
    expect(engine.shown(BOOK_ID, BUY, 5)).toBeUndefined();
    while (engine.hasPendingWork) engine.resume();
    expect(recorder.outcomes).toEqual([{ price: 12, volume: 60, surplus: 40, isOutside: false }]);
    expect(recorder.events).toEqual([
      ['matched', BOOK_ID, 2, 1, SELL, 12, 60, 0, 40],
      ['topOfBookChanged', BOOK_ID, BUY],
      ['topOfBookChanged', BOOK_ID, SELL],
    ]);
    expect([engine.isUncrossing(BOOK_ID), engine.isOpen(BOOK_ID)]).toEqual([false, false]);
  });

  test.each([
    { low: 13, high: null },
    { low: null, high: 11 },
  ])('is as it was where the price is outside of the collar from $low to $high', ({ low, high }) => {
    const { engine, recorder } = closed();
    const before = engine.resting(BOOK_ID);
    engine.beginAuction(BOOK_ID, { reference: null, low, high });
    while (engine.hasPendingWork) engine.resume();
    expect(recorder.outcomes).toEqual([{ price: 12, volume: 60, surplus: 40, isOutside: true }]);
    expect([recorder.events, engine.resting(BOOK_ID)]).toEqual([[], before]);
  });

  test('reports that nobody trades, with the bounds of its collar as prices that may trade', () => {
    const { engine, recorder } = closed();
    engine.cancel(2);
    recorder.take();
    engine.beginAuction(BOOK_ID, { reference: 12, low: 12, high: 12 });
    while (engine.hasPendingWork) engine.resume();
    expect(recorder.outcomes).toEqual([{ price: null, volume: 0, surplus: 0, isOutside: false }]);
    expect(recorder.events).toEqual([]);
  });

  test('has no auction while it is open, or has one', () => {
    const { engine } = closed();
    engine.beginMarket(BOOK_ID, true);
    expect(() => engine.beginAuction(BOOK_ID, NO_TERMS)).toThrow('not closed');
    engine.beginMarket(BOOK_ID, false);
    engine.beginAuction(BOOK_ID, NO_TERMS);
    expect(() => engine.beginAuction(BOOK_ID, NO_TERMS)).toThrow('Q6');
    expect(() => engine.beginAuction(99, NO_TERMS)).toThrow('unknown book');
  });

  test('takes no command during its auction, and other books do (Q6)', () => {
    const { engine } = closed();
    engine.addBook(8, true);
    engine.beginAuction(BOOK_ID, NO_TERMS);
    for (const command of [
      () => engine.enter(BOOK_ID, 9, BUY, 10, 10, NONE, 0, false, true),
      () => engine.cancel(1),
      () => engine.replace(1, 12, 90, NONE, 0),
      () => engine.withdraw(1),
      () => engine.beginMarket(BOOK_ID, true),
      () => engine.beginMarket(BOOK_ID, false),
    ]) {
      expect(command).toThrow('Q6');
    }
    expect(engine.enter(8, 10, BUY, 10, 10, NONE, 0, false, true)).toBe(true);
    while (engine.hasPendingWork) engine.resume();
    expect(engine.cancel(1)).toBe(true);
  });

  test('takes turns with other books, one slice each', () => {
    const { engine, recorder } = closed();
    engine.matchesMax = 1;
    engine.addBook(8, false);
    for (const bookId of [BOOK_ID, 8]) {
      for (let id = 1; id < 7; id++) {
        engine.enter(
          bookId,
          100 * bookId + id,
          id % 2 === 0 ? BUY : SELL,
          12,
          10 * (1 + (id % 3)),
          NONE,
          0,
          false,
          true,
        );
      }
      engine.beginAuction(bookId, NO_TERMS);
    }
    recorder.take();
    while (engine.hasPendingWork) engine.resume();
    const books = recorder.take().filter(([kind]) => kind === 'matched' || kind === 'suspended');
    const [first, ...others] = books.map(([kind, bookId]) => `${kind} ${bookId}`);
    expect(first).toBe('matched 7');
    expect(others.slice(0, 5)).toEqual([8, 7, 8, 7, 8].map((bookId) => `matched ${bookId}`));
  });
});
