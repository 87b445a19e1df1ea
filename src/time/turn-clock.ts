interface TurnClockDeps {
  readonly nowMs: () => number;
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn: (callback: () => void) => void;
}

/** The questions of several turns that are answered without asking the clock. */
const FREE_QUESTIONS = 8;

/** Whether a turn of the event loop has already taken long; its time begins with one of its first questions. */
export class TurnClock {
  readonly #deps: TurnClockDeps;
  readonly #longMs: number;
  #startedMs: number | undefined;
  #questions = 0;

  constructor(longMs: number, deps: TurnClockDeps) {
    this.#longMs = longMs;
    this.#deps = deps;
  }

  get isLong(): boolean {
    if (this.#startedMs !== undefined) return this.#deps.nowMs() - this.#startedMs > this.#longMs;
    if (++this.#questions < FREE_QUESTIONS) return false;
    this.#questions = 0;
    this.#startedMs = this.#deps.nowMs();
    this.#deps.nextTurn(this.#end);
    return false;
  }

  readonly #end = (): void => {
    this.#startedMs = undefined;
  };
}
