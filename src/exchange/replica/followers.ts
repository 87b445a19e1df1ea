/** More events than this in work keep sliced commands waiting (M17). */
const BEHIND_MAX = 5000;
/** Whoever makes no progress for so long keeps nobody waiting. */
const STALLED_MS = 1000;

/**
 * Who makes something of each event that takes longer than to publish it, such as the webhooks of a client. A command
 * that is done in slices is resumed only as fast as they can follow.
 */
export class Followers {
  readonly #pending: (() => number)[] = [];
  #least = Infinity;
  #progressedAtMs = 0;

  /** @param pending tells how many events are in work */
  add(pending: () => number): void {
    this.#pending.push(pending);
  }

  /** @param nowMs of a clock that never goes back */
  areBehind(nowMs: number): boolean {
    const most = Math.max(0, ...this.#pending.map((pending) => pending()));
    if (most <= BEHIND_MAX) {
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
