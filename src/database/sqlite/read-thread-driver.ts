import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { SqliteThread } from './sqlite-thread.ts';

/** A connection whose queries run in a read-only thread. */
export class ReadThreadDriver implements Driver, DatabaseConnection {
  readonly #thread: SqliteThread;

  constructor(file: string) {
    this.#thread = new SqliteThread(file, { isReadOnly: true });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async releaseConnection(): Promise<void> {}

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#thread.execute(query);
  }

  streamQuery(): never {
    throw new Error('The read thread answers with all rows at once');
  }

  async beginTransaction(): Promise<void> {
    throw new Error('The read thread has no transactions: a statement sees one state of the database');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#thread.close();
  }
}
