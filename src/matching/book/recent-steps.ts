import { COSTLY_STEPS } from '../search/index.ts';
import type { EngineParts } from '../shared/index.ts';

/** The recent cost of the commands of a book, in steps: for estimates that change no result. */
export class RecentSteps {
  steps = 0;
  readonly #parts: Pick<EngineParts, 'work' | 'busy'>;

  constructor(parts: Pick<EngineParts, 'work' | 'busy'>) {
    this.#parts = parts;
  }

  /** The likely cost of a command besides its own search; 0 when it is negligible. */
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
