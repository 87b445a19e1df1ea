import type { Clock } from '../time/clock.ts';
import type { Timers } from '../time/timers.ts';
import type { Microseconds } from '../time/units.ts';
import { MARGIN_MS } from './leadership.ts';

/** Whether a clock that is ahead of the database's by `aheadMs` is wrong (J8). */
export function isWrongClock(aheadMs: number): boolean {
  return Math.abs(aheadMs) > MARGIN_MS;
}

/** Compares the clock of this machine with the database's (J8). */
export class ClockCheck {
  readonly #clock: Clock;
  readonly #timers: Pick<Timers, 'nowMs'>;
  #aheadMs = 0;
  /** When the clock was last right, by the timers' clock. */
  #rightAtMs: number;

  constructor(clock: Clock, timers: Pick<Timers, 'nowMs'>) {
    this.#clock = clock;
    this.#timers = timers;
    this.#rightAtMs = timers.nowMs();
  }

  /** How far the clock of this machine is ahead of the database's. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  get isWrong(): boolean {
    return isWrongClock(this.#aheadMs);
  }

  /** For how long the clock has been wrong; 0: it is right. */
  get wrongForMs(): number {
    return this.isWrong ? this.#timers.nowMs() - this.#rightAtMs : 0;
  }

  /**
   * The database has just answered with its time. On a busy machine an answer may come so late that it says nothing:
   * then the earlier result holds.
   *
   * @param nowUs time of the database, microseconds since 1970
   */
  note(nowUs: Microseconds, roundTripMs: number): void {
    const errorMs = roundTripMs / 2;
    const aheadMs = (this.#clock.nowUs() - nowUs) / 1000 - errorMs;
    if (errorMs < MARGIN_MS / 2 || Math.abs(aheadMs) - errorMs > MARGIN_MS) this.#aheadMs = aheadMs;
    if (!this.isWrong) this.#rightAtMs = this.#timers.nowMs();
  }
}
