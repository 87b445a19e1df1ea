import { Allocation } from './allocation.ts';
import { Book } from './book.ts';
import { type BookListener, NO_BOOK, RejectReason } from './listener.ts';
import type { BookContingency, BookSide } from './order.ts';
import { OrderIndex } from './order-index.ts';
import { LevelPool } from './price-levels.ts';
import type { RestingOrder } from './resting-order.ts';
import { SEARCH_LIMITS, type SearchLimits } from './search-limits.ts';
import type { Depth, SideTop } from './top-of-book.ts';

/**
 * Many books with one order index: order ids are unique in the whole engine. Units and rules are those of Book.
 * Commands return false when they were rejected; the listener was then told why. Naming an unknown book in a method that
 * is not an order command throws.
 */
export class Engine {
  readonly #listener: BookListener;
  readonly #books = new Map<number, Book>();
  readonly #orders = new OrderIndex();
  readonly #levels = new LevelPool();
  readonly #allocation: Allocation;

  constructor(listener: BookListener, limits: SearchLimits = SEARCH_LIMITS) {
    this.#listener = listener;
    this.#allocation = new Allocation(limits);
  }

  /** How many orders are in the books. */
  get orderCount(): number {
    return this.#orders.size;
  }

  addBook(bookId: number, open: boolean): void {
    if (this.#books.has(bookId)) throw new RangeError(`book ${bookId} exists`);
    const book = new Book(this.#listener, bookId, this.#orders, this.#levels, this.#allocation);
    if (!open) book.closeMarket();
    this.#books.set(bookId, book);
  }

  isOpen(bookId: number): boolean {
    return this.#book(bookId).isOpen;
  }

  /** M6. See Book.enter. */
  enter(
    bookId: number,
    orderId: number,
    side: BookSide,
    price: number,
    quantity: number,
    contingency: BookContingency,
    minimum: number,
    immediate: boolean,
    disclosed: boolean,
  ): boolean {
    const book = this.#books.get(bookId);
    if (book === undefined) {
      this.#listener.rejected(bookId, orderId, RejectReason.UNKNOWN_BOOK);
      return false;
    }
    return book.enter(orderId, side, price, quantity, contingency, minimum, immediate, disclosed);
  }

  cancel(orderId: number): boolean {
    const order = this.#orders.get(orderId);
    if (order === null || order.book === null) return this.#unknownOrder(orderId);
    order.book.cancelOrder(order);
    return true;
  }

  /** M10. See Book.replace. */
  replace(orderId: number, price: number, quantity: number, contingency: BookContingency, minimum: number): boolean {
    const order = this.#orders.get(orderId);
    if (order === null || order.book === null) return this.#unknownOrder(orderId);
    return order.book.replaceOrder(order, price, quantity, contingency, minimum);
  }

  /** M13. */
  openMarket(bookId: number): void {
    this.#book(bookId).openMarket();
  }

  /** M12. */
  closeMarket(bookId: number): void {
    this.#book(bookId).closeMarket();
  }

  /** See Book.restore. */
  restore(
    bookId: number,
    orderId: number,
    side: BookSide,
    price: number,
    quantity: number,
    remaining: number,
    contingency: BookContingency,
    minimum: number,
    disclosed: boolean,
  ): void {
    this.#book(bookId).restore(orderId, side, price, quantity, remaining, contingency, minimum, disclosed);
  }

  /** The visible top of a side. The object is the book's own and changes with later commands. */
  topOfBook(bookId: number, side: BookSide): SideTop {
    return this.#book(bookId).topOfBook(side);
  }

  depthAt(bookId: number, side: BookSide, price: number): Depth {
    return this.#book(bookId).depthAt(side, price);
  }

  /** Copies of the resting orders in the order in which they joined the book: what `restore` wants. */
  resting(bookId: number): RestingOrder[] {
    return this.#book(bookId).resting();
  }

  /** What remains of an order, in shares; 0 when it is not in a book. */
  remainingOf(orderId: number): number {
    return this.#orders.get(orderId)?.remaining ?? 0;
  }

  #unknownOrder(orderId: number): false {
    this.#listener.rejected(NO_BOOK, orderId, RejectReason.UNKNOWN_ORDER);
    return false;
  }

  #book(bookId: number): Book {
    const book = this.#books.get(bookId);
    if (book === undefined) throw new RangeError(`unknown book ${bookId}`);
    return book;
  }
}
