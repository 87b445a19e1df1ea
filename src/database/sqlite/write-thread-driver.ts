import { CompiledQuery, type DatabaseConnection, type Driver, type Kysely, type QueryResult } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { ROLLBACK } from './thread-messages.ts';

/**
 * A connection whose queries run in a writing thread. While it is in use, the connection of the main thread is not: the
 * main thread would block until SQLite gave it the file's only write lock.
 */
export class WriteThreadDriver implements Driver, DatabaseConnection {
  readonly #thread: SqliteThread;
  readonly #main: Kysely<Schema>;
  #release: () => void = () => {};

  /** @param main the connection of the main thread to the same file */
  constructor(file: string, main: Kysely<Schema>) {
    this.#thread = new SqliteThread(file, { isReadOnly: false });
    this.#main = main;
  }

  async init(): Promise<void> {}

  /** Kysely acquires it once until it is released, because the dialect has one connection. */
  acquireConnection(): Promise<DatabaseConnection> {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    return new Promise((acquired, failed) => {
      const held = this.#main.connection().execute(() => {
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
    throw new Error('The write thread answers with all rows at once');
  }

  async beginTransaction(): Promise<void> {
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
