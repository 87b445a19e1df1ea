import type { Ends } from './ends.ts';

/**
 * What only the process does that owns the venue: it takes commands, writes webhooks, sees to what is due. Begun in the
 * order in which they were added, when the process comes to own it; a process alone does so at its start.
 */
export class Duties {
  /** Those of one step go on beside each other. */
  readonly #first: (() => unknown)[][] = [];
  readonly #later: (() => unknown)[] = [];

  /**
   * Done before the first call is answered. `begin` adds its end to what it is given, whose place in the order is that
   * of this call.
   */
  add(ends: Ends, begin: (ends: Ends) => unknown): void {
    const place = ends.place();
    this.#first.push([() => begin(place)]);
  }

  /** The same, beside the one that was added before: while one waits for the database, the other asks it. */
  addBeside(ends: Ends, begin: (ends: Ends) => unknown): void {
    const place = ends.place();
    const step = this.#first.at(-1);
    if (step === undefined) throw new Error('no duty was added before');
    step.push(() => begin(place));
  }

  /** The same for what no call waits for. */
  addLater(ends: Ends, begin: (ends: Ends) => unknown): void {
    const place = ends.place();
    this.#later.push(() => begin(place));
  }

  /** One step after the other; rejects with what the first duty that fails throws. */
  async begin(): Promise<void> {
    for (const step of this.#first.splice(0)) await Promise.all(step.map((duty) => duty()));
  }

  /** The rest, once calls are answered. */
  async beginRest(): Promise<void> {
    for (const duty of this.#later.splice(0)) await duty();
  }
}
