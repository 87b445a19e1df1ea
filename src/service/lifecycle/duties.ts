import type { Ends } from './ends.ts';

/**
 * What only the process does that owns the venue: it takes commands, writes webhooks, sees to what is due. Begun in the
 * order in which they were added, when the process comes to own it; a process alone does so at its start.
 */
export class Duties {
  /** Those of one step go on beside each other. */
  readonly #first: (() => unknown)[][] = [];
  readonly #served: (() => void)[] = [];
  readonly #later: (() => unknown)[] = [];

  /** Done before the first call is answered: once more at the next takeover where the lease was lost before that. */
  add(begin: () => unknown): void {
    this.#first.push([begin]);
  }

  /** The same, beside the one that was added before: while one waits for the database, the other asks it. */
  addBeside(begin: () => unknown): void {
    const step = this.#first.at(-1);
    if (step === undefined) throw new Error('no duty was added before');
    step.push(begin);
  }

  /** Done as soon as calls are answered. */
  addServed(begin: () => void): void {
    this.#served.push(begin);
  }

  /**
   * Done once calls are answered, and no call waits for it. `begin` adds its end to what it is given, whose place in
   * the order is that of this call.
   */
  addLater(ends: Ends, begin: (ends: Ends) => unknown): void {
    const place = ends.place();
    this.#later.push(() => begin(place));
  }

  /** One step after the other; rejects with what the first duty that fails throws. */
  async begin(): Promise<void> {
    for (const step of this.#first) await Promise.all(step.map((duty) => duty()));
  }

  served(): void {
    for (const duty of this.#served) duty();
  }

  /** The rest. */
  async beginRest(): Promise<void> {
    for (const duty of this.#later.splice(0)) await duty();
  }
}
