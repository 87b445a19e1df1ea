import { hashOfNumber, hashWith, spread } from './hashing.ts';

/** A power of two. */
const PARTS = 512;
/** Of a long key, only its end is hashed. */
const HASHED_CHARACTERS_MAX = 24;

/**
 * A Map that may hold millions of entries and still never makes anybody wait: a Map is rebuilt whenever it has
 * doubled, which takes a tenth of a second for half a million entries. This one is made of many small ones, each of
 * which grows for itself, and at another time than the others. The order of its values means nothing, but is the same
 * each time (M11).
 */
export class ShardedMap<K extends number | string, V> {
  readonly #parts = new Array<Map<K, V> | null>(PARTS).fill(null);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    return this.#parts[partOf(key)]?.get(key);
  }

  set(key: K, value: V): void {
    const index = partOf(key);
    let part = this.#parts[index] as Map<K, V> | null;
    if (part === null) {
      part = new Map();
      this.#parts[index] = part;
    }
    const before = part.size;
    part.set(key, value);
    this.#size += part.size - before;
  }

  delete(key: K): boolean {
    const deleted = this.#parts[partOf(key)]?.delete(key) === true;
    if (deleted) this.#size--;
    return deleted;
  }

  *values(): Generator<V, void, undefined> {
    for (const part of this.#parts) if (part !== null) yield* part.values();
  }
}

function partOf(key: number | string): number {
  const hash = typeof key === 'number' ? hashOfNumber(key) : hashOf(key);
  return (spread(hash) >>> 16) & (PARTS - 1);
}

function hashOf(key: string): number {
  let hash = key.length;
  for (let i = Math.max(0, key.length - HASHED_CHARACTERS_MAX); i < key.length; i++) {
    hash = hashWith(hash, key.charCodeAt(i));
  }
  return hash;
}
