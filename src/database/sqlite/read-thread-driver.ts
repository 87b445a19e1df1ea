import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { BUSY_TIMEOUT_MS } from './node-sqlite-driver.ts';
import type { ReadAnswer, ReadRequest } from './read-thread-messages.ts';

interface Waiter {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/** A connection whose queries run in a thread that can only read. The thread begins with the first query. */
export class ReadThreadDriver implements Driver, DatabaseConnection {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiter>();
  #worker: Worker | undefined;
  #asked = 0;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async releaseConnection(): Promise<void> {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const request: ReadRequest = { id: ++this.#asked, sql, parameters };
    const rows = await new Promise<readonly unknown[]>((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage(request);
    });
    return { rows: rows as R[] };
  }

  streamQuery(): never {
    throw new Error('The read thread answers with all rows at once');
  }

  async beginTransaction(): Promise<void> {
    throw new Error('The read thread has no transactions: a statement sees one state of the database');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    const worker = this.#worker;
    this.#end(new Error('The database is closed'));
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./read-thread-worker.ts', import.meta.url), {
      workerData: { file: this.#file, busyTimeoutMs: BUSY_TIMEOUT_MS },
      // Flags of the process that started this one (a test runner, a profiler) are not for the thread.
      execArgv: [],
    });
    // Nobody waits for the thread but those who asked it, and they hold the process by their own sockets.
    worker.unref();
    worker.on('message', (answer: ReadAnswer) => this.#take(answer));
    // A thread that failed is replaced with the next query.
    worker.on('error', (error: Error) => this.#end(error, worker));
    worker.on('exit', () => this.#end(new Error('The read thread has ended'), worker));
    return worker;
  }

  #take(answer: ReadAnswer): void {
    const waiter = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiter?.reject(new Error(answer.error));
    else waiter?.resolve(answer.rows);
  }

  #end(error: Error, worker = this.#worker): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
