interface TurnClockParts {
  readonly nowMs: () => number;
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn: (callback: () => void) => void;
}

/** Whether a turn of the event loop has already taken long. The first question of a turn starts its time. */
export class TurnClock {
  readonly #parts: TurnClockParts;
  readonly #longMs: number;
  #startedMs: number | undefined;

  constructor(longMs: number, parts: TurnClockParts) {
    this.#longMs = longMs;
    this.#parts = parts;
  }

  get isLong(): boolean {
    const nowMs = this.#parts.nowMs();
    if (this.#startedMs !== undefined) return nowMs - this.#startedMs > this.#longMs;
    this.#startedMs = nowMs;
    this.#parts.nextTurn(this.#end);
    return false;
  }

  readonly #end = (): void => {
    this.#startedMs = undefined;
  };
}
