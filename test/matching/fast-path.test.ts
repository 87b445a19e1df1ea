/** Which orders take the fast path of plain orders where some have a display quantity (M19). */
import { afterEach, expect, test, vi } from 'vitest';
import { Book, BUY, EngineParts, NONE, SELL } from '../../src/matching/index.ts';
import { Silent } from './silent-listener.ts';

afterEach(() => vi.restoreAllMocks());

/** Offers of 10 at 100 to 104; the one at 103 shows in part. Returns how many commands went the way of all orders. */
function run(commands: (book: Book) => void, matchesMax?: number): number {
  const parts = new EngineParts();
  if (matchesMax !== undefined) parts.work.matchesMax = matchesMax;
  const book = new Book(new Silent(), 1, parts);
  for (let i = 0; i < 5; i++) book.enter(i + 1, SELL, 100 + i, 10, NONE, 0, false, true, 0, 0, 0, i === 3 ? 4 : 0);
  const ways = (['enterGeneral', 'cancelGeneral', 'replaceGeneral'] as const).map((way) =>
    vi.spyOn(Book.prototype, way),
  );
  commands(book);
  while (book.isSuspended) book.resumeSuspended();
  book.check();
  return ways.reduce((sum, way) => sum + way.mock.calls.length, 0);
}

const buy = (book: Book, price: number, quantity: number) => book.enter(9, BUY, price, quantity, NONE, 0, false, true);

test.each<[what: string, commands: (book: Book) => void, general: number]>([
  ['an order that crosses nothing', (book) => buy(book, 99, 10), 0],
  ['a sweep that a better price fills', (book) => buy(book, 104, 30), 0],
  ['a sweep up to a better price', (book) => buy(book, 102, 100), 0],
  ['a sweep that reaches its price', (book) => buy(book, 104, 31), 1],
  ['a cancel at its price', (book) => book.enter(8, SELL, 103, 1, NONE, 0, false, true) && book.cancel(8), 0],
  ['its cancel', (book) => book.cancel(4), 1],
  ['a replacement at another price', (book) => book.replace(5, 105, 20, NONE, 0), 0],
  ['its replacement', (book) => book.replace(4, 103, 9, NONE, 0, 4), 1],
  ['a sweep after it has left', (book) => book.cancel(4) && buy(book, 104, 50), 1],
])('%s takes the fast path but for what concerns an order that shows in part', (_, commands, general) => {
  expect(run(commands)).toBe(general);
});

test.each([
  [3, 0],
  [4, 1],
])('a sweep in slices of %d matches takes it where its first slice meets no such order', (matchesMax, general) => {
  expect(run((book) => buy(book, 104, 50), matchesMax)).toBe(general);
});
