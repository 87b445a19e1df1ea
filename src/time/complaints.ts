import type { Timers } from './timers.ts';

/** The same complaint is not logged more often. */
const COMPLAINT_MS = 10_000;

interface ComplaintsDeps {
  readonly timers: Pick<Timers, 'nowMs'>;
  readonly log: { warn(fields: object, message: string): void };
}

/** Warnings about a trouble that lasts: one in ten seconds is logged. */
export class Complaints {
  readonly #deps: ComplaintsDeps;
  #lastAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: ComplaintsDeps) {
    this.#deps = deps;
  }

  log(fields: object, message: string): void {
    const { timers, log } = this.#deps;
    if (timers.nowMs() - this.#lastAtMs < COMPLAINT_MS) return;
    this.#lastAtMs = timers.nowMs();
    log.warn(fields, message);
  }
}
