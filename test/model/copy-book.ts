import type { Book } from '../../src/matching/index.ts';

/** Copies a book into an empty one, as a snapshot does. */
export function copyInto(book: Book, old: Book): Book {
  if (!old.isOpen) book.closeMarket();
  for (const order of old.resting()) book.restore(order);
  const pending = old.pendingWork();
  if (pending !== null) book.restorePendingWork(pending);
  return book;
}
