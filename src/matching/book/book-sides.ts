import { type Allocation, Retries } from '../search/index.ts';
import type { EngineParts, PendingWork } from '../shared/index.ts';
import {
  BOOK,
  type BookId,
  type BookListener,
  type BookSide,
  BUY,
  DOUBLES,
  EntryQueue,
  HalfBook,
  type Ref,
  SELL,
  WORDS,
} from '../store/index.ts';

const words = WORDS;
const doubles = DOUBLES;
const { JOININGS, BOOK_ID, NUMBER } = BOOK;

/** The two sides of a book, and the retries of their contingent orders. */
export class BookSides {
  readonly bids: HalfBook;
  readonly offers: HalfBook;
  /** How many orders of the book have a mode of self-trade prevention (M15). */
  guarded = 0;
  /** How many orders of the book have a display quantity (M19): without any nobody asks the levels. */
  parted = 0;
  /** Null until the first contingent order: a book without them needs none. */
  retries: Retries | null = null;
  /** Orders that wait to enter while the market is being opened (M13). */
  readonly entering: EntryQueue;
  readonly #allocation: Allocation;

  /** @param number under which the engine finds the book from the records of its sides */
  constructor(parts: EngineParts, bookId: BookId, number: number) {
    const { pages, allocation } = parts;
    const side = pages.records.takePair();
    doubles[(side >>> 1) + BOOK_ID] = bookId;
    words[side + NUMBER] = number;
    this.bids = new HalfBook(pages, side);
    this.offers = new HalfBook(pages, side + 16);
    this.entering = new EntryQueue(pages.records);
    this.#allocation = allocation;
  }

  /** How many orders have joined, this one included: the clock of priority. */
  nextTime(): number {
    return ++doubles[(this.bids.plain.side >>> 1) + JOININGS]!;
  }

  /** To be called for contingent orders only. */
  contingentRetries(): Retries {
    this.retries ??= new Retries(this.bids, this.offers, this.#allocation);
    return this.retries;
  }

  /** The records of both sides; that of the offers follows that of the bids. */
  get record(): Ref {
    return this.bids.plain.side;
  }

  half(side: BookSide): HalfBook {
    return side === BUY ? this.bids : this.offers;
  }

  opposite(side: BookSide): HalfBook {
    return side === BUY ? this.offers : this.bids;
  }

  /** What a command that has not ended has changed; undefined: nothing. */
  get unpublished(): PendingWork['unpublished'] {
    const { bids, offers } = this;
    const of = ({ changed, changedRank: rank, top }: HalfBook) => (changed ? { rank, top } : null);
    return bids.changed || offers.changed ? [of(bids), of(offers)] : undefined;
  }

  /** The tops of a book from a snapshot. @param unpublished what a command that has not ended has changed */
  restoreTops(unpublished: PendingWork['unpublished']): void {
    this.bids.refreshTop();
    this.offers.refreshTop();
    const [bids, offers] = unpublished ?? [null, null];
    if (bids !== null) this.bids.restoreUnpublished(bids);
    if (offers !== null) this.offers.restoreUnpublished(offers);
  }

  publishTops(bookId: BookId, listener: BookListener): void {
    const { bids, offers } = this;
    if (bids.changed && bids.refreshTop()) listener.topOfBookChanged(bookId, BUY);
    if (offers.changed && offers.refreshTop()) listener.topOfBookChanged(bookId, SELL);
  }

  /** Adds all resting orders to a list, in no order that matters. */
  collect(into: Ref[]): void {
    this.bids.collect(Infinity, into);
    this.offers.collect(Infinity, into);
  }
}
