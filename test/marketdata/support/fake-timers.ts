import type { Timers } from '../../../src/marketdata/timers.ts';

interface Interval {
  readonly intervalMs: number;
  readonly callback: () => void;
  dueMs: number;
}

/** Time stands still until a test moves it. Turns are real: they wait for nothing but the event loop. */
export class FakeTimers implements Timers {
  #nowMs = 1_000;
  readonly #intervals = new Set<Interval>();

  now(): number {
    return this.#nowMs;
  }

  every(intervalMs: number, callback: () => void): () => void {
    const interval = { intervalMs, callback, dueMs: this.#nowMs + intervalMs };
    this.#intervals.add(interval);
    return () => this.#intervals.delete(interval);
  }

  soon(callback: () => void): void {
    setImmediate(callback);
  }

  get intervalCount(): number {
    return this.#intervals.size;
  }

  advance(ms: number): void {
    const end = this.#nowMs + ms;
    while (this.#nowMs < end) {
      this.#nowMs = Math.min(end, ...[...this.#intervals].map((interval) => interval.dueMs));
      for (const interval of [...this.#intervals]) {
        if (interval.dueMs > this.#nowMs) continue;
        interval.dueMs += interval.intervalMs;
        interval.callback();
      }
    }
  }
}

/** One turn of the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
