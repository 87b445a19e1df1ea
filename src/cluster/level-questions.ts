/** Questions for a level copy: one read of the journal answers all that were asked before it began (J22). */
export class LevelQuestions {
  /** How many were asked, and how many of them a read took. */
  #asked = 0;
  #taken = 0;
  /** Resolved by the next read that begins, once it succeeds. */
  #next = Promise.withResolvers<void>();

  /** Resolves when a read that begins after this call has succeeded. */
  ask(): Promise<void> {
    this.#asked++;
    return this.#next.promise;
  }

  /**
   * A read begins. When it succeeds it calls the returned function once, which returns the resolver of its questions;
   * undefined: nobody asked.
   */
  begin(): () => (() => void) | undefined {
    const { resolve } = this.#next;
    const asked = this.#asked;
    this.#next = Promise.withResolvers<void>();
    // Where this read fails a later one may succeed.
    void this.#next.promise.then(resolve);
    return () => {
      if (asked <= this.#taken) return undefined;
      this.#taken = asked;
      return resolve;
    };
  }

  /** No read is needed any more. */
  resolveAll(): void {
    this.#next.resolve();
  }
}
