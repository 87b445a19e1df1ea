/** Sliced commands wait while a follower has more pending events than this (M17), unless it names another number. */
const LAG_MAX = 5000;
/** A follower without progress for this many milliseconds no longer delays commands. */
const STALLED_MS = 1000;

/**
 * Consumers of events that need more time than publication takes, such as a client's webhooks. Sliced commands are
 * resumed only as fast as these can follow.
 */
export class Followers {
  readonly #excesses: (() => number)[] = [];
  #least = Infinity;
  #progressedAtMs = 0;

  /** @param pending returns the number of unfinished events */
  add(pending: () => number, lagMax = LAG_MAX): void {
    this.#excesses.push(() => pending() - lagMax);
  }

  /** @param nowMs from a monotonic clock */
  areLagging(nowMs: number): boolean {
    const most = Math.max(0, ...this.#excesses.map((excess) => excess()));
    if (most === 0) {
      this.#least = Infinity;
      return false;
    }
    if (most < this.#least) {
      this.#least = most;
      this.#progressedAtMs = nowMs;
    }
    return nowMs - this.#progressedAtMs < STALLED_MS;
  }
}
