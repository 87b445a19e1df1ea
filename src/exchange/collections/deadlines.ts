import type { Microseconds } from '../../time/units.ts';
import { SortedKeys } from './sorted-keys.ts';

type Entry<K> = readonly [key: K, deadline: Microseconds];

/** Deadlines by key, in microseconds since 1970. Part of the venue's state. */
export class Deadlines<K extends string | number> {
  readonly #deadlines = new Map<K, number>();
  readonly #sorted = new SortedKeys<Entry<K>>(byDeadline);

  /** The earliest deadline; Infinity if empty. */
  get next(): number {
    return this.#sorted.first?.[1] ?? Infinity;
  }

  get size(): number {
    return this.#deadlines.size;
  }

  get(key: K): number | undefined {
    return this.#deadlines.get(key);
  }

  set(key: K, deadline: Microseconds): void {
    this.clear(key);
    this.#deadlines.set(key, deadline);
    this.#sorted.add([key, deadline]);
  }

  clear(key: K): void {
    const deadline = this.#deadlines.get(key);
    if (deadline === undefined) return;
    this.#deadlines.delete(key);
    this.#sorted.delete([key, deadline]);
  }

  /** At most `limit` of those whose time is over, in the order of their deadlines, then of their keys. */
  due(nowUs: Microseconds, limit: number): K[] {
    const due: K[] = [];
    for (const [key, deadline] of this.#sorted.from(undefined)) {
      if (deadline > nowUs || due.length >= limit) break;
      due.push(key);
    }
    return due;
  }

  /** In the same order. */
  entries(): Entry<K>[] {
    return [...this.#sorted.from(undefined)];
  }
}

function byDeadline<K extends string | number>([a, first]: Entry<K>, [b, second]: Entry<K>): number {
  return first - second || (a < b ? -1 : Number(a > b));
}
