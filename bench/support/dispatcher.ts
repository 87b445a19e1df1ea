/** Sends a request; it was due `due_ms` after the start. */
export type SendDue<C> = (connection: C, request: number, due_ms: number) => void;

/**
 * Hands requests that are due to the connections that are free. One that finds none waits for one and keeps the time at
 * which it was due, so that a slow answer is seen in the latency of all who had to wait because of it.
 */
export class Dispatcher<C> {
  readonly #dueMs: Float64Array;
  readonly #send: SendDue<C>;
  /** The one that has been free longest is next: the requests spread over all. */
  readonly #free: C[];
  #sent = 0;

  /** @param dueMs when each request is due, in milliseconds from the start, rising */
  constructor(dueMs: Float64Array, connections: readonly C[], send: SendDue<C>) {
    this.#dueMs = dueMs;
    this.#free = [...connections];
    this.#send = send;
  }

  get allSent(): boolean {
    return this.#sent === this.#dueMs.length;
  }

  /** The connection has its answer. */
  release(connection: C): void {
    this.#free.push(connection);
  }

  /** Sends what is due by now, as far as there are free connections. */
  dispatch(elapsed_ms: number): void {
    for (;;) {
      const due_ms = this.#dueMs[this.#sent];
      if (due_ms === undefined || due_ms > elapsed_ms) return;
      const connection = this.#free.shift();
      if (connection === undefined) return;
      this.#send(connection, this.#sent++, due_ms);
    }
  }
}
