import { type FSWatcher, watch } from 'node:fs';
import type { Span } from './windows.ts';

/** Watches the folder of a venue for snapshots: a temporary file while one is written, which is then renamed. */
export class SnapshotWatch {
  readonly #watcher: FSWatcher;
  #since: number | null = null;
  #spans: Span[] = [];

  constructor(folder: string) {
    this.#watcher = watch(folder, (_event, name) => this.#take(name ?? ''));
  }

  get isWriting(): boolean {
    return this.#since !== null;
  }

  /** When snapshots were being written, since the last call; without one that is not finished. */
  take(): Span[] {
    return this.#spans.splice(0);
  }

  close(): void {
    this.#watcher.close();
  }

  #take(name: string): void {
    if (/^snapshot-\d+\.jsonl\.tmp$/.test(name)) this.#since ??= performance.now();
    else if (/^snapshot-\d+\.jsonl$/.test(name) && this.#since !== null) {
      this.#spans.push([this.#since, performance.now()]);
      this.#since = null;
    }
  }
}
