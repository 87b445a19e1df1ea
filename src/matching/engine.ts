import { Book } from './book/index.ts';
import { PlainFlow } from './fast/index.ts';
import type { SearchLimits } from './search/index.ts';
import { EngineParts, type PartBook, type PendingWork } from './shared/index.ts';
import {
  type AuctionTerms,
  type BookContingency,
  type BookId,
  type BookListener,
  type BookSide,
  BUY,
  type Depth,
  type Guards,
  NO_BOOK,
  type OrderId,
  type Price,
  type Records,
  type Ref,
  RejectReason,
  type ReplacedTerms,
  type RestingOrder,
  type Shares,
  type ShownLevel,
  type SideTop,
} from './store/index.ts';

/**
 * Many books with one order index: order ids are unique in the whole engine. Units and rules are those of Book.
 * Commands return false when they were rejected; the listener then got the reason. Naming an unknown book in a method
 * that is not an order command throws.
 */
export class Engine {
  readonly #listener: BookListener;
  readonly #books = new Map<number, Book>();
  readonly #parts: EngineParts;
  readonly #flow: PlainFlow;
  readonly #orders: EngineParts['orders'];
  readonly #records: Records;

  constructor(listener: BookListener, limits?: SearchLimits) {
    this.#listener = listener;
    this.#parts = new EngineParts(limits);
    this.#flow = new PlainFlow(listener, this.#parts);
    this.#orders = this.#parts.orders;
    this.#records = this.#parts.records;
  }

  /** How many orders are in the books. */
  get orderCount(): number {
    return this.#orders.size;
  }

  /** The memory of its orders outside of the heap, in bytes. */
  get bytes(): number {
    return this.#records.bytes;
  }

  /**
   * Matches that an order makes in one slice before it is suspended (M17): `suspended` is then reported, and
   * `resumeSuspended` must be called before any other command of its book.
   */
  set matchesMax(matches: number) {
    this.#parts.work.matchesMax = Math.min(matches, 0x7fffffff);
  }

  /** Whether a search for an execution that is long is made in slices, too (M17). */
  set searchesInSlices(isSo: boolean) {
    this.#parts.work.searchesInSlices = isSo;
  }

  /** Whether there is anything to resume (M9). */
  get hasPendingWork(): boolean {
    return this.#parts.pending.size > 0;
  }

  /** In how many books something is pending. */
  get pendingBooks(): number {
    return this.#parts.pending.size;
  }

  /** The search work of all commands so far, in steps: counted, never timed. */
  get steps(): number {
    return this.#parts.work.spent;
  }

  /** Whether commands have lately taken much search work in some book. */
  get isBusy(): boolean {
    return this.#parts.busy.size > 0;
  }

  /** The search work that an order may take, in steps: a guess, above 0 only for costly ones. See Book. */
  expectedSteps(bookId: BookId, side: BookSide, quantity: Shares): number {
    return this.#books.get(bookId)?.expectedSteps(side, quantity) ?? 0;
  }

  /** The same for a command that concerns an order in a book. */
  expectedStepsOf(orderId: OrderId): number {
    const order = this.#orders.get(orderId);
    return order === 0 ? 0 : this.#bookOf(order).expectedSteps(BUY, 0);
  }

  /** How many matches an order may make on entering, counted until `enough`: a guess. */
  expectedMatches(bookId: BookId, side: BookSide, price: Price, quantity: Shares, enough: number): number {
    const book = this.#books.get(bookId);
    return book?.isOpen ? book.expectedMatches(side, price, quantity, enough) : 0;
  }

  /** M18: whether a post-only order would be cancelled if it entered now. False while the book is closed or opening. */
  wouldCross(bookId: BookId, side: BookSide, price: Price): boolean {
    return this.#book(bookId).wouldCross(side, price);
  }

