import type { Book } from './book.ts';
import { Order } from './order.ts';

/** Order nodes that wait for their next use; more are left to the garbage collector. */
const SPARE_MAX = 65_536;
/** The table grows by a segment at a time, of so many buckets. */
const SEGMENT_BITS = 10;
const SEGMENT = 1 << SEGMENT_BITS;
const IN_SEGMENT = SEGMENT - 1;
const BUCKETS_PER_ORDER = 3;
/** Fibonacci hashing: 2^32 divided by the golden ratio, so that ids with a common stride spread well. */
const MULTIPLIER = 0x9e3779b1;

/**
 * The live orders of an engine by id, and the nodes that they are made of. The orders of a bucket are chained through
 * Order.nextInBucket, so that nothing is allocated for an entry and a look-up touches little but the order itself. Which
 * order stands where is never visible (M11).
 *
 * The table grows with the orders, a bucket at a time (linear hashing): no order waits until a whole table is made anew.
 */
export class OrderIndex {
  readonly #segments = [emptySegment()];
  /** How many there are in use. */
  #buckets = SEGMENT;
  /** One less than a power of two: the bits of a hash that count, or one bit less where that bucket is not there yet. */
  #mask = 2 * SEGMENT - 1;
  #size = 0;
  /** A chain through Order.next. */
  #spare: Order | null = null;
  #spares = 0;

  get size(): number {
    return this.#size;
  }

  get(orderId: number): Order | null {
    const bucket = this.#bucketOf(orderId);
    let order = this.#segmentOf(bucket)[bucket & IN_SEGMENT] as Order | null;
    while (order !== null && order.orderId !== orderId) order = order.nextInBucket;
    return order;
  }

  /** A node for a new order, which the caller fills in; `get` does not find it yet. Null when the id is in use. */
  create(book: Book, orderId: number): Order | null {
    if (this.get(orderId) !== null) return null;
    const order = this.#take();
    order.orderId = orderId;
    order.book = book;
    return order;
  }

  /** From now on the order is found by its id. Does nothing when it is already: most orders that trade at once never are. */
  keep(order: Order): void {
    if (order.bucket >= 0) return;
    const bucket = this.#bucketOf(order.orderId);
    const segment = this.#segmentOf(bucket);
    order.bucket = bucket;
    order.nextInBucket = segment[bucket & IN_SEGMENT] as Order | null;
    segment[bucket & IN_SEGMENT] = order;
    this.#size++;
    while (this.#size * BUCKETS_PER_ORDER > this.#buckets) this.#split();
  }

  /** Ends an order that no longer rests anywhere. */
  release(order: Order): void {
    if (order.bucket >= 0) this.#remove(order);
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
    const bucket = order.bucket;
    const segment = this.#segmentOf(bucket);
    order.bucket = -1;
    this.#size--;
    let before = segment[bucket & IN_SEGMENT] as Order;
    if (before === order) {
      segment[bucket & IN_SEGMENT] = order.nextInBucket;
      return;
    }
    while (before.nextInBucket !== order) before = before.nextInBucket as Order;
    before.nextInBucket = order.nextInBucket;
  }

  #segmentOf(bucket: number): (Order | null)[] {
    return this.#segments[bucket >>> SEGMENT_BITS] as (Order | null)[];
  }

  /** Blocks of 1,024 ids stay together, so that ids given one after the other share cache lines; the blocks are scattered. */
  #bucketOf(orderId: number): number {
    let low = orderId | 0;
    if (orderId > 0x7fffffff) low ^= Math.imul((orderId / 4294967296) | 0, 0x85ebca6b);
    const block = Math.imul(low >>> 10, MULTIPLIER);
    const bucket = ((block ^ (block >>> 16)) + low) & this.#mask;
    // One bit less where the bucket is not in use yet, without a branch, which nobody could predict.
    return bucket & (this.#mask >>> ((this.#buckets + ~bucket) >>> 31));
  }

  /** Takes one more bucket into use, and moves the orders there that stood in another one for want of it. */
  #split(): void {
    const added = this.#buckets++;
    const from = added & (this.#mask >>> 1);
    if ((added & IN_SEGMENT) === 0) this.#segments.push(emptySegment());
    if (this.#buckets > this.#mask) this.#mask = 2 * this.#mask + 1;
    let order = this.#segmentOf(from)[from & IN_SEGMENT] as Order | null;
    let stays: Order | null = null;
    let moves: Order | null = null;
    while (order !== null) {
      const next: Order | null = order.nextInBucket;
      order.bucket = this.#bucketOf(order.orderId);
      if (order.bucket === from) {
        order.nextInBucket = stays;
        stays = order;
      } else {
        order.nextInBucket = moves;
        moves = order;
      }
      order = next;
    }
    this.#segmentOf(from)[from & IN_SEGMENT] = stays;
    this.#segmentOf(added)[added & IN_SEGMENT] = moves;
  }
}

function emptySegment(): (Order | null)[] {
  return new Array<Order | null>(SEGMENT).fill(null);
}
