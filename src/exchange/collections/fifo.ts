/** Room for fewer items than this is not given back. */
const TAKEN_MIN = 1024;

/**
 * First in, first out. Taking an item moves no other one; the room of taken items is freed now and then.
 */
export class Fifo<T> {
  #items: T[];
  #taken = 0;

  /** @param items those it begins with, the oldest first */
  constructor(...items: T[]) {
    this.#items = items;
  }

  get size(): number {
    return this.#items.length - this.#taken;
  }

  /** The oldest item; undefined if absent. */
  get first(): T | undefined {
    return this.#items[this.#taken];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Puts an item before all others. */
  unshift(item: T): void {
    if (this.#taken > 0) this.#items[--this.#taken] = item;
    else this.#items.unshift(item);
  }

  /** Takes the oldest item; undefined if absent. */
  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#taken];
    // Else it stays in memory until its room is given back. Numbers stay, so that an array of numbers stays one.
    if (typeof item === 'object') this.#items[this.#taken] = undefined as T;
    this.#taken++;
    if (this.#taken > TAKEN_MIN && this.#taken * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }

  /** Of the items that are below `bound`, the newest `count`, oldest first. For items that only ever grow. */
  newestBelow<N extends number>(this: Fifo<N>, bound: N, count: number): N[] {
    const end = placeOf(this.#items, itself, bound, this.#taken);
    return this.#items.slice(Math.max(this.#taken, end - count), end);
  }

  /** Oldest first. */
  toArray(): T[] {
    return this.#items.slice(this.#taken);
  }
}

/**
 * The index of the first item whose key is not below `bound`; after the last item if there is no such item.
 * @param items sorted by their keys, those before `from` left out
 */
function placeOf<T>(items: readonly T[], keyOf: (item: T) => number, bound: number, from = 0): number {
  let [low, high] = [from, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(items[middle] as T) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function itself(item: number): number {
  return item;
}
