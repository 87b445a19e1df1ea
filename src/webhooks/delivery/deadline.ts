/** The clocks of one attempt: 2 seconds until connected, 5 seconds in all (C42). */
import type { Timers } from '../../time/timers.ts';
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
  readonly #after: Timers['after'];
  readonly #cancelTotal: () => void;
  #cancelConnect = () => {};

  /** Starts the clock of the attempt; stop ends it before its time. */
  constructor(totalMs: number, stop: AbortSignal, after: Timers['after']) {
    this.#stop = stop;
    this.#after = after;
    this.#cancelTotal = after(totalMs, () => this.#abort.abort(new AttemptFailure('time-out', 'total')));
    if (stop.aborted) this.#onStop();
    stop.addEventListener('abort', this.#onStop);
  }

  /** Aborted with an AttemptFailure as its reason. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  startConnecting(connectMs: number): void {
    this.#cancelConnect = this.#after(connectMs, () => this.#abort.abort(new AttemptFailure('time-out', 'connect')));
  }

  connected(): void {
    this.#cancelConnect();
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
    this.#cancelTotal();
    this.#cancelConnect();
    this.#stop.removeEventListener('abort', this.#onStop);
  }

  readonly #onStop = (): void => this.#abort.abort(new AttemptFailure('dropped', 'stopping'));
}
