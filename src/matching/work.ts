/**
 * The search work of a command, counted in steps (M9). A step is about a nanosecond's worth of work, but it is counted and never
 * timed, and what is counted depends only on the orders of the book and on the retries that are due: so every copy of an engine
 * stops at the same place (M11). One object serves an engine.
 */
export class Work {
  /** All steps so far. */
  spent = 0;
  #told = 0;
  #left = 0;
  /** Whether the command must get somewhere, whatever that takes. */
  #obliged = false;

  /** A command begins. @param obliged whether it only carries on with what is due, and so does one thing at least */
  begin(steps: number, obliged: boolean): void {
    this.#left = steps;
    this.#obliged = obliged;
  }

  /** Whether a piece of work that may take so many steps is begun in this command. */
  affords(steps: number): boolean {
    return steps <= this.#left || this.#obliged;
  }

  spend(steps: number): void {
    this.#left -= steps;
    this.spent += steps;
  }

  /** What was spent since the last call. */
  takeSpent(): number {
    const steps = this.spent - this.#told;
    this.#told = this.spent;
    return steps;
  }

  /** The command got somewhere: one order less is due. */
  advanced(): void {
    this.#obliged = false;
  }
}
