import type { Clock } from './clock.ts';
import type { Timers } from './timers.ts';
import type { Microseconds } from './units.ts';

/** Who is called first of those that are due at the same instant: the venue, then the jobs, then deliveries again. */
export type Turn = 'venue' | 'job' | 'delivery';

/**
 * The time that business goes by: hours of the market, expirations, cut-offs, settlement, retries. It is the system's,
 * but in a sandbox whose clock was moved. Time-outs of networks and databases, limits of rates and measurements go by
 * `Timers`.
 */
export interface BusinessTime extends Clock {
  /**
   * Calls back once, at an instant or right after it; the returned function cancels that. Where time is moved it goes
   * on when what was returned is done.
   */
  at(dueUs: Microseconds, callback: () => unknown, turn?: Turn): () => void;
  /** Time that is moved goes on only while none of these is busy; the returned function takes this one back. */
  waitsFor(isBusy: () => boolean): () => void;
}

/** A timer never sleeps longer, so that a system clock that was set is noticed. */
const SLEEP_MS_MAX = 60_000;

/** The system's time. */
export class SystemTime implements BusinessTime {
  readonly #clock: Clock;
  readonly #timers: Pick<Timers, 'after'>;

  constructor(clock: Clock, timers: Pick<Timers, 'after'>) {
    this.#clock = clock;
    this.#timers = timers;
  }

  nowUs(): Microseconds {
    return this.#clock.nowUs();
  }

  at(dueUs: Microseconds, callback: () => unknown): () => void {
    let cancel = () => {};
    const sleep = () => {
      const delayMs = Math.ceil((dueUs - this.#clock.nowUs()) / 1000);
      cancel = this.#timers.after(Math.min(Math.max(delayMs, 1), SLEEP_MS_MAX), () => {
        if (this.#clock.nowUs() >= dueUs) callback();
        else sleep();
      });
    };
    sleep();
    return () => cancel();
  }

  waitsFor(): () => void {
    return () => {};
  }
}
