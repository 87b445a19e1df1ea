/** Is called with the name of each part. An error of `opened` is a failure of the start. */
export interface PartWatch {
  opened(part: string): void;
  closed(part: string): void;
  failed(part: string, error: unknown): void;
}

/** Closes what was opened, the newest part first: each part adds its own shutdown where it is made. */
export class ShutdownStack implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack();
  readonly #watch: PartWatch;

  constructor(watch: PartWatch) {
    this.#watch = watch;
  }

  add(part: string, close: () => unknown): void {
    this.#stack.defer(async () => {
      try {
        await close();
      } catch (error) {
        this.#watch.failed(part, error);
        throw error;
      }
      this.#watch.closed(part);
    });
    this.#watch.opened(part);
  }

  /**
   * Reserves a position in the order: parts added to the returned stack close after the parts that are added to this
   * one from now on, however late they were made.
   */
  reserve(): ShutdownStack {
    return this.#stack.use(new ShutdownStack(this.#watch));
  }

  /** Closes all parts, one after the other; rejects with what failed. A second call does nothing. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}
