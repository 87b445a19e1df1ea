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

  /** Takes one token; false when there is none. */
  take(nowMs: number): boolean {
    const earned = ((nowMs - this.#filledMs) * this.#perSecond) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#filledMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes so many, also where there are fewer: until they are earned there is none. */
  spend(count: number): void {
    this.#tokens -= count;
  }

  /** Until there is one, whole seconds, from the last time that one was taken or asked for. */
  get secondsToWait(): number {
    return Math.max(0, Math.ceil((1 - this.#tokens) / this.#perSecond));
  }
}
