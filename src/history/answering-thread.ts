import { Worker } from 'node:worker_threads';

interface Asked<Answer> {
  readonly isLast: (answer: Answer) => boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (failure: Error) => void;
}

/** A thread that is asked one question after another. Where it fails, so does the question that waits. */
export class AnsweringThread<Question, Answer> {
  readonly #worker: Worker;
  #asked: Asked<Answer> | undefined;
  #failure: Error | undefined;

  /** @param name as in: the thread ... has ended */
  constructor(file: URL, workerData: unknown, name: string) {
    // Flags of the process that started this one (a test runner, a profiler) are not for the thread.
    this.#worker = new Worker(file, { workerData, execArgv: [] });
    this.#worker.on('message', (answer: Answer) => {
      if (this.#asked?.isLast(answer) === true) this.#asked.resolve(answer);
    });
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error(`the thread ${name} has ended`)));
  }

  /** Resolves with the last answer. @param isLast gets each answer */
  ask(question: Question, isLast: (answer: Answer) => boolean = () => true): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (this.#failure !== undefined) reject(this.#failure);
    this.#asked = { isLast, resolve, reject };
    this.#worker.postMessage(question);
    return promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    this.#asked?.reject(this.#failure);
  }
}
