import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';

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

/** A longer write-ahead log is cut to this when SQLite begins it again. */
export const LOG_BYTES_MAX = 64 * 1024 * 1024;

const OWNER_ONLY = 0o600;

/** One connection to one file. */
export class NodeSqliteDriver implements Driver {
  readonly #config: NodeSqliteConfig;
  #database: DatabaseSync | undefined;
  #connection: NodeSqliteConnection | undefined;
  readonly #turn = new TurnShare();

  constructor(config: NodeSqliteConfig) {
    this.#config = config;
  }

  async init(): Promise<void> {
    this.#database = openFile(this.#config);
    this.#connection = new NodeSqliteConnection(this.#database);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn.enter();
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
    database.exec(`pragma journal_size_limit = ${LOG_BYTES_MAX}`);
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

/** The most prepared statements in the cache; the least recently used is dropped first. */
const STATEMENTS_MAX = 500;

interface Prepared {
  readonly statement: StatementSync;
  /** Whether it returns rows: node:sqlite has no flag for that, but such a statement has columns. */
  readonly givesRows: boolean;
}

/** Runs Kysely's queries on a node:sqlite database. */
export class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new LRUCache<string, Prepared>({ max: STATEMENTS_MAX });

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.function('lower', { deterministic: true }, lowerCase);
  }

  async executeQuery<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    let prepared = this.#prepared.get(query.sql);
    if (prepared === undefined) {
      const statement = this.#database.prepare(query.sql);
      prepared = { statement, givesRows: statement.columns().length > 0 };
      this.#prepared.set(query.sql, prepared);
    }
    const { statement, givesRows } = prepared;
    const parameters = bindable(query.parameters);
    if (givesRows) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  streamQuery(): never {
    throw new Error('SQLite answers with all rows at once');
  }
}

/** Of all letters, as on PostgreSQL: SQLite's own function changes ASCII alone. Sigma has one form in all places. */
function lowerCase(value: SQLInputValue): SQLInputValue {
  return typeof value === 'string' ? value.toLowerCase().replaceAll('ς', 'σ') : value;
}

/** Refuses values that SQLite cannot store exactly and that would behave differently on PostgreSQL. */
function bindable(values: readonly unknown[]): readonly SQLInputValue[] {
  // By index, for speed: a batch of the history has thousands of values.
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value === null || typeof value === 'string' || value instanceof Uint8Array) continue;
    if ((typeof value === 'number' && Number.isFinite(value)) || typeof value === 'bigint') continue;
    throw new TypeError(
      `A value of type ${typeof value} cannot be stored: use text, a number or null (flags are 0 or 1)`,
    );
  }
  return values as readonly SQLInputValue[];
}

/** How long callers may get the connection within one turn of the event loop, in milliseconds. */
const TURN_MS = 2;

interface TurnShareDeps {
  readonly nowMs: () => number;
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn: (callback: () => void) => void;
}

/**
 * SQLite answers in the turn in which it is asked, so that calls that wait for the connection would follow one another
 * in one turn, however many they are. Whoever comes TURN_MS after the first waits for the next turn.
 */
export class TurnShare {
  readonly #deps: TurnShareDeps;
  /** When the first of this turn came; null before. */
  #startedMs: number | null = null;

  constructor(deps: TurnShareDeps = { nowMs: () => performance.now(), nextTurn: setImmediate }) {
    this.#deps = deps;
  }

  /** Resolves at once, or in the next turn; callers come one at a time. */
  async enter(): Promise<void> {
    const { nowMs, nextTurn } = this.#deps;
    const isSpent = this.#startedMs !== null && nowMs() - this.#startedMs >= TURN_MS;
    if (isSpent) await new Promise<void>((resolve) => nextTurn(resolve));
    if (this.#startedMs !== null) return;
    this.#startedMs = nowMs();
    nextTurn(() => {
      this.#startedMs = null;
    });
  }
}
