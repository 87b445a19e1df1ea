import { createRequire } from 'node:module';

// A CommonJS package whose default export loaders disagree about.
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof import('sorted-btree');

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

  /** All keys from this one on, it included. They must not change meanwhile. */
  from(key: K | undefined): IterableIterator<K> {
    return this.#keys.keys(key);
  }
}
