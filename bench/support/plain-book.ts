import { createRequire } from 'node:module';
import {
  type BookListener,
  type BookSide,
  BUY,
  BY_COMMAND,
  IMMEDIATE_REMAINDER,
  NO_BOOK,
  NONE,
  RejectReason,
} from '../../src/matching/index.ts';

const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof import('sorted-btree');

const BOOK_ID = 1;

class PlainLevel {
  readonly rank: number;
  first: PlainOrder | null = null;
  last: PlainOrder | null = null;

  constructor(rank: number) {
    this.rank = rank;
  }
}

class PlainOrder {
  readonly id: number;
  readonly side: BookSide;
  price: number;
  quantity: number;
  remaining: number;
  level: PlainLevel | null = null;
  previous: PlainOrder | null = null;
  next: PlainOrder | null = null;

  constructor(id: number, side: BookSide, price: number, quantity: number) {
    this.id = id;
    this.side = side;
    this.price = price;
    this.quantity = quantity;
    this.remaining = quantity;
  }
}

class PlainSide {
  readonly #levels = new BTree<number, PlainLevel>(undefined, (a, b) => a - b);
  best: PlainLevel | null = null;

  join(order: PlainOrder): void {
    const rank = order.side === BUY ? -order.price : order.price;
    let level = this.#levels.get(rank);
    if (level === undefined) {
      level = new PlainLevel(rank);
      this.#levels.set(rank, level);
      if (this.best === null || rank < this.best.rank) this.best = level;
    }
    order.level = level;
    order.previous = level.last;
    order.next = null;
    if (level.last === null) level.first = order;
    else level.last.next = order;
    level.last = order;
  }

  leave(order: PlainOrder): void {
    const level = order.level as PlainLevel;
    if (order.previous === null) level.first = order.next;
    else order.previous.next = order.next;
    if (order.next === null) level.last = order.previous;
    else order.next.previous = order.previous;
    if (level.first !== null) return;
    this.#levels.delete(level.rank);
    if (level === this.best) this.best = this.#levels.nextHigherPair(level.rank)?.[1] ?? null;
  }
}

/**
 * The order book that one writes first: orders linked at their price, prices in a sorted-btree, orders in a Map. Limit
 * orders with cancel, replace and IOC, the reports of ours, and nothing else: no contingencies, no sums at a price, no
 * top of book, no check of what comes in. What our engine is measured against.
 */
export class PlainBook {
  readonly #listener: BookListener;
  readonly #orders = new Map<number, PlainOrder>();
  readonly #bids = new PlainSide();
  readonly #offers = new PlainSide();

  constructor(listener: BookListener) {
    this.#listener = listener;
  }

  isLive(orderId: number): boolean {
    return this.#orders.has(orderId);
  }

  priceOf(orderId: number): number {
    return this.#orders.get(orderId)?.price ?? 0;
  }

  enter(orderId: number, side: BookSide, price: number, quantity: number, immediate: boolean): void {
    if (this.#orders.has(orderId)) {
      this.#listener.rejected(BOOK_ID, orderId, RejectReason.DUPLICATE_ID);
      return;
    }
    const order = new PlainOrder(orderId, side, price, quantity);
    this.#listener.accepted(BOOK_ID, orderId, side, price, quantity, NONE, 0);
    this.#trade(order);
    if (order.remaining === 0) return;
    if (immediate) {
      this.#listener.cancelled(BOOK_ID, orderId, order.remaining, IMMEDIATE_REMAINDER, side, price);
      return;
    }
    this.#orders.set(orderId, order);
    this.#side(side).join(order);
  }

  cancel(orderId: number): void {
    const order = this.#orders.get(orderId);
    if (order === undefined) {
      this.#listener.rejected(NO_BOOK, orderId, RejectReason.UNKNOWN_ORDER);
      return;
    }
    this.#orders.delete(orderId);
    this.#side(order.side).leave(order);
    this.#listener.cancelled(BOOK_ID, orderId, order.remaining, BY_COMMAND, order.side, order.price);
  }

  /** As ours: less at the same price keeps the priority. */
  replace(orderId: number, price: number, quantity: number): void {
    const order = this.#orders.get(orderId);
    if (order === undefined) {
      this.#listener.rejected(NO_BOOK, orderId, RejectReason.UNKNOWN_ORDER);
      return;
    }
    const filled = order.quantity - order.remaining;
    if (quantity <= filled) {
      this.#listener.rejected(BOOK_ID, orderId, RejectReason.QUANTITY_NOT_ABOVE_FILLED);
      return;
    }
    const kept = price === order.price && quantity <= order.quantity;
    if (!kept) this.#side(order.side).leave(order);
    order.price = price;
    order.quantity = quantity;
    order.remaining = quantity - filled;
    this.#listener.replaced(BOOK_ID, orderId, price, quantity, order.remaining, NONE, 0, kept);
    if (kept) return;
    this.#trade(order);
    if (order.remaining === 0) this.#orders.delete(orderId);
    else this.#side(order.side).join(order);
  }

  #trade(initiator: PlainOrder): void {
    const against = this.#side(initiator.side === BUY ? 1 : 0);
    const rank = initiator.side === BUY ? -initiator.price : initiator.price;
    while (initiator.remaining > 0 && against.best !== null && against.best.rank + rank <= 0) {
      const contra = against.best.first as PlainOrder;
      const quantity = Math.min(initiator.remaining, contra.remaining);
      initiator.remaining -= quantity;
      contra.remaining -= quantity;
      this.#listener.matched(
        BOOK_ID,
        initiator.id,
        contra.id,
        initiator.side,
        contra.price,
        quantity,
        initiator.remaining,
        contra.remaining,
      );
      if (contra.remaining > 0) continue;
      this.#orders.delete(contra.id);
      against.leave(contra);
    }
  }

  #side(side: BookSide): PlainSide {
    return side === BUY ? this.#bids : this.#offers;
  }
}
