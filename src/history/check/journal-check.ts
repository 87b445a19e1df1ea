import { Worker } from 'node:worker_threads';
import type { Timers } from '../../time/timers.ts';
import type { CheckMessage, CheckSettings } from './check-messages.ts';

/** From the start to the first pass, and from the end of a pass to the next. */
const FIRST_MS = 60_000;
const PAUSE_MS = 3_600_000;
/** Problems of one pass that are logged; the others are counted. */
const REPORTED_MAX = 100;

export interface JournalCheckDeps extends Omit<CheckSettings, 'durable'> {
  /** Sequence of the last command that is durable. */
  readonly durable: () => number;
  readonly timers: Pick<Timers, 'after'>;
  readonly nowSeconds: () => number;
  readonly onProblem: (text: string) => void;
  readonly onNote: (message: string) => void;
}

export interface JournalCheckFigures {
  /** The last command that the pass has come to. */
  readonly command: number;
  /** Found by the last whole pass or by this one, whichever are more. */
  readonly problems: number;
  /** When a pass last came to its end, in seconds since 1970; 0: never. */
  readonly completedAt: number;
}

/**
 * Compares the journal with itself, with the order history, and the pages of SQLite's files with each other, from time
 * to time, in its own thread that takes its time.
 */
export class JournalCheck {
  readonly #deps: JournalCheckDeps;
  #worker: Worker | undefined;
  #cancel: () => void = () => {};
  #command = 0;
  #found = 0;
  #foundBefore = 0;
  #completedAt = 0;

  constructor(deps: JournalCheckDeps) {
    this.#deps = deps;
    this.#later(FIRST_MS);
  }

  get figures(): JournalCheckFigures {
    const problems = Math.max(this.#found, this.#foundBefore);
    return { command: this.#command, problems, completedAt: this.#completedAt };
  }

  async end(): Promise<void> {
    this.#cancel();
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #later(delayMs: number): void {
    this.#cancel = this.#deps.timers.after(delayMs, () => this.#begin());
  }

  #begin(): void {
    const { folder, archiveFolder, history, sqliteFiles, commandsPerSecond, durable } = this.#deps;
    const workerData: CheckSettings = {
      ...{ folder, archiveFolder, history, sqliteFiles, commandsPerSecond },
      durable: durable(),
    };
    this.#found = 0;
    // Flags of the process that started this one (a test runner, a profiler) are not for the thread.
    const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { workerData, execArgv: [] });
    worker.unref();
    worker.on('message', (message: CheckMessage) => this.#take(message));
    worker.on('error', (error: Error) => this.#take({ type: 'interrupted', reason: error.message }));
    worker.on('exit', () => this.#next(worker));
    this.#worker = worker;
  }

  #take(message: CheckMessage): void {
    const { onProblem, onNote, nowSeconds } = this.#deps;
    switch (message.type) {
      case 'problem':
        if (++this.#found <= REPORTED_MAX) onProblem(message.text);
        return;
      case 'progress':
        this.#command = message.command;
        return;
      case 'done':
        this.#foundBefore = this.#found;
        this.#completedAt = nowSeconds();
        return;
      case 'interrupted':
        onNote(`the check of the journal was interrupted: ${message.reason}`);
    }
  }

  /** One that was ended is not followed by another. */
  #next(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#later(PAUSE_MS);
  }
}
