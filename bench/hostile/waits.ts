import { availableParallelism } from 'node:os';
import { readStolenTime } from '../orders/machine-time.ts';
import { readThreadTimes } from '../support/thread-times.ts';

/** What kept a server from a core, as shares of a time; NaN where the system does not say (not Linux). */
export interface Waits {
  /** The main thread was ready to run but had no core. */
  readonly core: number;
  /** Of the time of all cores: the host gave it to other machines. */
  readonly stolen: number;
}

interface Reading {
  readonly at_s: number;
  readonly waited_s: number;
  readonly stolen_s: number;
}

/** Waits of a server since the last reading. */
export class WaitsOf {
  readonly #pid: number;
  #last: Reading;

  constructor(pid: number) {
    this.#pid = pid;
    this.#last = this.#read();
  }

  take(): Waits {
    const next = this.#read();
    const { at_s, waited_s, stolen_s } = this.#last;
    this.#last = next;
    const elapsed_s = next.at_s - at_s;
    return {
      core: (next.waited_s - waited_s) / elapsed_s,
      stolen: (next.stolen_s - stolen_s) / (elapsed_s * availableParallelism()),
    };
  }

  #read(): Reading {
    return {
      at_s: performance.now() / 1000,
      waited_s: readThreadTimes(this.#pid)?.get('main')?.waited_s ?? Number.NaN,
      stolen_s: readStolenTime() ?? Number.NaN,
    };
  }
}
