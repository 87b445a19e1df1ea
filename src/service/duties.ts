import type { Ends } from './ends.ts';

/**
 * What only the process does that owns the venue: it takes commands, writes webhooks, sees to what is due. Begun in the
 * order in which they were added, when the process comes to own it; a process alone does so at its start.
 */
export class Duties {
  readonly #first: (() => unknown)[] = [];
  readonly #later: (() => unknown)[] = [];

  /**
   * Done before the first call is answered. `begin` adds its end to what it is given, whose place in the order is that
   * of this call.
   */
  add(ends: Ends, begin: (ends: Ends) => unknown): void {
    const place = ends.place();
    this.#first.push(() => begin(place));
  }

  /** The same for what no call waits for. */
  addLater(ends: Ends, begin: (ends: Ends) => unknown): void {
    const place = ends.place();
    this.#later.push(() => begin(place));
  }

  /** One after the other; rejects with what the first of them that fails throws. */
  async begin(): Promise<void> {
    for (const duty of take(this.#first)) await duty();
  }

  /** The rest, once calls are answered. */
  async beginRest(): Promise<void> {
    for (const duty of take(this.#later)) await duty();
  }
}

function take(duties: (() => unknown)[]): (() => unknown)[] {
  return duties.splice(0);
}