  addBook(bookId: BookId, open: boolean): void {
    if (this.#books.has(bookId)) throw new RangeError(`book ${bookId} exists`);
    const book = new Book(this.#listener, bookId, this.#parts, this.#flow);
    if (!open) book.closeMarket();
    this.#books.set(bookId, book);
    this.#parts.table.add(bookId, book.record);
  }

  isOpen(bookId: BookId): boolean {
    return this.#book(bookId).isOpen;
  }

  /** M6. See Book.enter. */
  enter(
    bookId: BookId,
    orderId: OrderId,
    side: BookSide,
    price: Price,
    quantity: Shares,
    contingency: BookContingency,
    minimum: Shares,
    immediate: boolean,
    disclosed: boolean,
    filled = 0,
    owner = 0,
    guards: Guards = 0,
    display = 0,
  ): boolean {
    const sides = this.#parts.table.get(bookId);
    if (sides === 0) {
      this.#listener.rejected(bookId, orderId, RejectReason.UNKNOWN_BOOK);
      return false;
    }
    // biome-ignore format: in the order of the parameters
    return this.#flow.enter(sides,
      orderId, side, price, quantity, contingency, minimum, immediate, disclosed, filled, owner, guards, display);
  }

  cancel(orderId: OrderId): boolean {
    const order = this.#orders.get(orderId);
    if (order === 0) return this.#unknownOrder(orderId);
    this.#flow.cancel(order);
    return true;
  }

  /**
   * Takes an order out of its book, where it is in one, without a retry of others (M7): of many that leave at once none
   * trades meanwhile. `settle` must follow, with `beginSettling` before.
   */
  withdraw(orderId: OrderId): void {
    const order = this.#orders.get(orderId);
    if (order !== 0) this.#bookOf(order).withdraw(order);
  }

  /** The books that are settled next share the work of one command (M9). */
  beginSettling(): void {
    this.#parts.work.beginSlice();
    this.#parts.work.beginCommand();
  }

  /** Retries what the orders that were withdrawn from a book have made possible (M7), and publishes its top. */
  settle(bookId: BookId): void {
    this.#book(bookId).settle();
  }

  /** M10. See Book.replace. */
  replace(
    orderId: OrderId,
    price: Price,
    quantity: Shares,
    contingency: BookContingency,
    minimum: Shares,
    display = 0,
  ): boolean {
    const order = this.#orders.get(orderId);
    if (order === 0) return this.#unknownOrder(orderId);
    return this.#flow.replace(order, price, quantity, contingency, minimum, display);
  }

  /** M12, M13. See Book.beginMarket. */
  beginMarket(bookId: BookId, open: boolean): boolean {
    return this.#book(bookId).beginMarket(open);
  }

  /** See Book.moveNext. */
  moveNext(bookId: BookId): boolean {
    return this.#book(bookId).moveNext();
  }

  /** See Adjusting. */
  takeAllOut(bookId: BookId): void {
    this.#book(bookId).adjusting.takeAllOut();
  }

  /** See Adjusting. Does nothing for an order that is not in this book. */
  adjust(bookId: BookId, orderId: OrderId, terms: Omit<ReplacedTerms, 'contingency'>): void {
    const order = this.#orders.get(orderId);
    if (order !== 0) this.#book(bookId).adjusting.adjust(order, terms);
  }

  /**
   * Resumes pending work, book by book, within the work of one command (M9), but by something in any case. A book that
   * is still pending afterwards comes after the others the next time. @param mustWait books that are left as they are
   */
  resume(mustWait: (bookId: BookId) => boolean = () => false): void {
    this.#parts.resume(this.#listener, mustWait);
  }

  /** See Book.resumeSuspended. */
  resumeSuspended(bookId: BookId): void {
    this.#book(bookId).resumeSuspended();
  }

  /** See Book.beginAuction. */
  beginAuction(bookId: BookId, terms: AuctionTerms): void {
    this.#book(bookId).beginAuction(terms);
  }

  /** See Book.isUncrossing. */
  isUncrossing(bookId: BookId): boolean {
    return this.#book(bookId).isUncrossing;
  }

  /** See Book.restore. */
  restore(bookId: BookId, order: RestingOrder): void {
    this.#book(bookId).restore(order);
  }

  /** See Book.restorePendingWork. */
  restorePendingWork(bookId: BookId, pending: PendingWork): void {
    this.#book(bookId).restorePendingWork(pending);
  }

  /** The arguments of `restorePendingWork`, in their order. */
  *pendingWork(): Generator<readonly [bookId: BookId, pending: PendingWork], void, undefined> {
    const others = [...this.#books.values()].filter((book) => !book.hasPendingWork);
    for (const book of [...others, ...this.#parts.pending]) {
      const pending = book.pendingWork();
      if (pending !== null) yield [book.bookId, pending];
    }
  }

  /** The visible top of a side. The object is the book's own and changes with later commands. */
  topOfBook(bookId: BookId, side: BookSide): SideTop {
    return this.#book(bookId).topOfBook(side);
  }

  /** The best `most` disclosed levels of a side, best first; undefined while the book has pending work. */
  shown(bookId: BookId, side: BookSide, most: number): ShownLevel[] | undefined {
    const book = this.#book(bookId);
    return book.hasPendingWork ? undefined : book.shown(side, most);
  }

  depthAt(bookId: BookId, side: BookSide, price: Price): Depth {
    return this.#book(bookId).depthAt(side, price);
  }

  /** Copies of the resting orders in the order in which they joined the book: what `restore` wants. */
  resting(bookId: BookId): RestingOrder[] {
    return this.#book(bookId).resting();
  }

  /** See Book.check. */
  check(bookId: BookId): void {
    this.#book(bookId).check();
  }

  /** The remaining shares of an order; 0 when it is not in a book. */
  remainingOf(orderId: OrderId): number {
    const order = this.#orders.get(orderId);
    return order === 0 ? 0 : this.#records.remaining(order);
  }

  #unknownOrder(orderId: OrderId): false {
    this.#listener.rejected(NO_BOOK, orderId, RejectReason.UNKNOWN_ORDER);
    return false;
  }

  #bookOf(order: Ref): PartBook {
    return this.#flow.bookOf(this.#records.book(order));
  }

  #book(bookId: BookId): Book {
    const book = this.#books.get(bookId);
    if (book === undefined) throw new RangeError(`unknown book ${bookId}`);
    return book;
  }
}
