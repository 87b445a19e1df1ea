import type { Db, Dialect } from './schema/index.ts';
import type { WriteAheadLog } from './sqlite/index.ts';

/** Bytes on disk. */
export interface DatabaseSize {
  readonly bytes: number;
  /** Of the write-ahead log; of PostgreSQL undefined where the role may not see it. */
  readonly logBytes: number | undefined;
}

/** An open, migrated database. */
export interface Database {
  /**
   * On SQLite there is one connection: inside a transaction use only the transaction's own object, or the query waits
   * for the connection that the transaction holds. A thread must not write through two connections to one file: the
   * second would block the first, and both would wait for ever.
   */
  readonly db: Db;
  /**
   * For reads that take long, so that nobody else waits for them: on SQLite its own thread (of a database in
   * memory, db itself), on PostgreSQL separate connections, with a time limit for each statement. Created
   * when first used.
   */
  readonly reader: Db;
  /**
   * For pages of records that an index leads to, which may be many: on SQLite its own thread, where no long read keeps
   * them waiting (of a database in memory, db itself), on PostgreSQL db itself. Made when it is first used.
   */
  readonly pages: Db;
  /**
   * For writes in batches that no call waits for: on SQLite its own thread, which takes turns with db (of a
   * database in memory, db itself), so never use it inside a transaction of db; on PostgreSQL db itself. Made when it
   * is first used.
   */
  readonly background: Db;
  readonly dialect: Dialect;
  /**
   * On PostgreSQL the main database is all of it, with the log of the server, and the history its own tables. 0 of a
   * database in memory.
   */
  size(): Promise<DatabaseSize>;
  /** Of an SQLite file. */
  readonly log?: WriteAheadLog | undefined;
  /** Waits for running queries and closes; later queries fail. */
  close(): Promise<void>;
}
