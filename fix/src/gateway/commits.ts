import type { Store } from '../store/index.ts';

/** What has to write its state before the transaction ends. */
export interface Dirty {
  save(): void;
}

interface CommitDeps {
  readonly store: Store;
  /** Called when the store cannot be written: then nothing more may be sent. */
  readonly onFailure: (error: unknown) => void;
  readonly onCommit: (seconds: number) => void;
  /** A clock that only rises, in milliseconds. */
  readonly now: () => number;
}

/** How long a transaction stays open for what the next turns bring. */
const GATHER_MS = 1;

/**
 * One transaction for all sessions: it ends with the first turn of the event loop that brings nothing new, or after
 * GATHER_MS. Bytes to peers and calls of the application wait for its end, so that a busy gateway has few transactions,
 * and few writes to each socket.
 */
export class Commits {
  readonly #deps: CommitDeps;
  readonly #dirty = new Set<Dirty>();
  #after: (() => void)[] = [];
  #isScheduled = false;
  /** Something came since the last turn. */
  #isFresh = false;
  #since = 0;
  #isClosed = false;

  constructor(deps: CommitDeps) {
    this.#deps = deps;
  }

  mark(dirty: Dirty): void {
    this.#dirty.add(dirty);
    this.#schedule();
  }

  /** Runs something after the present transaction. */
  after(run: () => void): void {
    this.#after.push(run);
    this.#schedule();
  }

  /** Ends the present transaction now. */
  flush(): void {
    this.#isScheduled = false;
    const after = this.#after;
    this.#after = [];
    const { store, onFailure, onCommit, now } = this.#deps;
    try {
      const start = now();
      for (const dirty of this.#dirty) dirty.save();
      this.#dirty.clear();
      store.commit();
      onCommit((now() - start) / 1000);
    } catch (error) {
      onFailure(error);
      return;
    }
    for (const run of after) run();
  }

  /** Ends the last transaction: what comes later is not stored. */
  close(): void {
    this.flush();
    this.#isScheduled = true;
    this.#isClosed = true;
  }

  #schedule(): void {
    this.#isFresh = true;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#since = this.#deps.now();
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    if (!this.#isScheduled || this.#isClosed) return;
    if (!this.#isFresh || this.#deps.now() - this.#since >= GATHER_MS) {
      this.flush();
      return;
    }
    this.#isFresh = false;
    setImmediate(() => this.#turn());
  }
}
