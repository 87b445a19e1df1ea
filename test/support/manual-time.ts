import type { Clock } from '../../src/time/clock.ts';
import type { Timers } from '../../src/time/timers.ts';

interface Waiting {
  at: number;
  readonly callback: () => void;
}

interface Interval extends Waiting {
  readonly intervalUs: number;
}

/** A clock that moves only on demand, and the timers that go with it. Turns of the event loop are real. */
export class ManualTime implements Clock, Timers {
  #nowUs: number;
  #waiting: Waiting[] = [];
  #intervals: Interval[] = [];

  /** Starts at an instant, for example '2026-11-20T15:00:00Z'. */
  constructor(start: string) {
    this.#nowUs = microsOf(start);
  }

  nowUs(): number {
    return this.#nowUs;
  }

  nowMs(): number {
    return this.#nowUs / 1000;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#nowUs + delayMs * 1000, callback };
    this.#waiting.push(timer);
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== timer);
    };
  }

  every(intervalMs: number, callback: () => void): () => void {
    const intervalUs = intervalMs * 1000;
    const interval = { at: this.#nowUs + intervalUs, intervalUs, callback };
    this.#intervals.push(interval);
    return () => {
      this.#intervals = this.#intervals.filter((one) => one !== interval);
    };
  }

  soon(callback: () => void): void {
    setImmediate(callback);
  }

  /** Calls that wait for their one time. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get intervals(): number {
    return this.#intervals.length;
  }

  /** When the earliest call that waits for its one time is due, in microseconds. */
  get next(): number | undefined {
    return this.#waiting.length === 0 ? undefined : Math.min(...this.#waiting.map(({ at }) => at));
  }

  /**
   * Moves to an instant: intervals run at each of their times on the way; single timers run late, at the end.
   */
  moveTo(instant: string | number): void {
    const endUs = typeof instant === 'number' ? instant : microsOf(instant);
    this.#runIntervals(endUs);
    this.#nowUs = endUs;
    const due = this.#waiting.filter(({ at }) => at <= endUs);
    this.#waiting = this.#waiting.filter(({ at }) => at > endUs);
    for (const { callback } of due) callback();
  }

  advanceMs(ms: number): void {
    this.moveTo(this.#nowUs + ms * 1000);
  }

  #runIntervals(endUs: number): void {
    for (;;) {
      const nextUs = Math.min(...this.#intervals.map(({ at }) => at));
      if (nextUs > endUs) return;
      this.#nowUs = nextUs;
      for (const interval of this.#intervals.filter(({ at }) => at === nextUs)) {
        interval.at += interval.intervalUs;
        interval.callback();
      }
    }
  }
}

export function microsOf(instant: string): number {
  return Date.parse(instant) * 1000;
}

/** One turn of the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
