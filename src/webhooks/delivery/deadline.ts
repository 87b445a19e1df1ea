/** The clocks of one attempt: 2 seconds until connected, 5 seconds in all (C42). */
import type { WebhookOutcome } from '../log/index.ts';

/** Why an attempt ended without an HTTP status. The message is never shown; detail is a fixed code. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';
  readonly outcome: WebhookOutcome;
  readonly detail: string | null;

  constructor(outcome: WebhookOutcome, detail: string | null) {
    super(outcome);
    this.outcome = outcome;
    this.detail = detail;
  }
}

export class Deadline {
  readonly #abort = new AbortController();
  readonly #stop: AbortSignal;
  readonly #total: NodeJS.Timeout;
  #connect: NodeJS.Timeout | undefined;

  /** Starts the clock of the whole attempt; stop ends it before its time. */
  constructor(totalMs: number, stop: AbortSignal) {
    this.#stop = stop;
    this.#total = setTimeout(() => this.#abort.abort(new AttemptFailure('time-out', 'total')), totalMs);
    if (stop.aborted) this.#onStop();
    stop.addEventListener('abort', this.#onStop);
  }

  /** Aborted with an AttemptFailure as its reason. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  startConnecting(connectMs: number): void {
    this.#connect = setTimeout(() => this.#abort.abort(new AttemptFailure('time-out', 'connect')), connectMs);
  }

  connected(): void {
    clearTimeout(this.#connect);
  }

  /** The value of work, or a rejection with the AttemptFailure when the time is up first. */
  within<T>(work: T | Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      Promise.resolve(work).then(resolve, reject);
    });
  }

  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#connect);
    this.#stop.removeEventListener('abort', this.#onStop);
  }

  readonly #onStop = (): void => this.#abort.abort(new AttemptFailure('dropped', 'stopping'));
}
