import { type FSWatcher, watch } from 'node:fs';

/** What was seen of snapshots in a while. */
export interface Seen {
  /** Snapshots that were finished. */
  readonly finished: number;
  /** Seconds during which one was being written. */
  readonly seconds: number;
}

/** Watches the folder of a venue for snapshots: a temporary file while one is written, which is then renamed. */
export class SnapshotWatch {
  readonly #watcher: FSWatcher;
  #since: number | null = null;
  #finished = 0;
  #milliseconds = 0;

  constructor(folder: string) {
    this.#watcher = watch(folder, (_event, name) => this.#take(name ?? ''));
  }

  /** What was seen since the last call, with the part so far of a snapshot that is under way. */
  take(): Seen {
    const now = performance.now();
    if (this.#since !== null) {
      this.#milliseconds += now - this.#since;
      this.#since = now;
    }
    const seen = { finished: this.#finished, seconds: this.#milliseconds / 1000 };
    this.#finished = 0;
    this.#milliseconds = 0;
    return seen;
  }

  close(): void {
    this.#watcher.close();
  }

  #take(name: string): void {
    if (/^snapshot-\d+\.jsonl\.tmp$/.test(name)) this.#since ??= performance.now();
    else if (/^snapshot-\d+\.jsonl$/.test(name) && this.#since !== null) {
      this.#milliseconds += performance.now() - this.#since;
      this.#since = null;
      this.#finished++;
    }
  }
}
