import type { CommandSeq } from '../exchange/journal/index.ts';
import type { Timers } from '../time/timers.ts';

/**
 * How far no fail-over of the database can lose the journal (J15), as far as a standby knows: the leader said that it
 * acknowledged that command, or an own commit waited after the command was visible.
 */
export class SettledEnd {
  readonly #timers: Pick<Timers, 'after'>;
  #sequence: CommandSeq = 0;
  #waitsFor: CommandSeq = 0;
  #reached: () => void = () => {};

  constructor(timers: Pick<Timers, 'after'>) {
    this.#timers = timers;
  }

  get sequence(): CommandSeq {
    return this.#sequence;
  }

  reset(): void {
    this.#sequence = 0;
  }

  note(sequence: CommandSeq): void {
    this.#sequence = Math.max(this.#sequence, sequence);
    if (this.#sequence >= this.#waitsFor) this.#reached();
  }

  /** Resolves when it is known to be that far, or after a while. One waits at a time. */
  async waitFor(sequence: CommandSeq, msMax: number): Promise<void> {
    if (this.#sequence >= sequence) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waitsFor = sequence;
    this.#reached = resolve;
    const cancel = this.#timers.after(msMax, resolve);
    await promise;
    cancel();
  }
}
