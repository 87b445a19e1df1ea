import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { Db } from '../schema/index.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { ROLLBACK } from './thread-messages.ts';

/** A connection whose queries run in another thread. */
export class ThreadDriver implements Driver, DatabaseConnection {
  readonly #thread: SqliteThread;
  readonly #main: Db | undefined;
  #release: () => void = () => {};

  /** @param main the connection of the main thread to the same file; without it, the thread only reads */
  constructor(file: string, main?: Db) {
    this.#thread = new SqliteThread(file, { isReadOnly: main === undefined });
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
