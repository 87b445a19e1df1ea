import type { Logger } from 'pino';
import type { Timers } from '../../time/timers.ts';
import type { ServiceState } from './state.ts';
import { unavailableReason } from './unavailable.ts';

/** How long a takeover waits for a task: the lease must not run out meanwhile (J16). */
const TASK_MS_MAX = 1000;
const RETRY_MS = 500;

export interface ReferenceWorkDeps {
  readonly state: Pick<ServiceState, 'databaseFailure' | 'referencePending'>;
  /** Whether this node gave the venue up. */
  readonly isOver: () => boolean;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
}

/**
 * The tasks of one takeover that need the reference database. The journal and the lease alone decide who leads: where
 * the database cannot be used, the node leads without them, and runs them again until they succeed. Until then it
 * refuses calls over HTTP, which need the database too (J13).
 */
export class ReferenceWork {
  readonly #deps: ReferenceWorkDeps;
  #pending = 0;
  #isEnded = false;

  constructor(deps: ReferenceWorkDeps) {
    this.#deps = deps;
  }

  /** The node is a standby again, whose calls wait for none of this: its next takeover runs all tasks again. */
  end(): void {
    this.#isEnded = true;
    this.#deps.state.referencePending = null;
  }

  /** Resolves when the task has run, or is to run later; rejects with an error that is not of the database. */
  async begin(run: () => unknown): Promise<void> {
    const { state, after } = this.#deps;
    if (state.databaseFailure !== null) return this.#postpone(run);
    const ran = this.#tried(run);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const cancel = after(TASK_MS_MAX, () => resolve(undefined));
    const succeeded = await Promise.race([ran, promise]).finally(cancel);
    if (succeeded === true) return;
    if (succeeded === false) return this.#postpone(run);
    this.#wait();
    void ran.then((isDone) => (isDone ? this.#done() : this.#again(run))).catch((error) => this.#failed(run, error));
  }

  #postpone(run: () => unknown): void {
    this.#wait();
    this.#again(run);
  }

  /** False where the database cannot be used now. */
  async #tried(run: () => unknown): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (unavailableReason(error) === undefined) throw error;
      return false;
    }
  }

  #again(run: () => unknown): void {
    const { isOver, after } = this.#deps;
    after(RETRY_MS, () => {
      if (isOver() || this.#isEnded) return;
      this.#tried(run).then(
        (isDone) => (isDone ? this.#done() : this.#again(run)),
        (error: unknown) => this.#failed(run, error),
      );
    });
  }

  #failed(run: () => unknown, error: unknown): void {
    this.#deps.log.error({ err: error }, 'work of a takeover failed; tried again');
    this.#again(run);
  }

  #wait(): void {
    if (this.#pending++ > 0 || this.#isEnded) return;
    this.#deps.state.referencePending = 'the leader has not compared the reference database with the journal yet';
    this.#deps.log.warn({}, 'this node leads without the reference database; calls over HTTP wait for it');
  }

  #done(): void {
    if (--this.#pending > 0 || this.#isEnded) return;
    this.#deps.state.referencePending = null;
    this.#deps.log.info({}, 'the leader uses the reference database from now on');
  }
}
