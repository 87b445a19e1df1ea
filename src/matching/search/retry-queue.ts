import type { ContingentNode, Ref } from '../store/index.ts';

/**
 * The contingent orders that wait to be retried as initiators (M7), oldest first: a binary heap without duplicates. It
 * holds their places in the contingent index, which say when an order has left the book or is another one by now.
 */
export class RetryQueue {
  #heap: ContingentNode[] = [];

  push(node: ContingentNode): void {
    if (node.queued) return;
    node.queued = true;
    const heap = this.#heap;
    let hole = heap.length;
    heap.push(node);
    while (hole > 0) {
      const parent = (hole - 1) >>> 1;
      if (heap[parent]!.time < node.time) break;
      heap[hole] = heap[parent]!;
      hole = parent;
    }
    heap[hole] = node;
  }

  /** The oldest order that still rests; 0 when none is left. */
  peek(): Ref {
    for (let oldest = this.#heap[0]; oldest !== undefined; oldest = this.#heap[0]) {
      if (oldest.rests) return oldest.order;
      this.drop();
    }
    return 0;
  }

  /** Takes out the order that `peek` gave. */
  drop(): void {
    const heap = this.#heap;
    heap[0]!.queued = false;
    const moved = heap.pop() as ContingentNode;
    if (heap.length === 0) return;
    let hole = 0;
    for (let child = 1; child < heap.length; child = hole * 2 + 1) {
      if (child + 1 < heap.length && heap[child + 1]!.time < heap[child]!.time) child++;
      if (moved.time < heap[child]!.time) break;
      heap[hole] = heap[child]!;
      hole = child;
    }
    heap[hole] = moved;
  }

  /** How many wait, some of which may have left the book. */
  get size(): number {
    return this.#heap.length;
  }

  /** Those that still rest, oldest first. */
  toArray(): Ref[] {
    const resting = this.#heap.filter(({ rests }) => rests).sort((a, b) => a.time - b.time);
    return resting.map(({ order }) => order);
  }

  /** Takes out all orders that are not to be kept. */
  filter(keep: (order: Ref) => boolean): void {
    const nodes = this.#heap;
    this.#heap = [];
    for (const node of nodes) {
      node.queued = false;
      if (node.rests && keep(node.order)) this.push(node);
    }
  }
}
