import type { ShutdownStack } from './shutdown-stack.ts';

/** What a task cannot do without; the journal is there whenever a node leads. */
type Needs = 'journal' | 'reference database';

interface Task {
  readonly run: () => unknown;
  readonly needs: Needs;
  readonly failure: string | undefined;
}

/** @param failure as of LeaderTasks.addStep */
type Begin = (run: () => unknown, failure: string | undefined) => unknown;

/**
 * The work that only the leader does: it takes commands, writes webhooks, runs the jobs. It starts in the order in
 * which it was added, when this process takes over the venue; a process without a cluster takes over when it starts.
 */
export class LeaderTasks {
  /** The tasks of one step run concurrently. */
  readonly #steps: Task[][] = [];
  readonly #served: (() => void)[] = [];
  readonly #background: (() => unknown)[] = [];

  /**
   * Runs before the first call is answered; again at the next takeover, if the lease was lost before that.
   * @param failure for the log, of a task that a leader can be without: where it fails, it is run again as a job is,
   * and the node leads. Without it, the node does not lead unless the task has run, or its database is unavailable.
   */
  addStep(run: () => unknown, needs: Needs = 'journal', failure?: string): void {
    this.#steps.push([{ run, needs, failure }]);
  }

  /** Runs concurrently with the step that was added last, so that their database queries overlap. */
  addToStep(run: () => unknown, needs: Needs = 'journal', failure?: string): void {
    const step = this.#steps.at(-1);
    if (step === undefined) throw new Error('no step was added before');
    step.push({ run, needs, failure });
  }

  /** Runs as soon as calls are answered. */
  addServed(run: () => void): void {
    this.#served.push(run);
  }

  /**
   * Runs once calls are answered; no call waits for it. `run` adds what it opens to the stack that it receives, which
   * keeps the position of this call in `shutdown`.
   */
  addBackground(shutdown: ShutdownStack, run: (shutdown: ShutdownStack) => unknown): void {
    const reserved = shutdown.reserve();
    this.#background.push(() => run(reserved));
  }

  /**
   * Runs one step after the other; rejects with the error of the first task that fails. `begin` runs the tasks that
   * need the reference database; without it they run like the others.
   */
  async runSteps(begin: Begin = (run) => run()): Promise<void> {
    for (const step of this.#steps) {
      const begun = step.map(({ run, needs, failure }) => {
        return needs === 'reference database' ? begin(run, failure) : run();
      });
      await Promise.all(begun);
    }
  }

  served(): void {
    for (const run of this.#served) run();
  }

  /**
   * Runs the background tasks, each once. `failed` gets the error of one, with the function that runs it again, and
   * the others go on; without it this rejects.
   */
  async runBackground(failed?: (error: unknown, again: () => Promise<void>) => void): Promise<void> {
    for (const run of this.#background.splice(0)) {
      const runOnce = async () => void (await run());
      await (failed === undefined ? runOnce() : runOnce().catch((error: unknown) => failed(error, runOnce)));
    }
  }
}
