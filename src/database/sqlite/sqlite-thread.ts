import { Worker } from 'node:worker_threads';
import type { CompiledQuery, QueryResult } from 'kysely';
import { BUSY_TIMEOUT_MS } from './node-sqlite-driver.ts';
import { type SqliteThreadData, sendable, type ThreadRequest, type ThreadResponse } from './thread-messages.ts';

interface Waiter {
  readonly resolve: (result: QueryResult<unknown>) => void;
  readonly reject: (error: Error) => void;
}

/** A thread with its own connection to an SQLite file, started by the first query. */
export class SqliteThread {
  readonly #data: SqliteThreadData;
  readonly #waiting = new Map<number, Waiter>();
  #worker: Worker | undefined;
  #asked = 0;

  constructor(file: string, { isReadOnly }: Pick<SqliteThreadData, 'isReadOnly'>) {
    this.#data = { file, isReadOnly, busyTimeoutMs: BUSY_TIMEOUT_MS };
  }

  async execute<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    const request: ThreadRequest = { id: ++this.#asked, sql, parameters: sendable(parameters) };
    const result = await new Promise<QueryResult<unknown>>((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage(request);
    });
    return result as QueryResult<R>;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#end(new Error('The database is closed'));
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: this.#data,
      // Without flags of the parent process (a test runner, a profiler).
      execArgv: [],
    });
    // Callers keep the process running by their own sockets.
    worker.unref();
    worker.on('message', (response: ThreadResponse) => this.#take(response));
    // The next query replaces a failed thread.
    worker.on('error', (error: Error) => this.#end(error, worker));
    worker.on('exit', () => this.#end(new Error('The database thread has ended'), worker));
    return worker;
  }

  #take(response: ThreadResponse): void {
    const waiter = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if ('error' in response) waiter?.reject(Object.assign(new Error(response.error.message), response.error));
    else waiter?.resolve(response.result);
  }

  #end(error: Error, worker = this.#worker): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
