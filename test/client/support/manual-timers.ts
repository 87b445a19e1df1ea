import type { Timers } from '../../../src/client/shared/timers.ts';

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** When it begins, milliseconds since 1970. */
export const START_MS = 1_795_000_000_000;

/** Time of the client library that moves only on demand. */
export class ManualTimers implements Timers {
  #nowMs = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#nowMs;
  }

  dateMs(): number {
    return START_MS + this.#nowMs;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + ms, order: this.#order++, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get waiting(): number {
    return this.#timers.size;
  }

  /** Goes on by `ms`; timers that are due run in their order, also those that are set meanwhile. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) this.#fire(next);
    this.#nowMs = untilMs;
  }

  /** Goes on to the next timer and runs it; false without one. */
  step(): boolean {
    const next = this.#next(Number.POSITIVE_INFINITY);
    if (next !== undefined) this.#fire(next);
    return next !== undefined;
  }

  #fire(timer: Timer): void {
    this.#timers.delete(timer);
    this.#nowMs = Math.max(this.#nowMs, timer.atMs);
    timer.run();
  }

  #next(untilMs: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.atMs > untilMs) continue;
      if (first === undefined || timer.atMs < first.atMs || (timer.atMs === first.atMs && timer.order < first.order)) {
        first = timer;
      }
    }
    return first;
  }
}
