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
    const earned = ((nowMs - this.#filledMs) * this.#perSecond) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#filledMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes `count` tokens. The bucket may go below zero and stays empty until time has earned the difference. */
  spend(count: number): void {
    this.#tokens -= count;
  }

  /** Whole seconds until the next token, counted from the last call of take. */
  get secondsToWait(): number {
    return Math.max(0, Math.ceil((1 - this.#tokens) / this.#perSecond));
  }
}
