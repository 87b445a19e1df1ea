/**
 * The steps of search work that commands count (M9). They decide where a command stops, so a replay of a journal comes
 * to the same state only while they stay what they are (M11).
 */
import { expect, test } from 'vitest';
import { ALL_OR_NONE, type BookSide, BUY, CANCEL_NEWEST, Engine, NONE, SELL } from '../../src/matching/index.ts';
import { Silent } from './silent-listener.ts';

const BOOK = 1;
const PRICE = 1000;
/** Sizes of which many sums are different. */
const CRAFTED = Array.from({ length: 20 }, (_, i) => 150_000 + 2 * 37 * i * i);

/** A book that counts the steps of each command. */
class Counted {
  readonly listener = new Silent();
  readonly engine = new Engine(this.listener);
  #orderId = 0;

  constructor(open = true) {
    this.engine.addBook(BOOK, open);
  }

  steps(command: () => void): number {
    const before = this.engine.steps;
    command();
    return this.engine.steps - before;
  }

  enter(side: BookSide, quantity: number, { whole = false, owner = 0, price = PRICE } = {}): number {
    const contingency = whole ? ALL_OR_NONE : NONE;
    const mode = owner === 0 ? 0 : CANCEL_NEWEST;
    return this.steps(() =>
      this.engine.enter(BOOK, ++this.#orderId, side, price, quantity, contingency, 0, false, true, 0, owner, mode),
    );
  }
}

/** Each case gives the steps of its commands, and whether something is pending after the last of them. */
const CASES: Readonly<Record<string, readonly [run: () => readonly [number[], boolean], number[], boolean]>> = {
  'a sweep: the orders that it fills or steps over': [
    () => {
      const book = new Counted();
      const offers = [book.enter(SELL, 60), book.enter(SELL, 100, { whole: true }), book.enter(SELL, 40)];
      return [[...offers, book.enter(BUY, 90, { whole: true })], book.engine.hasPendingWork];
    },
    [0, 0, 0, 2],
    false,
  ],
  'a search by intervals': [
    () => {
      const book = new Counted();
      const offers = [book.enter(SELL, 60), book.enter(SELL, 50, { whole: true })];
      return [[...offers, book.enter(BUY, 100, { whole: true })], book.engine.hasPendingWork];
    },
    [0, 0, 35],
    false,
  ],
  'a search that steps over orders of the same owner': [
    () => {
      const book = new Counted();
      for (let i = 0; i < 5; i++) book.enter(SELL, 10, { owner: 7 });
      book.enter(SELL, 60);
      book.enter(SELL, 50, { whole: true });
      return [[book.enter(BUY, 100, { whole: true, owner: 7 })], book.engine.hasPendingWork];
    },
    [45],
    false,
  ],
  'a retry: queued by the command that made it possible, and searched bit by bit after it': [
    () => {
      const book = new Counted();
      for (const quantity of CRAFTED) book.enter(SELL, quantity, { whole: true });
      const wanted = CRAFTED.slice(5, 10).reduce((a, b) => a + b) + 1;
      const entered = [book.enter(BUY, wanted, { whole: true }), book.enter(SELL, 1)];
      expect(book.engine.hasPendingWork).toBe(true);
      return [[...entered, book.steps(() => book.engine.resume())], book.engine.hasPendingWork];
    },
    [25, 100, 561_411],
    false,
  ],
  'a question that is asked once for many retries': [
    () => {
      const book = new Counted();
      for (let i = 0; i < 10; i++) book.enter(SELL, 1000 + 2 * i, { whole: true });
      for (let i = 0; i < 10; i++) book.enter(BUY, 2501 + 2 * i, { whole: true });
      return [[book.enter(SELL, 10)], book.engine.hasPendingWork];
    },
    [2117],
    false,
  ],
  'orders of one owner that are settled': [
    () => {
      const book = new Counted();
      for (let i = 0; i < 5; i++) book.enter(SELL, 10, { owner: 7 });
      return [[book.enter(BUY, 10, { owner: 7 })], book.engine.hasPendingWork];
    },
    [6],
    false,
  ],
  'an opening: each order that enters, and no more than fit one command': [
    () => {
      const book = new Counted(false);
      for (let i = 0; i < 300; i++) {
        book.enter(SELL, 10);
        book.enter(BUY, 10);
      }
      const opened = book.steps(() => {
        book.engine.beginMarket(BOOK, true);
        while (book.engine.moveNext(BOOK));
      });
      const carried = [1, 2].map(() => book.steps(() => book.engine.resume()));
      expect(book.listener.matches).toBe(209);
      return [[opened, ...carried], book.engine.hasPendingWork];
    },
    [0, 4_180_000, 4_180_000],
    true,
  ],
};

test.each(Object.entries(CASES))('%s', (_what, [run, steps, hasPendingWork]) => {
  expect(run()).toEqual([steps, hasPendingWork]);
});
