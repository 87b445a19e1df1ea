import type { Microseconds } from './units.ts';

/** Time as the exchange sees it; passed in, so that tests drive it. */
export interface Clock {
  /** Whole microseconds since 1970-01-01 UTC. */
  nowUs(): Microseconds;
}

/** Further apart than this, the two clocks of the system disagree and the wall clock is believed again. */
const DRIFT_MS_MAX = 5;

/** The system's wall clock with the resolution of its monotonic one. */
export class SystemClock implements Clock {
  #offsetMs = Date.now() - performance.now();

  nowUs(): Microseconds {
    const wallMs = Date.now();
    let nowMs = performance.now() + this.#offsetMs;
    if (Math.abs(wallMs - nowMs) > DRIFT_MS_MAX) {
      this.#offsetMs = wallMs - performance.now();
      nowMs = wallMs;
    }
    return Math.round(nowMs * 1000);
  }
}
