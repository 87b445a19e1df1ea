/** How long a thread may work, and then rests, in milliseconds. */
const WORK_MS = 0.3;
const REST_MS = 0.05;

export interface RestsDeps {
  readonly nowMs: () => number;
  /** Blocks the thread. */
  readonly sleep: (ms: number) => void;
}

const neverNotified = new Int32Array(new SharedArrayBuffer(4));
const THREAD: RestsDeps = {
  nowMs: () => performance.now(),
  sleep: (ms) => void Atomics.wait(neverNotified, 0, 0, ms),
};

/**
 * Short rests of a thread that nobody waits for. Linux (EEVDF, 6.6 and later) lets a thread that has a core keep it for
 * its slice of some 3 ms, also when one of a higher priority wakes: an order then waits for the journal's thread, which
 * waits for this one, although another core may be free. While this thread sleeps, they get its core.
 */
export class Rests {
  readonly #deps: RestsDeps;
  #sinceMs: number;

  constructor(deps: RestsDeps = THREAD) {
    this.#deps = deps;
    this.#sinceMs = deps.nowMs();
  }

  /** Called between two pieces of work: sleeps when the last rest is WORK_MS ago. */
  takeWhenDue(): void {
    const { nowMs, sleep } = this.#deps;
    if (nowMs() - this.#sinceMs < WORK_MS) return;
    sleep(REST_MS);
    this.#sinceMs = nowMs();
  }
}
