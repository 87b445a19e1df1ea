/** How long callers may get the connection within one turn of the event loop, in milliseconds. */
const TURN_MS = 2;

interface TurnShareParts {
  readonly nowMs: () => number;
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn: (callback: () => void) => void;
}

/**
 * SQLite answers in the turn in which it is asked, so that calls that wait for the connection would follow one another
 * in one turn, however many they are. Whoever comes TURN_MS after the first waits for the next turn.
 */
export class TurnShare {
  readonly #parts: TurnShareParts;
  /** When the first of this turn came; null before. */
  #startedMs: number | null = null;

  constructor(parts: TurnShareParts = { nowMs: () => performance.now(), nextTurn: setImmediate }) {
    this.#parts = parts;
  }

  /** Resolves at once, or in the next turn; callers come one at a time. */
  async enter(): Promise<void> {
    const { nowMs, nextTurn } = this.#parts;
    const isSpent = this.#startedMs !== null && nowMs() - this.#startedMs >= TURN_MS;
    if (isSpent) await new Promise<void>((resolve) => nextTurn(resolve));
    if (this.#startedMs !== null) return;
    this.#startedMs = nowMs();
    nextTurn(() => {
      this.#startedMs = null;
    });
  }
}
