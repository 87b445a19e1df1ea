import type { Allocation } from './allocation.ts';
import { HalfBook } from './half-book.ts';
import { type BookSide, BUY, type Order } from './order.ts';
import type { LevelPool } from './price-levels.ts';
import { Retries } from './retries.ts';

/** The two sides of a book, and the retries of their contingent orders. */
export class BookSides {
  readonly bids: HalfBook;
  readonly offers: HalfBook;
  /** Null until the first contingent order: a book without them needs none. */
  retries: Retries | null = null;
  readonly #allocation: Allocation;

  constructor(levels: LevelPool, allocation: Allocation) {
    this.bids = new HalfBook(levels);
    this.offers = new HalfBook(levels);
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
  collect(into: Order[]): void {
    this.bids.collect(Infinity, into);
    this.offers.collect(Infinity, into);
  }
}
