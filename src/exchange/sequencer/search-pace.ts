/** Milliseconds for a step before the first measurement: code that has not run yet is slow. */
const FIRST_NS = 64;
const MIN_NS = 1;
const MAX_NS = 200;
/** Fewer steps than this are too few to time. */
const STEPS_MIN = 10_000;
/** Milliseconds for a match or cancel, with its events. */
const EFFECT_MS = 0.006;

/**
 * Measures how fast this machine searches. The work of a command is counted in steps (M9), so that every machine does
 * the same work. How much of it one group takes depends on time.
 */
export class SearchPace {
  #stepNs = FIRST_NS;

  /** Records how long a number of steps and effects took. */
  observe(steps: number, elapsedMs: number, effects = 0): void {
    if (steps < STEPS_MIN) return;
    const searchMs = elapsedMs - effects * EFFECT_MS;
    const observed = Math.min(Math.max((searchMs * 1e6) / steps, MIN_NS), MAX_NS);
    this.#stepNs = (this.#stepNs + observed) / 2;
  }

  /** The steps that fit into a time in milliseconds. */
  stepsIn(ms: number): number {
    return Math.floor((ms * 1e6) / this.#stepNs);
  }

  /** The steps that take as long as a number of matches or cancels. */
  stepsOfEffects(count: number): number {
    return this.stepsIn(count * EFFECT_MS);
  }
}
