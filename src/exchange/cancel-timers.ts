/**
 * When the orders of which clients are cancelled, unless they say otherwise before (V48). Part of the venue's state.
 * Microseconds since 1970.
 */
export class CancelTimers {
  readonly #deadlines = new Map<string, number>();
  /** No deadline is before this one; there may be none at it any more. */
  #next = Infinity;

  /** When to look for what is due; Infinity when there is nothing. */
  get next(): number {
    return this.#next;
  }

  set(clientId: string, deadline: number): void {
    this.#deadlines.set(clientId, deadline);
    this.#next = Math.min(this.#next, deadline);
  }

  clear(clientId: string): void {
    this.#deadlines.delete(clientId);
  }

  /** The clients whose time is over, in the order of their deadlines, then of their ids. */
  due(nowUs: number): string[] {
    if (nowUs < this.#next) return [];
    const due = this.entries().filter(([, deadline]) => deadline <= nowUs);
    if (due.length === 0) this.#next = Math.min(...this.#deadlines.values(), Infinity);
    return due.map(([clientId]) => clientId);
  }

  entries(): (readonly [clientId: string, deadline: number])[] {
    return [...this.#deadlines].sort(([a, first], [b, second]) => first - second || (a < b ? -1 : 1));
  }
}
