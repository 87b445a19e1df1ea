/** Commands that take fewer steps are not worth a thought. */
export const COSTLY_STEPS = 10_000;
/**
 * What one order that enters when the market opens takes, in steps (M9): to try it, and to tell the world of its
 * matches, which costs its listeners far more. So the others hear from the venue between two pieces of a large opening.
 */
export const ENTRY_STEPS = 20_000;

/**
 * The search work of a command, counted in steps (M9). A step is about a nanosecond's worth of work, but it is counted
 * and never timed, and what is counted depends only on the orders of the book and on the retries that are due: so every
 * copy of an engine stops at the same place (M11). One object serves an engine.
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
