import type { ContingentNode } from './contingent-index.ts';
import type { Order } from './order.ts';

/** The contingent orders that wait to be retried as hubs (M7), oldest first: a binary heap without duplicates. */
export class RetryQueue {
  readonly #heap: Order[] = [];

  /** The order must rest. */
  push(order: Order): void {
    const node = order.node as ContingentNode;
    if (node.queued) return;
    node.queued = true;
    const heap = this.#heap;
    let hole = heap.length;
    heap.push(order);
    while (hole > 0) {
      const parent = (hole - 1) >>> 1;
      if (heap[parent]!.time < order.time) break;
      heap[hole] = heap[parent]!;
      hole = parent;
    }
    heap[hole] = order;
  }

  /** The oldest order that still rests; null when none is left. */
  pop(): Order | null {
    for (;;) {
      const order = this.#popAny();
      if (order === null || order.level !== null) return order;
    }
  }

  #popAny(): Order | null {
    const heap = this.#heap;
    const oldest = heap[0];
    if (oldest === undefined) return null;
    if (oldest.node !== null) oldest.node.queued = false;
    const moved = heap.pop() as Order;
    if (heap.length === 0) return oldest;
    let hole = 0;
    for (let child = 1; child < heap.length; child = hole * 2 + 1) {
      if (child + 1 < heap.length && heap[child + 1]!.time < heap[child]!.time) child++;
      if (moved.time < heap[child]!.time) break;
      heap[hole] = heap[child]!;
      hole = child;
    }
    heap[hole] = moved;
    return oldest;
  }
}
