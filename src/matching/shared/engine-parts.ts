import { Allocation, SEARCH_LIMITS, type SearchLimits, Work } from '../search/index.ts';
import {
  type BookId,
  type BookListener,
  type BookSide,
  BookTable,
  type EntryTerms,
  type HalfBook,
  OrderIndex,
  PagePool,
  Records,
  type Ref,
  type ReplacedTerms,
  type Shares,
} from '../store/index.ts';
import type { PendingWork } from './pending-work.ts';

/** An order without contingency that has made the matches of one command and has more to make (M17). */
export interface SuspendedEntry
  extends Pick<EntryTerms, 'orderId' | 'side' | 'price' | 'quantity' | 'filled' | 'disclosed' | 'owner'> {
  readonly immediate: boolean;
}

/**
 * A book, as those use it who have found it by its number, or among those in which something is pending.
 * Functions that end with General do for any order what the fast path does for plain ones (plain-flow.ts).
 */
export interface PartBook {
  readonly bookId: BookId;
  readonly hasPendingWork: boolean;
  readonly isUncrossing: boolean;
  /** The side with this record. */
  half(side: Ref): HalfBook;
  enterGeneral(terms: EntryTerms, immediate: boolean): boolean;
  cancelGeneral(order: Ref): void;
  replaceGeneral(order: Ref, terms: ReplacedTerms): boolean;
  resumeWithin(): void;
  suspendEntry(entry: SuspendedEntry): void;
  pendingWork(): PendingWork | null;
  withdraw(order: Ref): void;
  settle(): void;
  expectedSteps(side: BookSide, quantity: Shares): number;
}

/** The parts that the books of an engine share. */
export class EngineParts {
  readonly limits: SearchLimits;
  /** By the numbers under which the records of their sides name them; 0 names none. */
  readonly books: (PartBook | null)[] = [null];
  readonly records = new Records();
  readonly pages = new PagePool(this.records);
  readonly orders = new OrderIndex(this.records);
  readonly table = new BookTable(this.records);
  readonly allocation: Allocation;
  readonly work: Work;
  /** The books in which something is pending, those first that were resumed longest ago. */
  readonly pending = new Set<PartBook>();
  /** The books in which commands have lately taken much search work. */
  readonly busy = new Set<unknown>();

  constructor(limits: SearchLimits = SEARCH_LIMITS) {
    this.limits = limits;
    this.work = new Work(limits);
    this.allocation = new Allocation(this.records, limits);
  }

  /** See Engine.resume. */
  resume(listener: BookListener, mustWait: (bookId: BookId) => boolean): void {
    const { work, pending } = this;
    work.beginContinue();
    for (const book of pending) {
      if (mustWait(book.bookId)) continue;
      if (work.matches > 0) {
        book.resumeWithin();
        if (book.hasPendingWork && work.matches > 0) return;
        // Its commands wait too: without slices it would have had its turn (M17). Those of an auction wait in any case.
      } else if (!book.isUncrossing) listener.suspended?.(book.bookId);
    }
  }
}
