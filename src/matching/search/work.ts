import type { SearchLimits } from './search-limits.ts';

/** Fewer steps of a command are negligible. */
export const COSTLY_STEPS = 10_000;
/**
 * The cost of one order that enters when the market opens, in steps (M9): to try it, and to publish its
 * matches, which costs its listeners far more. So the others hear from the venue between two pieces of a large opening.
 */
export const ENTRY_STEPS = 20_000;

/** More matches than an order can make: its quantity is below. */
const UNLIMITED = 0x7fffffff;
/** Contras that a search reads in one slice, for each match that a slice may make (M17). */
const CONTRAS_A_MATCH = 3;

/**
 * The search work of a command, counted in steps (M9). A step is about a nanosecond's worth of work, but it is counted
 * and never timed, and what is counted depends only on the orders of the book and on the retries that are pending: so
 * every copy of an engine stops at the same place (M11). One object serves an engine.
 */
export class Work {
  /** All steps so far. */
  spent = 0;
  readonly #commandSteps: number;
  readonly #continueSteps: number;
  #taken = 0;
  #left = 0;
  /** Matches that a book makes in one slice of a command (M17). */
  matchesMax = UNLIMITED;
  /** Those that are left to this slice. */
  matches = 0;
  /** Whether long searches are made in slices, too. */
  searchesInSlices = true;
  /** Whether the command must get somewhere, whatever that takes. */
  #obliged = false;

  constructor({ commandSteps, continueSteps }: Pick<SearchLimits, 'commandSteps' | 'continueSteps'>) {
    this.#commandSteps = commandSteps;
    this.#continueSteps = continueSteps;
  }

  /** Steps that are left to the command. */
  get left(): number {
    return this.#left;
  }

  /** The retries of a command begin. @param left steps; fewer where a slice of it has spent some */
  beginCommand(left = this.#commandSteps): void {
    this.#left = left;
    this.#obliged = false;
  }

  /** A command that only resumes pending work begins: it does one thing at least. */
  beginContinue(): void {
    this.#left = this.#continueSteps;
    this.#obliged = true;
    this.beginSlice();
  }

  /** A slice of a command begins (M17). */
  beginSlice(): void {
    this.matches = this.matchesMax;
  }

  /** Contras that a search reads before the rest is pending (M17). */
  get contrasMax(): number {
    return this.searchesInSlices && this.matchesMax < UNLIMITED ? CONTRAS_A_MATCH * this.matchesMax : Infinity;
  }

  /** Whether a piece of work that may take this many steps is begun in this command. */
  affords(steps: number): boolean {
    return steps <= this.#left || this.#obliged;
  }

  spend(steps: number): void {
    this.#left -= steps;
    this.spent += steps;
  }

  /** The steps since the last call. */
  takeSpent(): number {
    const steps = this.spent - this.#taken;
    this.#taken = this.spent;
    return steps;
  }

  /** The command got somewhere: one order less is pending. */
  advanced(): void {
    this.#obliged = false;
  }
}
