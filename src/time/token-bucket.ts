/** At most `perSecond` on average, `burst` at once. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #filledMs: number;

  constructor(perSecond: number, burst: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledMs = nowMs;
  }

  /** Takes one token; false when the bucket is empty. */
  take(nowMs: number): boolean {
    this.#fill(nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes `count` tokens, below zero where there are too few; returns the milliseconds until it is at zero again. */
  borrow(nowMs: number, count: number): number {
    this.#fill(nowMs);
    this.#tokens -= count;
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens * 1000) / this.#perSecond);
  }

  /** Takes `count` tokens. The bucket may go below zero and stays empty until time has earned the difference. */
  spend(count: number): void {
    this.#tokens -= count;
  }

  /** Whole seconds until the next token, counted from the last call of take. */
  get secondsToWait(): number {
    return Math.max(0, Math.ceil((1 - this.#tokens) / this.#perSecond));
  }

  #fill(nowMs: number): void {
    const earned = ((nowMs - this.#filledMs) * this.#perSecond) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#filledMs = nowMs;
  }
}
