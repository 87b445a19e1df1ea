import { createRequire } from 'node:module';

// A CommonJS package whose default export loaders disagree about.
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof import('sorted-btree');

/** The order of texts that depends on nothing else: by their UTF-16 units. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Keys in their order, which is found in O(log n), however many there are. */
export class SortedKeys<K> {
  readonly #keys;

  constructor(compare: (a: K, b: K) => number) {
    this.#keys = new BTree<K, undefined>(undefined, compare);
  }

  get first(): K | undefined {
    return this.#keys.minKey();
  }

  get last(): K | undefined {
    return this.#keys.maxKey();
  }

  get size(): number {
    return this.#keys.size;
  }

  has(key: K): boolean {
    return this.#keys.has(key);
  }

  add(key: K): void {
    this.#keys.set(key, undefined);
  }

  /** True if it was there. */
  delete(key: K): boolean {
    return this.#keys.delete(key);
  }

  clear(): void {
    this.#keys.clear();
  }

  /** At most `count` of the keys below this one, the highest first. */
  below(key: K, count: number): K[] {
    const found: K[] = [];
    for (let next = this.#keys.nextLowerKey(key); next !== undefined && found.length < count; ) {
      found.push(next);
      next = this.#keys.nextLowerKey(next);
    }
    return found;
  }

  /** The first key from this one on, it included. */
  firstFrom(key: K): K | undefined {
    return this.#keys.getPairOrNextHigher(key)?.[0];
  }

  /** All keys from this one on, it included. They must not change meanwhile. */
  from(key: K | undefined): IterableIterator<K> {
    return this.#keys.keys(key);
  }
}

/**
 * A map in the order of its keys. A Map would take long for a key that comes and goes among many others: its buckets
 * keep what was deleted until the whole table is full.
 */
export class SortedMap<K, V> {
  readonly #tree;

  constructor(compare: (a: K, b: K) => number) {
    this.#tree = new BTree<K, V>(undefined, compare);
  }

  get(key: K): V | undefined {
    return this.#tree.get(key);
  }

  set(key: K, value: V): void {
    this.#tree.set(key, value);
  }

  delete(key: K): void {
    this.#tree.delete(key);
  }

  /** Those of the keys above `after` and at most `upTo`. */
  between(after: K, upTo: K): V[] {
    return this.#tree.getRange(after, upTo, true).flatMap(([key, value]) => (key === after ? [] : [value]));
  }

  /** At most the first `count`. */
  values(count = Number.POSITIVE_INFINITY): V[] {
    if (count >= this.#tree.size) return this.#tree.valuesArray();
    const values: V[] = [];
    for (const value of this.#tree.values()) {
      if (values.length === count) break;
      values.push(value);
    }
    return values;
  }
}
