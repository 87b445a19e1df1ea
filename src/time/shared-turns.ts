/** What one turn of the event loop does of the work that may wait for the next one, in milliseconds. */
const TURN_MS = 2;

interface SharedTurnParts {
  readonly nowMs: () => number;
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn: (callback: () => void) => void;
}

/**
 * Runs work that may wait, oldest first, and as much of it in one turn of the event loop as fits TURN_MS. Whoever
 * schedules work does a small piece and schedules the rest, so that a new request waits for TURN_MS and one piece.
 */
export class SharedTurns {
  readonly #parts: SharedTurnParts;
  /** What this turn runs, and the next ones where it takes too long. */
  #current: (() => void)[] = [];
  #next = 0;
  /** Scheduled since: later turns run it, or its callers would never let anybody else have one. */
  #waiting: (() => void)[] = [];
  #isScheduled = false;

  constructor(parts: SharedTurnParts) {
    this.#parts = parts;
  }

  soon(callback: () => void): void {
    this.#waiting.push(callback);
    if (!this.#isScheduled) this.#schedule();
  }

  #schedule(): void {
    this.#isScheduled = true;
    this.#parts.nextTurn(() => this.#turn());
  }

  #turn(): void {
    if (this.#next === this.#current.length) {
      this.#current = this.#waiting;
      this.#next = 0;
      this.#waiting = [];
    }
    this.#run(this.#parts.nowMs() + TURN_MS);
  }

  #run(untilMs: number): void {
    try {
      this.#current[this.#next++]?.();
    } finally {
      // Behind what the callback resolved, so that its time counts too.
      queueMicrotask(() => process.nextTick(() => this.#goOn(untilMs)));
    }
  }

  #goOn(untilMs: number): void {
    const isUnfinished = this.#next < this.#current.length;
    if (isUnfinished && this.#parts.nowMs() < untilMs) this.#run(untilMs);
    else if (isUnfinished || this.#waiting.length > 0) this.#schedule();
    else this.#isScheduled = false;
  }
}
