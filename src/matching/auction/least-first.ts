/** Keys by a number that changes, the least first. A change costs O(log n). */
export class LeastFirst<K> {
  /** A binary heap; entries that do not have the number of their key any more count for nothing. */
  readonly #heap: (readonly [number: number, key: K])[] = [];
  readonly #numbers = new Map<K, number>();

  set(key: K, number: number): void {
    if (this.#numbers.get(key) === number) return;
    this.#numbers.set(key, number);
    this.#push([number, key]);
  }

  delete(key: K): void {
    this.#numbers.delete(key);
  }

  /** The key with the least number, of all but some, which are few; undefined: without one. */
  leastWithout(others: readonly K[]): K | undefined {
    const aside: (readonly [number: number, key: K])[] = [];
    let found: K | undefined;
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      const [number, key] = top;
      const isCurrent = this.#numbers.get(key) === number;
      if (isCurrent && !others.includes(key)) {
        found = key;
        break;
      }
      this.#pop();
      if (isCurrent) aside.push(top);
    }
    for (const one of aside) this.#push(one);
    return found;
  }

  #push(entry: readonly [number: number, key: K]): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (heap[above]![0] <= entry[0]) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let next = 2 * at + 1;
      if (next >= heap.length) break;
      if (next + 1 < heap.length && heap[next + 1]![0] < heap[next]![0]) next++;
      if (heap[next]![0] >= last[0]) break;
      heap[at] = heap[next]!;
      at = next;
    }
    heap[at] = last;
  }
}
