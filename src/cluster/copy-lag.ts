import type { Timers } from '../time/timers.ts';

/** A copy that lags for longer serves nobody. */
const LAG_MS_MAX = 5000;
/** Nor does one that reaches no leader for longer. */
const UNLINKED_MS_MAX = 10_000;

/** How far the copy of a node lags the journal. Times are of the timers' clock. */
export class CopyLag {
  readonly #timers: Pick<Timers, 'nowMs'>;
  /** How many groups of the journal the copy has. */
  readonly #copied: () => number;
  /** When the copy last had all commands of the journal. */
  #levelAtMs: number;
  /** When the node last ceased to be linked to a leader. */
  #unlinkedAtMs: number;
  /** Groups of the journal when it was last seen. */
  knownGroups = 0;

  constructor(timers: Pick<Timers, 'nowMs'>, copied: () => number) {
    this.#timers = timers;
    this.#copied = copied;
    this.#levelAtMs = timers.nowMs();
    this.#unlinkedAtMs = this.#levelAtMs;
  }

  get groups(): number {
    return Math.max(0, this.knownGroups - this.#copied());
  }

  /** For how long the copy has not been level. */
  get ms(): number {
    return Math.max(0, Math.round(this.#timers.nowMs() - this.#levelAtMs));
  }

  levelAt(ms: number): void {
    this.#levelAtMs = ms;
  }

  unlinked(): void {
    this.#unlinkedAtMs = this.#timers.nowMs();
  }

  /** Whether the copy is close enough to the journal for reads and streams (J22). */
  isClose(isLinked: boolean): boolean {
    const unlinkedMs = isLinked ? 0 : this.#timers.nowMs() - this.#unlinkedAtMs;
    return this.ms < LAG_MS_MAX && unlinkedMs < UNLINKED_MS_MAX;
  }
}
