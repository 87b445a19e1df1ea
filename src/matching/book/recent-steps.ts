import { COSTLY_STEPS } from '../search/index.ts';
import type { EngineParts } from '../shared/index.ts';

/** What the commands of a book have lately taken, in steps: for guesses, on which nothing else depends. */
export class RecentSteps {
  steps = 0;
  readonly #parts: Pick<EngineParts, 'work' | 'busy'>;

  constructor(parts: Pick<EngineParts, 'work' | 'busy'>) {
    this.#parts = parts;
  }

  /** What a command may take besides its own search; 0 when it is not worth a thought. */
  expected(search: number): number {
    const steps = search + this.steps;
    return steps >= COSTLY_STEPS ? steps : 0;
  }

  /** To be called at the end of each command. */
  remember(): void {
    const { work, busy } = this.#parts;
    const before = this.steps;
    const steps = Math.max(work.takeSpent(), before >>> 1);
    this.steps = steps >= COSTLY_STEPS ? steps : 0;
    if (this.steps > 0) busy.add(this);
    else if (before > 0) busy.delete(this);
  }
}
