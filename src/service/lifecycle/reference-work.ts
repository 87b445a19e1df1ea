import type { Logger } from 'pino';
import { jobFailed, RetryPause } from '../../time/failed-jobs.ts';
import type { Timers } from '../../time/timers.ts';
import { runAgain } from './job.ts';
import type { ServiceState } from './state.ts';
import { unavailableReason } from './unavailable.ts';

/** How long a takeover waits for a task: the lease must not run out meanwhile (J16). */
const TASK_MS_MAX = 1000;
const RETRY_MS = 500;
/** Of a task that a leader cannot be without, which fails although the database can be used again. */
const NOT_COMPARED = 'the reference database could not be compared with the journal';

export interface ReferenceWorkDeps {
  readonly state: Pick<ServiceState, 'databaseFailure' | 'referencePending'>;
  /** Whether this node gave the venue up. */
  readonly isOver: () => boolean;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
}

interface Task {
  readonly run: () => unknown;
  /** As of LeaderTasks.addStep. */
  readonly failure: string | undefined;
  readonly pause: RetryPause;
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

  /**
   * Resolves when the task has run, or is to run later. Without `failure` it rejects with an error that is not of an
   * unavailable database: a node with the wrong database must not lead.
   */
  async begin(run: () => unknown, failure?: string): Promise<void> {
    const { state, after } = this.#deps;
    const task = { run, failure, pause: new RetryPause() };
    if (state.databaseFailure !== null) return this.#postpone(task);
    const ran = this.#tried(task);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const cancel = after(TASK_MS_MAX, () => resolve(undefined));
    const succeeded = await Promise.race([ran, promise]).finally(cancel);
    if (succeeded === true) return;
    if (succeeded === false) return this.#postpone(task);
    this.#wait();
    void ran.then((isDone) => (isDone ? this.#done() : this.#again(task))).catch((error) => this.#failed(task, error));
  }

  #postpone(task: Task): void {
    this.#wait();
    this.#again(task);
  }

  /** False where the database cannot be used now. */
  async #tried(task: Task): Promise<boolean> {
    try {
      await task.run();
      return true;
    } catch (error) {
      if (unavailableReason(error) !== undefined) return false;
      if (task.failure === undefined) throw error;
      this.#runAsJob(task.failure, task.run, error);
      return true;
    }
  }

  /** From here on no call waits for it. */
  #runAsJob(failure: string, run: () => unknown, error: unknown): void {
    const { after, log } = this.#deps;
    const isOver = () => this.#isOver;
    runAgain({ failure, error, again: async () => run(), isOver, after, log });
  }

  get #isOver(): boolean {
    return this.#isEnded || this.#deps.isOver();
  }

  #again(task: Task, delayMs = RETRY_MS): void {
    this.#deps.after(delayMs, () => {
      if (this.#isOver) return;
      this.#tried(task).then(
        (isDone) => (isDone ? this.#done() : this.#again(task)),
        (error: unknown) => this.#failed(task, error),
      );
    });
  }

  #failed(task: Task, error: unknown): void {
    jobFailed(this.#deps.log, NOT_COMPARED, error);
    this.#again(task, task.pause.next());
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
