/** What a step takes until one was timed: code that has not run yet is slow. */
const FIRST_NS = 64;
const MIN_NS = 1;
const MAX_NS = 200;
/** Fewer steps than this say nothing about the time of one. */
const STEPS_MIN = 10_000;
/** What a match or cancel takes, with its events, in milliseconds. */
const EFFECT_MS = 0.006;

/**
 * How fast this machine searches. The work of a command is counted in steps (M9), so that every machine does the same;
 * how much of it one group of commands takes on is a matter of time.
 */
export class SearchPace {
  #stepNs = FIRST_NS;

  /** So many steps, and matches and cancels, took so long, whatever else was done meanwhile. */
  observe(steps: number, elapsedMs: number, effects = 0): void {
    if (steps < STEPS_MIN) return;
    const searchMs = elapsedMs - effects * EFFECT_MS;
    const observed = Math.min(Math.max((searchMs * 1e6) / steps, MIN_NS), MAX_NS);
    this.#stepNs = (this.#stepNs + observed) / 2;
  }

  /** The steps that fit so many milliseconds. */
  stepsIn(ms: number): number {
    return Math.floor((ms * 1e6) / this.#stepNs);
  }

  /** The steps that take as long as so many matches or cancels. */
  stepsOfEffects(count: number): number {
    return this.stepsIn(count * EFFECT_MS);
  }
}
