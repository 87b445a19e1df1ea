/** A call auction among the orders of a closed book (Q6 of docs/venue/auctions.md). */
import { violated } from '../../invariant.ts';
import {
  type AuctionMatch,
  type AuctionResult,
  CallAuction,
  type Computation,
  type TimedOrder,
} from '../auction/index.ts';
import type { EngineParts, PendingAuction } from '../shared/index.ts';
import {
  type AuctionTerms,
  type BookId,
  type BookListener,
  type BookSide,
  byPriority,
  type OrderId,
  type Price,
  type Ref,
  SELF_TRADE,
} from '../store/index.ts';
import type { BookSides } from './book-sides.ts';
import type { Execution } from './execution.ts';

interface Computing {
  readonly terms: AuctionTerms;
  readonly computation: Computation<AuctionResult>;
}

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
  #computing: Computing | null = null;
  /** Steps of the computation so far. */
  #spent = 0;
  #applying: Applying | null = null;

  constructor(bookId: BookId, listener: BookListener, parts: EngineParts, sides: BookSides, execution: Execution) {
    this.#bookId = bookId;
    this.#listener = listener;
    this.#parts = parts;
    this.#sides = sides;
    this.#execution = execution;
  }

  get isDone(): boolean {
    return this.#computing === null && this.#applying === null;
  }

  /** Commands of the book must wait: they would change what is being computed. */
  refuseCommand(): never {
    violated('Q6', `book ${this.#bookId} gets a command during its auction`);
  }

  begin(terms: AuctionTerms): void {
    const isWithinCollar = (price: Price) => isWithin(terms, price);
    const auction = new CallAuction((side) => this.#ordersOf(side), terms.reference);
    this.#computing = { terms, computation: auction.result(isWithinCollar) };
  }

  /** Does as much as the work of a command allows (M9, M17). */
  resume(): void {
    if (this.#computing !== null) this.#compute(this.#computing);
    else if (this.#applying !== null) this.#apply(this.#applying);
  }

  /** The argument of `restore`; undefined once it is done. */
  get pending(): PendingAuction | undefined {
    if (this.#computing !== null) return { terms: this.#computing.terms, steps: this.#spent };
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

  /** Of a book whose orders are restored. @param find throws where the book does not have the order */
  restore(pending: PendingAuction, find: (orderId: OrderId) => Ref): void {
    if ('terms' in pending) {
      this.begin(pending.terms);
      this.#computeAgain(pending.steps);
      return;
    }
    const { price, cancels, matches } = pending;
    for (const orderId of cancels) find(orderId);
    for (const [buy, sell] of matches) for (const orderId of [buy, sell]) find(orderId);
    const pairs = matches.map(([buy, sell, quantity]) => ({ buy, sell, quantity }));
    this.#applying = { price, cancels, matches: pairs, next: 0 };
  }

  /** The orders are what they were: the computation comes to where it was. */
  #computeAgain(steps: number): void {
    while (this.#spent < steps) {
      const { done, value } = this.#computing!.computation.next();
      if (done) break;
      this.#spent += value;
    }
    if (this.#spent !== steps)
      throw new RangeError(`the auction of book ${this.#bookId} does not stop at step ${steps}`);
  }

  #compute({ terms, computation }: Computing): void {
    const { work } = this.#parts;
    do {
      const { done, value } = computation.next();
      work.advanced();
      if (done) {
        this.#computed(terms, value);
        return;
      }
      this.#spent += value;
      work.spend(value);
    } while (work.affords(0));
  }

  /** Reports the price, and takes down what is to be done at it. */
  #computed(terms: AuctionTerms, { price, volume, surplus, cancelled, matches }: AuctionResult): void {
    const isOutside = price !== null && !isWithin(terms, price);
    this.#computing = null;
    if (!isOutside && cancelled.length + matches.length > 0) {
      this.#applying = { price, cancels: cancelled, matches, next: 0 };
    }
    this.#listener.uncrossed?.(this.#bookId, { price, volume, surplus, isOutside });
  }

  /** All orders that another side overlaps but post-only ones: others can neither trade nor change the price. */
  *#ordersOf(side: BookSide): Generator<TimedOrder, void, undefined> {
    const { records } = this.#parts;
    const rank = -this.#sides.opposite(side).bestRank();
    for (const order of byPriority(this.#sides.half(side), rank)) {
      if (records.isPostOnly(order)) continue;
      yield {
        orderId: records.orderId(order),
        side,
        price: records.price(order),
        quantity: records.remaining(order),
        contingency: records.contingency(order),
        minimum: records.minimum(order),
        owner: records.owner(order),
        mode: records.mode(order),
        time: records.time(order),
      };
    }
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

function isWithin({ low, high }: AuctionTerms, price: Price): boolean {
  return (low === null || price >= low) && (high === null || price <= high);
}
