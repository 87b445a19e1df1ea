import { byTime } from './by-time.ts';
import type { Records, Ref } from './records.ts';

/**
 * Orders that wait to enter a book which is being opened (M13), oldest first: a binary heap, in which every order knows
 * its place. They come in any order, and are not in the book meanwhile.
 */
export class EntryQueue {
  readonly #records: Records;
  readonly #heap: Ref[] = [];

  constructor(records: Records) {
    this.#records = records;
  }

  /** The oldest order; 0 when none waits. */
  get first(): Ref {
    return this.#heap[0] ?? 0;
  }

  get size(): number {
    return this.#heap.length;
  }

  add(order: Ref): void {
    this.#heap.push(order);
    this.#rise(order, this.#heap.length - 1);
  }

  remove(order: Ref): void {
    const place = this.#records.place(order);
    const last = this.#heap.pop() as Ref;
    if (last !== order) this.#rise(last, this.#sink(last, place));
  }

  /** Oldest first. */
  toArray(): Ref[] {
    return byTime(this.#records, this.#heap);
  }

  /** Puts an order at this place, or above it where it is older than those there. */
  #rise(order: Ref, from: number): void {
    const time = this.#records.time(order);
    let place = from;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      const other = this.#heap[above]!;
      if (this.#records.time(other) <= time) break;
      this.#put(other, place);
      place = above;
    }
    this.#put(order, place);
  }

  /** Moves up what is older than the order. Returns the free place. */
  #sink(order: Ref, from: number): number {
    const heap = this.#heap;
    const records = this.#records;
    const time = records.time(order);
    let place = from;
    for (let below = 2 * place + 1; below < heap.length; below = 2 * place + 1) {
      if (below + 1 < heap.length && records.time(heap[below + 1]!) < records.time(heap[below]!)) below++;
      if (time <= records.time(heap[below]!)) break;
      this.#put(heap[below]!, place);
      place = below;
    }
    return place;
  }

  #put(order: Ref, place: number): void {
    this.#heap[place] = order;
    this.#records.setPlace(order, place);
  }
}
