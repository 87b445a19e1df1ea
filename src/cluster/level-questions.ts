/** Questions for a level copy: one look at the journal answers all that were asked before it began (J22). */
export class LevelQuestions {
  /** How many were asked, and how many of them a look took. */
  #asked = 0;
  #taken = 0;
  /** Resolved by the next look that begins, once it succeeds. */
  #next = Promise.withResolvers<void>();

  /** Resolves when a look that begins after this call has succeeded. */
  ask(): Promise<void> {
    this.#asked++;
    return this.#next.promise;
  }

  /**
   * A look begins. When it succeeds it calls the returned function once, which returns the resolver of its questions;
   * undefined: nobody asked.
   */
  begin(): () => (() => void) | undefined {
    const { resolve } = this.#next;
    const asked = this.#asked;
    this.#next = Promise.withResolvers<void>();
    // Where this look fails a later one may succeed.
    void this.#next.promise.then(resolve);
    return () => {
      if (asked <= this.#taken) return undefined;
      this.#taken = asked;
      return resolve;
    };
  }

  /** No look is needed any more. */
  resolveAll(): void {
    this.#next.resolve();
  }
}
