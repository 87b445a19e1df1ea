/** Notices of a minute, by whomever: each goes to everybody. */
const PER_MINUTE_MAX = 20;
const MINUTE_US = 60_000_000;

/** How many notices were sent of late. A restart forgets it. */
export class NoticePace {
  /** Of the newest, oldest first. */
  readonly #sentUs: number[] = [];

  /** Whether one more may be sent now, which is then counted. */
  take(nowUs: number): boolean {
    while (this.#sentUs[0] !== undefined && this.#sentUs[0] <= nowUs - MINUTE_US) this.#sentUs.shift();
    if (this.#sentUs.length >= PER_MINUTE_MAX) return false;
    this.#sentUs.push(nowUs);
    return true;
  }
}
