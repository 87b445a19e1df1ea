import { MINUTE_US } from '../../time/units.ts';

/** Notices of a minute, of all operators together: each goes to all clients. */
const PER_MINUTE_MAX = 20;

/** Limits the notices of a minute. A restart resets it. */
export class NoticePace {
  /** The times of the newest notices, oldest first. */
  readonly #sentUs: number[] = [];

  /** Counts one notice; false when no more may be sent now. */
  take(nowUs: number): boolean {
    while (this.#sentUs[0] !== undefined && this.#sentUs[0] <= nowUs - MINUTE_US) this.#sentUs.shift();
    if (this.#sentUs.length >= PER_MINUTE_MAX) return false;
    this.#sentUs.push(nowUs);
    return true;
  }
}
