/** When the time of what is over, by what it is of. Part of the venue's state. Microseconds since 1970. */
export class Deadlines<K extends string | number> {
  readonly #deadlines = new Map<K, number>();
  /** No deadline is before this one; there may be none at it any more. */
  #next = Infinity;

  /** When to look for what is due; Infinity when there is nothing. */
  get next(): number {
    return this.#next;
  }

  get size(): number {
    return this.#deadlines.size;
  }

  get(key: K): number | undefined {
    return this.#deadlines.get(key);
  }

  set(key: K, deadline: number): void {
    this.#deadlines.set(key, deadline);
    this.#next = Math.min(this.#next, deadline);
  }

  clear(key: K): void {
    this.#deadlines.delete(key);
  }

  /** Whose time is over, in the order of their deadlines, then of their keys. */
  due(nowUs: number): K[] {
    if (nowUs < this.#next) return [];
    const due = this.entries().filter(([, deadline]) => deadline <= nowUs);
    if (due.length === 0) this.#next = this.#earliest();
    return due.map(([key]) => key);
  }

  #earliest(): number {
    let earliest = Infinity;
    for (const deadline of this.#deadlines.values()) if (deadline < earliest) earliest = deadline;
    return earliest;
  }

  entries(): (readonly [key: K, deadline: number])[] {
    return [...this.#deadlines].sort(([a, first], [b, second]) => first - second || (a < b ? -1 : 1));
  }
}
