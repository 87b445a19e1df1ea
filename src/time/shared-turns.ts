/** The time that deferrable work may take in one turn of the event loop, in milliseconds. */
const TURN_MS = 2;

interface SharedTurnDeps {
  readonly nowMs: () => number;
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn: (callback: () => void) => void;
}

/**
 * Runs deferrable work, oldest first, for TURN_MS in each turn of the event loop. Callers do a small piece and schedule
 * the rest, so a new request waits at most for TURN_MS and one piece.
 */
export class SharedTurns {
  readonly #deps: SharedTurnDeps;
  /** The work of this turn, and of the next turns if it takes longer than TURN_MS. */
  #current: (() => void)[] = [];
  #next = 0;
  /** Work scheduled since. It runs in later turns; otherwise work that reschedules itself would starve the rest. */
  #waiting: (() => void)[] = [];
  #isScheduled = false;

  constructor(deps: SharedTurnDeps) {
    this.#deps = deps;
  }

  soon(callback: () => void): void {
    this.#waiting.push(callback);
    if (!this.#isScheduled) this.#schedule();
  }

  #schedule(): void {
    this.#isScheduled = true;
    this.#deps.nextTurn(() => this.#turn());
  }

  #turn(): void {
    if (this.#next === this.#current.length) {
      this.#current = this.#waiting;
      this.#next = 0;
      this.#waiting = [];
    }
    this.#run(this.#deps.nowMs() + TURN_MS);
  }

  #run(untilMs: number): void {
    try {
      this.#current[this.#next++]?.();
    } finally {
      // After the promises that the callback resolved, so that their time counts too.
      queueMicrotask(() => process.nextTick(() => this.#goOn(untilMs)));
    }
  }

  #goOn(untilMs: number): void {
    const isUnfinished = this.#next < this.#current.length;
    if (isUnfinished && this.#deps.nowMs() < untilMs) this.#run(untilMs);
    else if (isUnfinished || this.#waiting.length > 0) this.#schedule();
    else this.#isScheduled = false;
  }
}
