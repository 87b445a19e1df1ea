import { describe, expect, test } from 'vitest';
import { ALL_OR_NONE, Book, type BookSide, BUY, NONE, SELL } from '../../src/matching/index.ts';
import { Silent } from './silent-listener.ts';

const PILE = 100_000;
const PRICE = 1000;
/** Far above the depth of a balanced tree of 100,000 orders times the searches of one command, far below the pile. */
const VISITS_MAX = 2000;

function pile(book: Book, from: number, count: number, side: BookSide, quantity: (i: number) => number): void {
  for (let i = 0; i < count; i++) book.enter(from + i, side, PRICE, quantity(i), ALL_OR_NONE, 0, false, true);
}

describe('unfillable contingent orders at the best price cost the others next to nothing', () => {
  /**
   * Enters, trades and cancels plain orders on both sides and returns the most index nodes that one command looked at.
   */
  function mostVisits(book: Book): number {
    let most = 0;
    let orderId = 1_000_000;
    const measured = (command: () => void) => {
      const before = book.contingentVisits;
      command();
      most = Math.max(most, book.contingentVisits - before);
    };
    const enter = (side: BookSide, price: number, quantity: number) =>
      measured(() => book.enter(++orderId, side, price, quantity, NONE, 0, false, true));
    for (let i = 0; i < 50; i++) {
      enter(SELL, PRICE + 1, 10);
      enter(BUY, PRICE + 1, 4);
      enter(SELL, PRICE, 5);
      measured(() => book.cancel(orderId));
      enter(BUY, PRICE, 7);
      enter(SELL, PRICE, 7);
      enter(BUY, PRICE + 1, 6);
    }
    return most;
  }

  test('one side, equal sizes', () => {
    const listener = new Silent();
    const book = new Book(listener);
    pile(book, 1, PILE, BUY, () => 1000);
    expect(mostVisits(book)).toBeLessThan(VISITS_MAX);
    expect(listener.matches).toBe(150);
  });

  test('one side, all sizes different', () => {
    const listener = new Silent();
    const book = new Book(listener);
    pile(book, 1, PILE, SELL, (i) => 1000 + i);
    expect(mostVisits(book)).toBeLessThan(VISITS_MAX);
    expect(listener.matches).toBeGreaterThan(0);
  });

  test('both sides, equal sizes that never meet', () => {
    const listener = new Silent();
    const book = new Book(listener);
    pile(book, 1, PILE / 2, BUY, () => 1000);
    pile(book, 1 + PILE / 2, PILE / 2, SELL, () => 1500);
    expect(listener.matches).toBe(0);
    expect(mostVisits(book)).toBeLessThan(VISITS_MAX);
    expect(listener.matches).toBe(150);
  });

  test('a plain initiator finds the one order that it can fill after all others', () => {
    const listener = new Silent();
    const book = new Book(listener);
    pile(book, 1, PILE, BUY, () => 1000);
    pile(book, PILE + 1, 1, BUY, () => 10);
    const before = book.contingentVisits;
    book.enter(PILE + 2, SELL, PRICE, 15, NONE, 0, false, true);
    expect(book.contingentVisits - before).toBeLessThan(VISITS_MAX);
    expect(listener.matches).toBe(1);
    expect(book.remainingOf(PILE + 2)).toBe(5);
  });
});

test('a book without contingent orders never looks at the contingent index', () => {
  const book = new Book(new Silent());
  for (let i = 1; i <= 1000; i++) book.enter(i, i % 2 === 0 ? BUY : SELL, PRICE + (i % 7), i, NONE, 0, false, true);
  for (let i = 1; i <= 1000; i += 3) book.cancel(i);
  expect(book.contingentVisits).toBe(0);
});
