import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, type DatabaseConnection, type Driver, type TransactionSettings } from 'kysely';
import { NodeSqliteConnection } from './node-sqlite-connection.ts';

export type Synchronous = 'FULL' | 'NORMAL';

export interface NodeSqliteConfig {
  readonly file: string;
  readonly synchronous: Synchronous;
  /** Changes nothing in the file, its settings included. */
  readonly readOnly?: boolean;
}

/** How long a write waits for another process or thread that writes to the same file. */
export const BUSY_TIMEOUT_MS = 10_000;

/**
 * Pages (4 KiB) of the write-ahead log after which a projection is brought into its file. SQLite's own 1000 would
 * write the same pages of the indexes again and again; many times as many would go to the disk at once, and the
 * journal of the venue, which needs the disk too, would wait behind them.
 */
const PROJECTION_CHECKPOINT_PAGES = 4000;

/** Memory for pages of a projection: the end of each table, and what leads to the rest. SQLite's own is 2 MB. */
const PROJECTION_CACHE_KIB = 16_384;

const OWNER_ONLY = 0o600;

/** One connection to one file. */
export class NodeSqliteDriver implements Driver {
  readonly #config: NodeSqliteConfig;
  #database: DatabaseSync | undefined;
  #connection: NodeSqliteConnection | undefined;

  constructor(config: NodeSqliteConfig) {
    this.#config = config;
  }

  async init(): Promise<void> {
    this.#database = openFile(this.#config);
    this.#connection = new NodeSqliteConnection(this.#database);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#connection === undefined) throw new Error('The database is not open');
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  /**
   * Takes the write lock at once: a transaction that reads first and writes later could otherwise find that another
   * process wrote in between, which SQLite answers with an error and not by waiting.
   */
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(settings.accessMode === 'read only' ? 'begin' : 'begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back by itself on some errors (disk full); a second rollback would then hide the error behind its
    // own.
    if (this.#database?.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#database?.close();
    this.#database = undefined;
    this.#connection = undefined;
  }
}

/** Opens or creates the file, for its owner only: SQLite gives the files beside it the same rights. */
function openFile({ file, synchronous, readOnly = false }: NodeSqliteConfig): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (readOnly) return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly });
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true });
      closeSync(openSync(file, 'a', OWNER_ONLY));
    }
    // The time-out is there from the start: the change to WAL already needs a lock.
    database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    database.exec('pragma journal_mode = wal');
    database.exec(`pragma synchronous = ${synchronous}`);
    // A damaged page is an error where it is read, and not a row that is not there.
    database.exec('pragma cell_size_check = on');
    // Only a projection does without FULL (DatabaseLocation.synchronous).
    if (synchronous === 'NORMAL') {
      database.exec(`pragma wal_autocheckpoint = ${PROJECTION_CHECKPOINT_PAGES}`);
      database.exec(`pragma cache_size = -${PROJECTION_CACHE_KIB}`);
    }
    return database;
  } catch (error) {
    database?.close();
    throw new Error(`The database file ${file} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
}
