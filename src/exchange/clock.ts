/** Time as the exchange sees it; passed in, so that tests drive it. */
export interface Clock {
  /** Whole microseconds since 1970-01-01 UTC. */
  now(): number;
}

/** Further apart than this, the two clocks of the system disagree and the wall clock is believed again. */
const DRIFT_MS_MAX = 5;

/** The system's wall clock with the resolution of its monotonic one. */
export class SystemClock implements Clock {
  #offset_ms = Date.now() - performance.now();

  now(): number {
    const wall_ms = Date.now();
    let now_ms = performance.now() + this.#offset_ms;
    if (Math.abs(wall_ms - now_ms) > DRIFT_MS_MAX) {
      this.#offset_ms = wall_ms - performance.now();
      now_ms = wall_ms;
    }
    return Math.round(now_ms * 1000);
  }
}
