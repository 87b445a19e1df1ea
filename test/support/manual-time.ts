import type { Clock } from '../../src/exchange/clock.ts';
import type { Timers } from '../../src/exchange/timers.ts';

/** A clock that stands until it is moved, and the timers that go with it. */
export class ManualTime implements Clock, Timers {
  #now: number;
  #timers: { at: number; callback: () => void }[] = [];

  /** Starts at an instant, for example '2026-11-20T15:00:00Z'. */
  constructor(start: string) {
    this.#now = microsOf(start);
  }

  now(): number {
    return this.#now;
  }

  after(delay_ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + delay_ms * 1000, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Moves to an instant and runs what was due, once each. */
  moveTo(instant: string | number): void {
    this.#now = typeof instant === 'number' ? instant : microsOf(instant);
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { callback } of due) callback();
  }

  advance(micros: number): void {
    this.moveTo(this.#now + micros);
  }
}

export function microsOf(instant: string): number {
  return Date.parse(instant) * 1000;
}
