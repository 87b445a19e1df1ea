/** A call auction among the orders of a closed book (Q6 of docs/venue/auctions.md). */
import { violated } from '../../invariant.ts';
import { type AuctionMatch, type AuctionOrder, callAuction } from '../auction/index.ts';
import type { EngineParts, PendingAuction } from '../shared/index.ts';
import {
  type AuctionTerms,
  type BookId,
  type BookListener,
  byTime,
  type OrderId,
  type Price,
  type Ref,
  SELF_TRADE,
} from '../store/index.ts';
import type { BookSides } from './book-sides.ts';
import type { Execution } from './execution.ts';

/** What is left to be done once the price is known. */
interface Applying {
  readonly price: Price | null;
  readonly cancels: readonly OrderId[];
  readonly matches: readonly AuctionMatch[];
  /** The index of the next one, of the cancels and the matches after each other. */
  next: number;
}

export class BookAuction {
  readonly #bookId: BookId;
  readonly #listener: BookListener;
  readonly #parts: EngineParts;
  readonly #sides: BookSides;
  readonly #execution: Execution;
  #terms: AuctionTerms | null = null;
  #applying: Applying | null = null;

  constructor(bookId: BookId, listener: BookListener, parts: EngineParts, sides: BookSides, execution: Execution) {
    this.#bookId = bookId;
    this.#listener = listener;
    this.#parts = parts;
    this.#sides = sides;
    this.#execution = execution;
  }

  get isUncrossing(): boolean {
    return this.#terms !== null || this.#applying !== null;
  }

  /** Commands of the book must wait: they would change what is being computed. */
  expectNone(): void {
    if (this.isUncrossing) violated('Q6', `book ${this.#bookId} gets a command during its auction`);
  }

  begin(terms: AuctionTerms): void {
    this.expectNone();
    this.#terms = terms;
  }

  /** Does as much as the work of a command allows (M9, M17). */
  resume(): void {
    if (this.#terms !== null) this.#compute(this.#terms);
    else if (this.#applying !== null) this.#apply(this.#applying);
  }

  /** The argument of `restore`; undefined without an auction. */
  get pending(): PendingAuction | undefined {
    if (this.#terms !== null) return { terms: this.#terms, steps: 0 };
    if (this.#applying === null) return undefined;
    const { price, cancels, matches, next } = this.#applying;
    return {
      price,
      cancels: cancels.slice(next),
      matches: matches
        .slice(Math.max(0, next - cancels.length))
        .map(({ buy, sell, quantity }) => [buy, sell, quantity] as const),
    };
  }

  /** Of a book whose orders are restored. */
  restore(pending: PendingAuction): void {
    if ('terms' in pending) {
      this.begin(pending.terms);
      return;
    }
    const { price, cancels, matches } = pending;
    const pairs = matches.map(([buy, sell, quantity]) => ({ buy, sell, quantity }));
    this.#applying = { price, cancels, matches: pairs, next: 0 };
  }

  #compute(terms: AuctionTerms): void {
    const { price, volume, surplus, cancelled, matches } = callAuction(this.#orders(), terms.reference);
    const { low, high } = terms;
    const isOutside = price !== null && ((low !== null && price < low) || (high !== null && price > high));
    this.#terms = null;
    if (!isOutside) this.#applying = { price, cancels: cancelled, matches, next: 0 };
    this.#listener.uncrossed?.(this.#bookId, { price, volume, surplus, isOutside });
  }

  /** The orders that take part, oldest first: all but post-only ones. */
  #orders(): AuctionOrder[] {
    const { records } = this.#parts;
    const all: Ref[] = [];
    this.#sides.collect(all);
    return byTime(records, all)
      .filter((order) => !records.isPostOnly(order))
      .map((order) => ({
        orderId: records.orderId(order),
        side: records.side(order),
        price: records.price(order),
        quantity: records.remaining(order),
        contingency: records.contingency(order),
        minimum: records.minimum(order),
        owner: records.owner(order),
        mode: records.mode(order),
      }));
  }

  #apply(applying: Applying): void {
    const { work } = this.#parts;
    const { price, cancels, matches } = applying;
    for (; applying.next < cancels.length + matches.length; applying.next++) {
      if (work.matches-- <= 0) return;
      const cancel = cancels[applying.next];
      const match = matches[applying.next - cancels.length];
      if (cancel !== undefined) this.#cancel(this.#found(cancel));
      else if (match !== undefined && price !== null) {
        this.#execution.matchAt(price, this.#found(match.buy), this.#found(match.sell), match.quantity);
      }
    }
    this.#applying = null;
  }

  #cancel(order: Ref): void {
    this.#sides.half(this.#parts.records.side(order)).leave(order);
    this.#execution.end(order, SELF_TRADE);
  }

  #found(orderId: OrderId): Ref {
    const order = this.#parts.orders.get(orderId);
    if (order === 0) violated('Q6', `order ${orderId} of an auction is not in its book`);
    return order;
  }
}
