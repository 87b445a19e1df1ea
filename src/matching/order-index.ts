import { Order, type OrderBook } from './order.ts';

/** Order nodes that wait for their next use; more are left to the garbage collector. */
const SPARE_MAX = 65_536;
/** The table is made of segments of so many buckets. */
const SEGMENT_BITS = 10;
const SEGMENT = 1 << SEGMENT_BITS;
const IN_SEGMENT = SEGMENT - 1;
const BUCKETS_PER_ORDER_MIN = 2;
/** Fibonacci hashing: 2^32 divided by the golden ratio, so that ids with a common stride spread well. */
const MULTIPLIER = 0x9e3779b1;

type Segment = (Order | null)[];

/**
 * The live orders of an engine by id, and the nodes that they are made of. The orders of a bucket are chained through
 * Order.nextInBucket, so that nothing is allocated for an entry and a look-up touches little but the order itself.
 * Which order stands where is never visible (M11).
 *
 * The number of buckets doubles with the orders, but no order waits for that: the new half of the table has no segments
 * at first. Each is made when it is first asked for, from the orders that stand in the old half for want of it.
 */
export class OrderIndex {
  #segments: (Segment | null)[] = [emptySegment()];
  /** One less than the number of buckets. */
  #mask = SEGMENT - 1;
  #size = 0;
  /** A chain through Order.next. */
  #spare: Order | null = null;
  #spares = 0;

  get size(): number {
    return this.#size;
  }

  get(orderId: number): Order | null {
    return this.#find(orderId, hashOf(orderId));
  }

  /** A node for a new order with these terms (Order.terms); `get` does not find it yet. Null when the id is in use. */
  create(orderId: number, rank: number, quantity: number, terms: number, disclosed: boolean): Order | null {
    const hash = hashOf(orderId);
    if (this.#find(orderId, hash) !== null) return null;
    const order = this.#take();
    order.orderId = orderId;
    order.hash = hash;
    order.rank = rank;
    order.quantity = quantity;
    order.remaining = quantity;
    order.terms = terms;
    order.disclosed = disclosed;
    order.owner = order.mode = 0;
    return order;
  }

  /**
   * From now on the order is found by its id. Does nothing when it is already: most orders that trade at once never
   * are.
   */
  keep(order: Order, book: OrderBook): void {
    if (order.book !== null) return;
    order.book = book;
    if (order.mode !== 0) book.guarded++;
    const bucket = order.hash & this.#mask;
    const segment = this.#segmentOf(bucket);
    order.nextInBucket = segment[bucket & IN_SEGMENT] as Order | null;
    segment[bucket & IN_SEGMENT] = order;
    if (++this.#size * BUCKETS_PER_ORDER_MIN > this.#mask) this.#double();
  }

  /** Ends an order that no longer rests anywhere. */
  release(order: Order): void {
    if (order.book !== null) this.#remove(order);
    if (this.#spares === SPARE_MAX) return;
    order.next = this.#spare;
    this.#spare = order;
    this.#spares++;
  }

  #find(orderId: number, hash: number): Order | null {
    const bucket = hash & this.#mask;
    let order = this.#segmentOf(bucket)[bucket & IN_SEGMENT] as Order | null;
    while (order !== null && order.orderId !== orderId) order = order.nextInBucket;
    return order;
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
    const bucket = order.hash & this.#mask;
    const segment = this.#segmentOf(bucket);
    if (order.mode !== 0) (order.book as OrderBook).guarded--;
    order.book = null;
    this.#size--;
    let before = segment[bucket & IN_SEGMENT] as Order;
    if (before === order) {
      segment[bucket & IN_SEGMENT] = order.nextInBucket;
      return;
    }
    while (before.nextInBucket !== order) before = before.nextInBucket as Order;
    before.nextInBucket = order.nextInBucket;
  }

  #segmentOf(bucket: number): Segment {
    return this.#segments[bucket >>> SEGMENT_BITS] ?? this.#split(bucket >>> SEGMENT_BITS);
  }

  #double(): void {
    this.#segments = [...this.#segments, ...new Array<null>(this.#segments.length).fill(null)];
    this.#mask = 2 * this.#mask + 1;
  }

  /** Makes a segment of the orders that stand for want of it in that of the number without the highest bit. */
  #split(index: number): Segment {
    const top = 0x80000000 >>> Math.clz32(index);
    const from = index ^ top;
    const old = this.#segments[from] ?? this.#split(from);
    const made = emptySegment();
    const bits = 2 * top - 1;
    for (let slot = 0; slot < SEGMENT; slot++) {
      let order = old[slot] as Order | null;
      let stays: Order | null = null;
      let moves: Order | null = null;
      while (order !== null) {
        const next: Order | null = order.nextInBucket;
        if (((order.hash >>> SEGMENT_BITS) & bits) === index) {
          order.nextInBucket = moves;
          moves = order;
        } else {
          order.nextInBucket = stays;
          stays = order;
        }
        order = next;
      }
      old[slot] = stays;
      made[slot] = moves;
    }
    this.#segments[index] = made;
    return made;
  }
}

/**
 * Blocks of 1,024 ids stay together, so that ids given one after the other share cache lines; the blocks are scattered.
 */
function hashOf(orderId: number): number {
  let low = orderId | 0;
  if (orderId > 0x7fffffff) low ^= Math.imul((orderId / 4294967296) | 0, 0x85ebca6b);
  const block = Math.imul(low >>> 10, MULTIPLIER);
  return ((block ^ (block >>> 16)) + low) | 0;
}

function emptySegment(): Segment {
  return new Array<Order | null>(SEGMENT).fill(null);
}
