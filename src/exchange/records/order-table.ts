import { hashOfNumber, spread } from '../collections/index.ts';
import type { OrderRecord } from './order-record.ts';

const PART_BITS = 8;
const PARTS = 2 ** PART_BITS;
const PLACE_BITS_MIN = 3;
const PLACES_MIN = 2 ** PLACE_BITS_MIN;

/**
 * Orders by id, in open addressing. In many small parts, as in ShardedMap, each of which grows for itself and at
 * another time than the others: nobody ever waits for a large one. Nothing is allocated for an order that comes and
 * goes, while a Map is rebuilt each time as many have gone as it holds.
 */
export class OrderTable {
  readonly #parts = new Array<Part | null>(PARTS).fill(null);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(orderId: number): OrderRecord | undefined {
    const hash = hashOf(orderId);
    return this.#parts[hash >>> (32 - PART_BITS)]?.get(orderId, hash);
  }

  /** Of an order that is not in the table. */
  add(order: OrderRecord): void {
    const { orderId } = order;
    const hash = hashOf(orderId);
    this.#partOf(hash).add(orderId, hash, order);
    this.#size++;
  }

  /** Of an order that is in the table. */
  delete(orderId: number): void {
    const hash = hashOf(orderId);
    this.#parts[hash >>> (32 - PART_BITS)]?.delete(orderId, hash);
    this.#size--;
  }

  #partOf(hash: number): Part {
    const index = hash >>> (32 - PART_BITS);
    let part = this.#parts[index] as Part | null;
    if (part === null) {
      part = new Part();
      this.#parts[index] = part;
    }
    return part;
  }

  /** In no order that means anything; the same each time (M11). */
  *values(): Generator<OrderRecord, void, undefined> {
    for (const part of this.#parts) if (part !== null) yield* part.values();
  }
}

/** At most half full; an order stands at the place of its hash, or behind it where that is taken. */
class Part {
  /** By place: the id of an order, 0 where there is none. */
  #ids = new Float64Array(PLACES_MIN);
  #orders = new Array<OrderRecord | null>(PLACES_MIN).fill(null);
  /** Leaves as many bits of a hash as number the places. */
  #shift = 32 - PLACE_BITS_MIN;
  #size = 0;

  get(orderId: number, hash: number): OrderRecord | undefined {
    const ids = this.#ids;
    const mask = ids.length - 1;
    for (let place = this.#placeOf(hash); ids[place] !== 0; place = (place + 1) & mask) {
      if (ids[place] === orderId) return this.#orders[place] as OrderRecord;
    }
    return undefined;
  }

  add(orderId: number, hash: number, order: OrderRecord): void {
    if (++this.#size * 2 > this.#ids.length) this.#grow();
    this.#put(orderId, hash, order);
  }

  delete(orderId: number, hash: number): void {
    const ids = this.#ids;
    const mask = ids.length - 1;
    let gap = this.#placeOf(hash);
    while (ids[gap] !== orderId) {
      if (ids[gap] === 0) throw new RangeError(`order ${orderId} is not in the table`);
      gap = (gap + 1) & mask;
    }
    // Those behind it that stood further on because of it, directly or not, move up.
    for (let place = (gap + 1) & mask; ids[place] !== 0; place = (place + 1) & mask) {
      const wanted = this.#placeOf(hashOf(ids[place]!));
      if (((place - wanted) & mask) < ((place - gap) & mask)) continue;
      ids[gap] = ids[place]!;
      this.#orders[gap] = this.#orders[place]!;
      gap = place;
    }
    ids[gap] = 0;
    this.#orders[gap] = null;
    this.#size--;
  }

  *values(): Generator<OrderRecord, void, undefined> {
    for (const order of this.#orders) if (order !== null) yield order;
  }

  #put(orderId: number, hash: number, order: OrderRecord): void {
    const ids = this.#ids;
    const mask = ids.length - 1;
    let place = this.#placeOf(hash);
    while (ids[place] !== 0) place = (place + 1) & mask;
    ids[place] = orderId;
    this.#orders[place] = order;
  }

  /** From the bits behind those that tell the part. */
  #placeOf(hash: number): number {
    return (hash << PART_BITS) >>> this.#shift;
  }

  #grow(): void {
    const ids = this.#ids;
    const orders = this.#orders;
    this.#shift--;
    this.#ids = new Float64Array(2 * ids.length);
    this.#orders = new Array<OrderRecord | null>(2 * ids.length).fill(null);
    for (const [place, orderId] of ids.entries()) {
      if (orderId !== 0) this.#put(orderId, hashOf(orderId), orders[place] as OrderRecord);
    }
  }
}

function hashOf(orderId: number): number {
  return spread(hashOfNumber(orderId));
}
