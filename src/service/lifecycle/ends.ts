/** Told of each part by its name. What `opened` throws is a failure of the start. */
export interface PartWatch {
  opened(part: string): void;
  closed(part: string): void;
  failed(part: string, error: unknown): void;
}

/** The ends of what was opened: each part adds its own where it is made, and the newest part ends first. */
export class Ends implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack();
  readonly #watch: PartWatch;

  constructor(watch: PartWatch) {
    this.#watch = watch;
  }

  add(part: string, end: () => unknown): void {
    this.#stack.defer(async () => {
      try {
        await end();
      } catch (error) {
        this.#watch.failed(part, error);
        throw error;
      }
      this.#watch.closed(part);
    });
    this.#watch.opened(part);
  }

  /**
   * A place in the order: what is added to it ends after what is added to this one from now on, however late it was
   * made.
   */
  place(): Ends {
    return this.#stack.use(new Ends(this.#watch));
  }

  /**
   * Ends all parts, one after the other, whatever fails on the way. Rejects with what failed. Does nothing the second
   * time.
   */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}
