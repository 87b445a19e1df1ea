import type { Store } from '../store/index.ts';

/** What has to write its state before the transaction ends. */
export interface Dirty {
  save(): void;
}

interface CommitOptions {
  readonly store: Store;
  /** Called when the store cannot be written: then nothing more may be sent. */
  readonly onFailure: (error: unknown) => void;
  readonly onCommit: (seconds: number) => void;
}

/**
 * One transaction for each turn of the event loop, whatever number of sessions changed something in it. Bytes to peers
 * and calls of the application wait for its end.
 */
export class Commits {
  readonly #options: CommitOptions;
  readonly #dirty = new Set<Dirty>();
  #after: (() => void)[] = [];
  #isScheduled = false;

  constructor(options: CommitOptions) {
    this.#options = options;
  }

  mark(dirty: Dirty): void {
    this.#dirty.add(dirty);
    this.#schedule();
  }

  /** Runs something after the transaction of this turn. */
  after(run: () => void): void {
    this.#after.push(run);
    this.#schedule();
  }

  /** Ends the transaction of this turn now. */
  flush(): void {
    this.#isScheduled = false;
    const after = this.#after;
    this.#after = [];
    const { store, onFailure, onCommit } = this.#options;
    try {
      const start = performance.now();
      for (const dirty of this.#dirty) dirty.save();
      this.#dirty.clear();
      store.commit();
      onCommit((performance.now() - start) / 1000);
    } catch (error) {
      onFailure(error);
      return;
    }
    for (const run of after) run();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#isScheduled && this.flush());
  }
}
