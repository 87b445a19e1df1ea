import { Worker } from 'node:worker_threads';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { Db } from '../schema/index.ts';
import { BUSY_TIMEOUT_MS } from './node-sqlite-driver.ts';
import {
  ROLLBACK,
  type SqliteThreadData,
  sendable,
  type ThreadRequest,
  type ThreadResponse,
} from './thread-messages.ts';

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

  constructor(file: string, options: Omit<SqliteThreadData, 'file'>) {
    this.#data = { file, ...options };
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

/** A connection whose queries run in another thread. */
export class ThreadDriver implements Driver, DatabaseConnection {
  readonly #thread: SqliteThread;
  readonly #main: Db | undefined;
  #release: () => void = () => {};

  /** @param main the connection of the main thread to the same file; without it, the thread only reads */
  constructor(file: string, main?: Db) {
    this.#thread = new SqliteThread(file, { isReadOnly: main === undefined, busyTimeoutMs: BUSY_TIMEOUT_MS });
    this.#main = main;
  }

  async init(): Promise<void> {}

  /**
   * While a writing thread is in use, the connection of the main thread is not: the main thread would block until
   * SQLite gave it the file's only write lock. Kysely acquires this once until it is released.
   */
  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#main === undefined) return this;
    const { promise: released, resolve } = Promise.withResolvers<void>();
    const main = this.#main;
    return new Promise((acquired, failed) => {
      const held = main.connection().execute(() => {
        this.#release = resolve;
        acquired(this);
        return released;
      });
      held.catch(failed);
    });
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  executeQuery<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    return this.#thread.execute(query);
  }

  streamQuery(): never {
    throw new Error('The thread answers with all rows at once');
  }

  async beginTransaction(): Promise<void> {
    if (this.#main === undefined) throw new Error('The read thread has no transactions: a statement sees one state');
    await this.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(ROLLBACK));
  }

  destroy(): Promise<void> {
    return this.#thread.close();
  }
}
