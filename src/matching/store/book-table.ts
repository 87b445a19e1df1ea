import { WORDS } from './arena.ts';
import type { BookId } from './ids.ts';
import { HEAD } from './layout.ts';
import type { Records, Ref } from './records.ts';

const WORDS_AT_FIRST = 32;
/** Ids up to this many times the number of books are in the table. */
const SPARSE_MAX = 4;

const words = WORDS;
const { BOOKS, BOOKS_WORDS } = HEAD;

/**
 * The books of an engine by id: the records of their sides. Ids that are counted stand in a table among the records, so
 * that an order finds its book with one word of memory, which counts where a hundred thousand books are in no cache;
 * others in a map. The record of the engine has the place of the table (records.ts).
 */
export class BookTable {
  readonly #records: Records;
  readonly #others = new Map<number, Ref>();
  #count = 0;

  constructor(records: Records) {
    this.#records = records;
    words[records.head + BOOKS] = records.takeTable(WORDS_AT_FIRST);
    words[records.head + BOOKS_WORDS] = WORDS_AT_FIRST;
  }

  /** The first record of the sides of a book; 0 when there is no book with this id. */
  get(bookId: BookId): Ref {
    const head = this.#records.head;
    if (isBelow(bookId, words[head + BOOKS_WORDS]!)) return words[words[head + BOOKS]! + bookId]!;
    return this.#others.get(bookId) ?? 0;
  }

  /** @param bookId must be new */
  add(bookId: BookId, sides: Ref): void {
    const head = this.#records.head;
    this.#count++;
    if (!isBelow(bookId, Math.max(words[head + BOOKS_WORDS]!, SPARSE_MAX * (WORDS_AT_FIRST + this.#count)))) {
      this.#others.set(bookId, sides);
      return;
    }
    while (bookId >= words[head + BOOKS_WORDS]!) this.#double();
    words[words[head + BOOKS]! + bookId] = sides;
  }

  #double(): void {
    const head = this.#records.head;
    const table = words[head + BOOKS]!;
    const length = words[head + BOOKS_WORDS]!;
    const larger = this.#records.takeTable(2 * length);
    words.copyWithin(larger, table, table + length);
    words[head + BOOKS] = larger;
    words[head + BOOKS_WORDS] = 2 * length;
    this.#records.makeRecords(table, length);
    for (const [bookId, sides] of this.#others) {
      if (!isBelow(bookId, 2 * length)) continue;
      words[larger + bookId] = sides;
      this.#others.delete(bookId);
    }
  }
}

/** Whether an id is a whole number from 0 up to a limit, which it is not itself. */
function isBelow(bookId: BookId, limit: number): boolean {
  return (bookId | 0) === bookId && bookId >= 0 && bookId < limit;
}
