import type { Book } from './book.ts';
import { Order } from './order.ts';

/** Order nodes that wait for their next use; more are left to the garbage collector. */
const SPARE_MAX = 65_536;
const BUCKETS_MIN = 16;
/** Fibonacci hashing: 2^32 divided by the golden ratio, so that ids with a common stride spread well. */
const MULTIPLIER = 0x9e3779b1;

/**
 * The live orders of an engine by id, and the nodes that they are made of. The orders of a bucket are chained through
 * Order.nextInBucket, so that nothing is allocated for an entry and a look-up touches little but the order itself. Which
 * order stands where is never visible (M11).
 */
export class OrderIndex {
  /** At least twice as many as orders. */
  #buckets = new Array<Order | null>(BUCKETS_MIN).fill(null);
  #shift = 28;
  #size = 0;
  /** A chain through Order.next. */
  #spare: Order | null = null;
  #spares = 0;

  get size(): number {
    return this.#size;
  }

  get(orderId: number): Order | null {
    let order = this.#buckets[this.#bucketOf(orderId)] as Order | null;
    while (order !== null && order.orderId !== orderId) order = order.nextInBucket;
    return order;
  }

  /** A node for a new order, which the caller fills in. It is live from now on. Null when the id is in use. */
  create(book: Book, orderId: number): Order | null {
    const bucket = this.#bucketOf(orderId);
    const first = this.#buckets[bucket] as Order | null;
    for (let order = first; order !== null; order = order.nextInBucket) if (order.orderId === orderId) return null;
    const order = this.#take();
    order.orderId = orderId;
    order.book = book;
    order.nextInBucket = first;
    this.#buckets[bucket] = order;
    if (++this.#size * 2 > this.#buckets.length) this.#grow();
    return order;
  }

  /** Ends an order that no longer rests anywhere. */
  release(order: Order): void {
    this.#remove(order);
    if (this.#spares === SPARE_MAX) return;
    order.book = null;
    order.next = this.#spare;
    this.#spare = order;
    this.#spares++;
  }

  #take(): Order {
    const order = this.#spare;
    if (order === null) return new Order();
    this.#spare = order.next;
    this.#spares--;
    order.next = null;
    return order;
  }

  #remove(order: Order): void {
    const bucket = this.#bucketOf(order.orderId);
    let before = this.#buckets[bucket] as Order;
    this.#size--;
    if (before === order) {
      this.#buckets[bucket] = order.nextInBucket;
      return;
    }
    while (before.nextInBucket !== order) before = before.nextInBucket as Order;
    before.nextInBucket = order.nextInBucket;
  }

  /** Blocks of 1,024 ids stay together, so that ids given one after the other share cache lines; the blocks are scattered. */
  #bucketOf(orderId: number): number {
    const low = (orderId | 0) ^ Math.imul((orderId / 4294967296) | 0, 0x85ebca6b);
    const block = Math.imul(low >>> 10, MULTIPLIER) >>> this.#shift;
    return (block + low) & (this.#buckets.length - 1);
  }

  #grow(): void {
    const old = this.#buckets;
    this.#buckets = new Array<Order | null>(old.length * 2).fill(null);
    this.#shift--;
    for (const first of old) {
      for (let order = first, next: Order | null; order !== null; order = next) {
        next = order.nextInBucket;
        const bucket = this.#bucketOf(order.orderId);
        order.nextInBucket = this.#buckets[bucket]!;
        this.#buckets[bucket] = order;
      }
    }
  }
}
