import type { Timers } from '../shared/index.ts';

/** How many messages may be sent: `atOnce` after a quiet time, `perSecond` on average. */
export class Pace {
  readonly #timers: Timers;
  readonly #perSecond: number;
  readonly #atOnce: number;
  #tokens: number;
  #countedMs: number;

  constructor(timers: Timers, { perSecond, atOnce }: { readonly perSecond: number; readonly atOnce: number }) {
    this.#timers = timers;
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#tokens = atOnce;
    this.#countedMs = timers.now();
  }

  /** On a new connection. */
  restart(): void {
    this.#tokens = this.#atOnce;
    this.#countedMs = this.#timers.now();
  }

  /** Nothing more for so long. */
  pause(ms: number): void {
    this.#tokens = 0;
    this.#countedMs = this.#timers.now() + ms;
  }

  /** Whether one more may be sent now, which then counts. */
  take(): boolean {
    const now = this.#timers.now();
    if (now > this.#countedMs) {
      this.#tokens = Math.min(this.#atOnce, this.#tokens + ((now - this.#countedMs) * this.#perSecond) / 1000);
      this.#countedMs = now;
    }
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Until the next may be sent, at least 1 millisecond. */
  get waitMs(): number {
    const untilMs = this.#countedMs - this.#timers.now() + ((1 - this.#tokens) * 1000) / this.#perSecond;
    return Math.max(1, Math.ceil(untilMs));
  }
}
