import { deepStrictEqual } from 'node:assert';
import { Allocation } from '../../src/matching/allocation.ts';
import { Book, BUY, SEARCH_LIMITS, SELL, type SearchLimits } from '../../src/matching/index.ts';
import { OrderIndex } from '../../src/matching/order-index.ts';
import { LevelPool } from '../../src/matching/price-levels.ts';
import { BookModel } from './book-model.ts';
import { type BookCommand, perform } from './commands.ts';
import { Recorder } from './recorder.ts';

const BOOK_ID = 7;

/** The fast book and the model side by side. Every difference throws. */
export class Comparison {
  readonly model: BookModel;
  readonly #limits: SearchLimits;
  readonly #recorder = new Recorder();
  #book: Book;
  #entered = 0;
  /** What happened so far, for tests that want to know whether the flow was worth running. */
  readonly #seen = { commands: 0, matches: 0, retries: 0 };

  constructor(limits: SearchLimits = SEARCH_LIMITS) {
    this.#limits = limits;
    this.model = new BookModel(BOOK_ID, limits);
    this.#book = this.#newBook();
  }

  get seen() {
    return { ...this.#seen, searched: this.model.searched, cutOff: this.model.cutOff };
  }

  run(command: BookCommand): void {
    const orderId = this.#orderIdOf(command);
    perform(this.model, command, orderId);
    perform(this.#book, command, orderId);
    if (command.type === 'snapshot') this.#reload();
    this.#count(orderId);
    deepStrictEqual(this.#recorder.take(), this.model.events);
    this.model.events = [];
    deepStrictEqual({ ...this.#book.topOfBook(BUY) }, this.model.top(BUY));
    deepStrictEqual({ ...this.#book.topOfBook(SELL) }, this.model.top(SELL));
    if (this.#limits === SEARCH_LIMITS) deepStrictEqual(this.model.leftUndone(), undefined, 'M8');
    this.#compareOrders();
  }

  #orderIdOf(command: BookCommand): number {
    if (command.type === 'enter') return ++this.#entered;
    return 'pick' in command ? 1 + (command.pick % (this.#entered + 1)) : 0;
  }

  #newBook(): Book {
    return new Book(this.#recorder, BOOK_ID, new OrderIndex(), new LevelPool(), new Allocation(this.#limits));
  }

  /** Goes on with a book that was loaded from what the old one told of its orders. */
  #reload(): void {
    const old = this.#book;
    this.#book = this.#newBook();
    if (!old.isOpen) this.#book.closeMarket();
    for (const order of old.resting()) {
      const { orderId, side, price, quantity, remaining, contingency, minimum, disclosed } = order;
      this.#book.restore(orderId, side, price, quantity, remaining, contingency, minimum, disclosed);
    }
  }

  #compareOrders(): void {
    const expected = this.model.orders.map(({ joined: _joined, ...order }) => order);
    deepStrictEqual(this.#book.resting(), expected);
  }

  #count(orderId: number): void {
    this.#seen.commands++;
    for (const event of this.model.events) {
      if (event[0] !== 'matched') continue;
      this.#seen.matches++;
      if (event[2] !== orderId) this.#seen.retries++;
    }
  }
}
