import type { EventSeq } from '../../exchange/api/index.ts';
import type { Frame } from '../wire/index.ts';

/** Consecutive messages of one subscription. */
export interface Run {
  readonly frames: readonly Frame[];
  /** The seq of the last message, or of the one before the run. */
  readonly lastSeq: EventSeq;
  /** The event that the run ends with. */
  readonly upTo: EventSeq;
  /** How many items of the tape were read. */
  readonly items: number;
  /** How many items the tape had been given by then; null: it is whole, however many come. */
  readonly pushed: number | null;
}

/** Readers of different clients, and of one client at different places, take their turns between each other. */
const KEPT_MAX = 16;

/** The newest runs, each made once for all subscriptions that are sent it. */
export class SharedRuns {
  readonly #runs = new Map<string, Run>();

  /** @param pushed items that the tape has been given */
  get(key: string, pushed: number): Run | undefined {
    const run = this.#runs.get(key);
    return run?.pushed === null || run?.pushed === pushed ? run : undefined;
  }

  keep(key: string, run: Run): void {
    this.#runs.delete(key);
    if (this.#runs.size >= KEPT_MAX) this.#runs.delete(this.#runs.keys().next().value as string);
    this.#runs.set(key, run);
  }
}
