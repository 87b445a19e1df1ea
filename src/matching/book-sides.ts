import type { Allocation } from './allocation.ts';
import { HalfBook } from './half-book.ts';
import type { PagePool } from './level-pages.ts';
import { type BookSide, BUY } from './order.ts';
import type { Ref } from './records.ts';
import { Retries } from './retries.ts';

/** The two sides of a book, and the retries of their contingent orders. */
export class BookSides {
  readonly bids: HalfBook;
  readonly offers: HalfBook;
  /** How many orders of the book have a mode of self-trade prevention (M15). */
  guarded = 0;
  /** Null until the first contingent order: a book without them needs none. */
  retries: Retries | null = null;
  readonly #allocation: Allocation;

  constructor(pages: PagePool, allocation: Allocation) {
    this.bids = new HalfBook(pages);
    this.offers = new HalfBook(pages);
    this.#allocation = allocation;
  }

  /** To be called for contingent orders only. */
  contingentRetries(): Retries {
    this.retries ??= new Retries(this.bids, this.offers, this.#allocation);
    return this.retries;
  }

  half(side: BookSide): HalfBook {
    return side === BUY ? this.bids : this.offers;
  }

  opposite(side: BookSide): HalfBook {
    return side === BUY ? this.offers : this.bids;
  }

  /** Adds all resting orders to a list, in no order that matters. */
  collect(into: Ref[]): void {
    this.bids.collect(Infinity, into);
    this.offers.collect(Infinity, into);
  }
}
