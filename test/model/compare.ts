import { deepStrictEqual } from 'node:assert';
import {
  Book,
  BUY,
  EngineParts,
  POST_ONLY_CROSSED,
  SEARCH_LIMITS,
  SELF_TRADE,
  SELL,
  type SearchLimits,
} from '../../src/matching/index.ts';
import { type BookEvent, BookModel } from './book-model.ts';
import { type BookCommand, perform } from './commands.ts';
import { copyInto } from './copy-book.ts';
import { Recorder } from './recorder.ts';

const BOOK_ID = 7;

/** The fast book and the model side by side. Every difference throws. */
export class Comparison {
  readonly model: BookModel;
  readonly #limits: SearchLimits;
  readonly #matchesMax: number;
  readonly #recorder = new Recorder();
  readonly #isCutOff: boolean;
  #parts = new EngineParts();
  #book: Book;
  #entered = 0;
  /** What happened so far, for tests that want to know whether the flow was worth running. */
  readonly #seen = {
    ...{ commands: 0, matches: 0, retries: 0, selfTrades: 0, postOnly: 0, pending: 0, steps: 0 },
    ...{ slices: 0, searches: 0 },
  };

  /** @param matchesMax of a slice of the fast book (M17); the model has no slices */
  constructor(limits: SearchLimits = SEARCH_LIMITS, matchesMax = Infinity) {
    this.#limits = limits;
    this.#matchesMax = matchesMax;
    this.#isCutOff = limits.contras !== SEARCH_LIMITS.contras;
    this.model = new BookModel(BOOK_ID, limits);
    this.#book = this.#newBook();
  }

  get seen() {
    const { searched, cutOff, refills } = this.model;
    return { ...this.#seen, searched, cutOff, refills };
  }

  run(command: BookCommand): void {
    const orderId = this.#orderIdOf(command);
    const before = this.#parts.work.spent;
    perform(this.#book, command, orderId);
    this.#resumeSuspended();
    this.#book.check();
    const events = this.#eventsOf(this.#recorder.take());
    const steps = this.#parts.work.spent - before;
    this.model.reach = { matches: matchesIn(events), entering: this.#book.pendingWork()?.entering.length ?? 0 };
    perform(this.model, command, orderId);
    if (command.type === 'snapshot') this.#reload();
    this.#count(orderId, steps);
    deepStrictEqual(events, this.#eventsOf(this.model.events));
    this.model.events = [];
    deepStrictEqual({ ...this.#book.topOfBook(BUY) }, this.model.top(BUY));
    deepStrictEqual({ ...this.#book.topOfBook(SELL) }, this.model.top(SELL));
    if (!this.#isCutOff && !this.#book.hasPendingWork) deepStrictEqual(this.model.leftUndone(), undefined, 'M8');
    deepStrictEqual(this.model.leftCrossed(), undefined, 'M15');
    this.#compareOrders();
  }

  /** Continues until nothing is pending; throws when that takes longer than `most` commands. */
  finish(most: number): void {
    for (let i = 0; this.#book.hasPendingWork; i++) {
      if (i === most) throw new Error(`still pending after ${most} commands`);
      this.run({ type: 'continue' });
    }
  }

  /** The other slices of the command, each of a book from a snapshot. */
  #resumeSuspended(): void {
    while (this.#book.isSuspended) {
      this.#seen.slices++;
      if (this.#book.pendingWork()?.unfinished?.searched !== undefined) this.#seen.searches++;
      this.#reload();
      this.#book.resumeSuspended();
    }
  }

  /** Tops between two slices are no events of the rules: those of the command are compared at its end. */
  #eventsOf(events: readonly BookEvent[]): readonly BookEvent[] {
    return this.#matchesMax === Infinity ? events : events.filter(([kind]) => kind !== 'topOfBookChanged');
  }

  #orderIdOf(command: BookCommand): number {
    if (command.type === 'enter') return ++this.#entered;
    return 'pick' in command ? 1 + (command.pick % (this.#entered + 1)) : 0;
  }

  #newBook(): Book {
    this.#parts = new EngineParts(this.#limits);
    this.#parts.work.matchesMax = Math.min(this.#matchesMax, this.#parts.work.matchesMax);
    return new Book(this.#recorder, BOOK_ID, this.#parts);
  }

  /** Goes on with a book that was loaded from the orders of the old one. */
  #reload(): void {
    const old = this.#book;
    this.#book = copyInto(this.#newBook(), old);
    deepStrictEqual(this.#book.pendingWork(), old.pendingWork());
  }

  #compareOrders(): void {
    const all = [...this.model.orders, ...this.model.entering].sort((a, b) => a.joined - b.joined);
    const expected = all.map(({ joined: _joined, entered: _entered, ...order }) => order);
    const resting = this.#book.resting().map(({ shown, ...order }) => {
      return { ...order, displayed: shown?.displayed ?? order.remaining };
    });
    deepStrictEqual(resting, expected);
  }

  #count(orderId: number, steps: number): void {
    this.#seen.commands++;
    if (this.#book.hasPendingWork) this.#seen.pending++;
    this.#seen.steps = Math.max(this.#seen.steps, steps);
    for (const event of this.model.events) {
      if (event[0] === 'cancelled' && event[4] === SELF_TRADE) this.#seen.selfTrades++;
      if (event[0] === 'cancelled' && event[4] === POST_ONLY_CROSSED) this.#seen.postOnly++;
      if (event[0] !== 'matched') continue;
      this.#seen.matches++;
      if (event[2] !== orderId) this.#seen.retries++;
    }
  }
}

function matchesIn(events: readonly BookEvent[]): number {
  return events.filter(([kind]) => kind === 'matched').length;
}
