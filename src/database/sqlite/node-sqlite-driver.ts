import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, type DatabaseConnection, type Driver, type TransactionSettings } from 'kysely';
import { NodeSqliteConnection } from './node-sqlite-connection.ts';

export type Synchronous = 'FULL' | 'NORMAL';

export interface NodeSqliteConfig {
  readonly file: string;
  readonly synchronous: Synchronous;
  /** Changes nothing in the file, including its settings. */
  readonly readOnly?: boolean;
}

/** How long a write waits for another process or thread that writes to the same file. */
export const BUSY_TIMEOUT_MS = 10_000;

/**
 * Pages (4 KiB) of the write-ahead log after which a projection is checkpointed. SQLite's default of 1000 would write
 * the same index pages repeatedly; a much larger number would write so much at once that the venue's journal would wait
 * for the disk.
 */
const PROJECTION_CHECKPOINT_PAGES = 4000;

/** Cache for pages of a projection: the end of each table and the upper index pages. SQLite's default is 2 MB. */
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
   * Takes the write lock at once: when another process writes between a read and a write of a transaction, SQLite fails
   * instead of waiting.
   */
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(settings.accessMode === 'read only' ? 'begin' : 'begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back automatically on some errors (disk full); the error of a second rollback would hide them.
    if (this.#database?.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#database?.close();
    this.#database = undefined;
    this.#connection = undefined;
  }
}

/** Opens or creates the file, for its owner only; SQLite gives its log files the same permissions. */
function openFile({ file, synchronous, readOnly = false }: NodeSqliteConfig): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (readOnly) return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly });
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true });
      closeSync(openSync(file, 'a', OWNER_ONLY));
    }
    // The time-out comes first, because the change to WAL already needs a lock.
    database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    database.exec('pragma journal_mode = wal');
    database.exec(`pragma synchronous = ${synchronous}`);
    // A damaged page then is an error and not a missing row.
    database.exec('pragma cell_size_check = on');
    // Only a projection does not use FULL (DatabaseLocation.synchronous).
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
