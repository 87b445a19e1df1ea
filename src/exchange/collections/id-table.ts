import { violated } from '../../invariant.ts';
import { hashOfNumber, spread } from './hashing.ts';

const PART_BITS = 8;
const PARTS = 2 ** PART_BITS;
const PLACE_BITS_MIN = 3;
const PLACES_MIN = 2 ** PLACE_BITS_MIN;

/**
 * Values by positive id, in open addressing. In many small parts, as in ShardedMap, each of which grows separately and
 * at another time than the others: nobody ever waits for a large one. Nothing is allocated for a value that comes and
 * goes, while a Map is rebuilt each time as many have gone as it holds.
 */
export class IdTable<V> {
  readonly #parts = new Array<Part<V> | null>(PARTS).fill(null);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): V | undefined {
    const hash = hashOf(id);
    return this.#parts[hash >>> (32 - PART_BITS)]?.get(id, hash);
  }

  /** An id that the table does not have. */
  add(id: number, value: V): void {
    const hash = hashOf(id);
    this.#partOf(hash).add(id, hash, value);
    this.#size++;
  }

  /** An id that the table has. */
  delete(id: number): void {
    const hash = hashOf(id);
    const part = this.#parts[hash >>> (32 - PART_BITS)] ?? violated('V9', `id ${id} is not in the table`);
    part.delete(id, hash);
    this.#size--;
  }

  #partOf(hash: number): Part<V> {
    const index = hash >>> (32 - PART_BITS);
    let part = this.#parts[index] as Part<V> | null;
    if (part === null) {
      part = new Part<V>();
      this.#parts[index] = part;
    }
    return part;
  }

  /** In no order that means anything; the same each time (M11). */
  *values(): Generator<V, void, undefined> {
    for (const part of this.#parts) if (part !== null) yield* part.values();
  }
}

/** At most half full; a value is at the place of its hash, or after it where that is taken. */
class Part<V> {
  /** By place: the id, 0 without one. */
  #ids = new Float64Array(PLACES_MIN);
  #values = new Array<V | null>(PLACES_MIN).fill(null);
  /** Leaves as many bits of a hash as number the places. */
  #shift = 32 - PLACE_BITS_MIN;
  #size = 0;

  get(id: number, hash: number): V | undefined {
    const ids = this.#ids;
    const mask = ids.length - 1;
    for (let place = this.#placeOf(hash); ids[place] !== 0; place = (place + 1) & mask) {
      if (ids[place] === id) return this.#values[place] as V;
    }
    return undefined;
  }

  add(id: number, hash: number, value: V): void {
    if (++this.#size * 2 > this.#ids.length) this.#grow();
    this.#put(id, hash, value);
  }

  delete(id: number, hash: number): void {
    const ids = this.#ids;
    const mask = ids.length - 1;
    let gap = this.#placeOf(hash);
    while (ids[gap] !== id) {
      if (ids[gap] === 0) violated('V9', `id ${id} is not in the table`);
      gap = (gap + 1) & mask;
    }
    // Later ones that it displaced, directly or not, move up.
    for (let place = (gap + 1) & mask; ids[place] !== 0; place = (place + 1) & mask) {
      const wanted = this.#placeOf(hashOf(ids[place]!));
      if (((place - wanted) & mask) < ((place - gap) & mask)) continue;
      ids[gap] = ids[place]!;
      this.#values[gap] = this.#values[place]!;
      gap = place;
    }
    ids[gap] = 0;
    this.#values[gap] = null;
    this.#size--;
  }

  *values(): Generator<V, void, undefined> {
    for (const value of this.#values) if (value !== null) yield value;
  }

  #put(id: number, hash: number, value: V): void {
    const ids = this.#ids;
    const mask = ids.length - 1;
    let place = this.#placeOf(hash);
    while (ids[place] !== 0) {
      if (ids[place] === id) violated('V8', `id ${id} is in the table`);
      place = (place + 1) & mask;
    }
    ids[place] = id;
    this.#values[place] = value;
  }

  /** From the bits after those that select the part. */
  #placeOf(hash: number): number {
    return (hash << PART_BITS) >>> this.#shift;
  }

  #grow(): void {
    const ids = this.#ids;
    const values = this.#values;
    this.#shift--;
    this.#ids = new Float64Array(2 * ids.length);
    this.#values = new Array<V | null>(2 * ids.length).fill(null);
    // By index: entries() allocates for each place.
    for (let place = 0; place < ids.length; place++) {
      const id = ids[place]!;
      if (id !== 0) this.#put(id, hashOf(id), values[place] as V);
    }
  }
}

function hashOf(id: number): number {
  return spread(hashOfNumber(id));
}
