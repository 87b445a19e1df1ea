import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type Dialect as KyselyDialect,
  PostgresAdapter,
} from 'kysely';
import type { Database } from './database.ts';
import { postgresSize, sqliteSize } from './database-size.ts';
import { HISTORY_MIGRATIONS, MAIN_MIGRATIONS, migrate, migrateEmpty } from './migrations/index.ts';
import { isPostgresUrl, postgresDialect } from './postgres/index.ts';
import { applicationName } from './postgres-client/index.ts';
import {
  DatabaseUnavailable,
  databaseError,
  executeNoted,
  type ImpossibleSum,
  impossibleSumOf,
  isImpossibleSum,
  type Noting,
} from './queries/index.ts';
import type { Migration, Schema } from './schema/index.ts';
import {
  nodeSqliteDialect,
  readThreadDialect,
  type Synchronous,
  WriteAheadLog,
  writeThreadDialect,
} from './sqlite/index.ts';

export interface DatabaseLocation {
  /** postgres://user:password@host:port/database; wins over file. */
  readonly url?: string | null | undefined;
  /** Path of the SQLite file; it is created when absent. */
  readonly file?: string | undefined;
  /**
   * SQLite only, FULL when absent: NORMAL may lose the newest transactions on a power cut (never damages the file),
   * which suits a projection that can be made again.
   */
  readonly synchronous?: Synchronous | undefined;
  /** PostgreSQL only: most connections at once; 10 when absent. */
  readonly connectionsMax?: number | undefined;
  /**
   * PostgreSQL only: the time limit of a statement. After it the connection is closed, because its host may be down.
   * Does not apply to migrations. No limit when absent.
   */
  readonly answerMsMax?: number | undefined;
  /**
   * PostgreSQL only: how long a transaction may wait for its next statement. After it the server ends the transaction
   * and its locks, because its process may have been stopped. No limit when absent.
   */
  readonly idleMsMax?: number | undefined;
  /**
   * PostgreSQL only: aborted when nobody waits for the database any more. Statements then fail at once, and closing
   * does not wait for the server.
   */
  readonly abandoned?: AbortSignal | undefined;
  /**
   * PostgreSQL only: under which name the server shows the connections for a use. Where it is set, connections whose
   * statement was given up count, until the server has ended it (J30).
   */
  readonly nameOf?: { readonly node: string; readonly use: string } | undefined;
}

function nameFor({ nameOf }: DatabaseLocation, more = ''): string | undefined {
  return nameOf && applicationName(nameOf.node, nameOf.use + more);
}

/** Opens the main database (clients, reference data) and brings its schema up to date. */
export function openDatabase(location: DatabaseLocation, listeners?: DatabaseListeners): Promise<Database> {
  return open(location, { list: 'main', steps: MAIN_MIGRATIONS }, listeners);
}

/**
 * The main database with the schema that it has, for a command that runs while nodes of this or another release do
 * (J21): only an empty one gets a schema.
 */
export function openDatabaseAsFound(location: DatabaseLocation): Promise<Database> {
  return open(location, { list: 'main', steps: MAIN_MIGRATIONS, bringUpToDate: migrateEmpty });
}

/**
 * Opens the order history and brings its schema up to date. On PostgreSQL the location is that of the main database.
 */
export function openHistoryDatabase(location: DatabaseLocation, listeners?: DatabaseListeners): Promise<Database> {
  return open(location, { list: 'history', steps: HISTORY_MIGRATIONS }, listeners);
}

/** The existing order history, read-only: nothing is created, migrated or changed. */
export function openHistoryReader(location: DatabaseLocation): Pick<Database, 'db' | 'close'> {
  const { url, file = '', answerMsMax, idleMsMax } = location;
  const dialect =
    typeof url === 'string'
      ? postgresDialect(url, 1, { answerMsMax: () => answerMsMax, idleMsMax, name: nameFor(location) })
      : nodeSqliteDialect({ file, synchronous: 'FULL', readOnly: true });
  const db = new Kysely<Schema>({ dialect: watchedDialect(dialect, {}) });
  return { db, close: () => db.destroy() };
}

interface SchemaSteps {
  readonly list: string;
  readonly steps: readonly Migration[];
  readonly bringUpToDate?: typeof migrate;
}

async function open(
  location: DatabaseLocation,
  { list, steps, bringUpToDate = migrate }: SchemaSteps,
  listeners: DatabaseListeners = {},
): Promise<Database> {
  let isOpen = false;
  const connections = connect(location, () => (isOpen ? location.answerMsMax : undefined), listeners);
  const { db, reader, pages, background, dialect, log } = connections;
  try {
    await bringUpToDate(db, dialect, list, steps);
    isOpen = true;
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const close = async () => {
    await log?.close();
    for (const other of [reader, pages, background]) if (other !== db) await other.destroy();
    await db.destroy();
  };
  const size = () => (dialect === 'postgres' ? postgresSize(reader, list) : sqliteSize(location.file ?? '', log));
  return Object.freeze({ ...connections, size, close });
}

/** The most concurrent long reads on PostgreSQL, and the time limit of each. */
export const READER_CONNECTIONS = 2;
const READER_STATEMENT_MS_MAX = 10_000;

function connect(
  location: DatabaseLocation,
  answerMsMax: () => number | undefined,
  listeners: DatabaseListeners,
): Omit<Database, 'size' | 'close'> {
  const watched = (dialect: KyselyDialect) => new Kysely<Schema>({ dialect: watchedDialect(dialect, listeners) });
  if (location.url !== undefined && location.url !== null) {
    // The URL may hold a password, so no message repeats it.
    if (!isPostgresUrl(location.url)) throw new Error('The database URL must start with postgres:// or postgresql://');
    const limits = { answerMsMax, idleMsMax: location.idleMsMax, abandoned: location.abandoned };
    const { connectionsMax = 10 } = location;
    const db = watched(postgresDialect(location.url, connectionsMax, { ...limits, name: nameFor(location) }));
    const ofReads = { ...limits, name: nameFor(location, '-reads'), statementMsMax: READER_STATEMENT_MS_MAX };
    return {
      db,
      pages: db,
      background: db,
      reader: watched(postgresDialect(location.url, READER_CONNECTIONS, ofReads)),
      dialect: 'postgres',
    };
  }
  if (location.file === undefined) throw new Error('A database needs a PostgreSQL URL or the path of an SQLite file');
  const db = watched(nodeSqliteDialect({ file: location.file, synchronous: location.synchronous ?? 'FULL' }));
  if (location.file === ':memory:') return { db, reader: db, pages: db, background: db, dialect: 'sqlite' };
  const [reader, pages] = [watched(readThreadDialect(location.file)), watched(readThreadDialect(location.file))];
  const background = watched(writeThreadDialect(location.file, db));
  const log = new WriteAheadLog(location.file, { db, background });
  return { db, reader, pages, background, dialect: 'sqlite', log };
}

export interface DatabaseListeners {
  /** Called before each statement. */
  readonly beforeStatement?: () => void;
  /** Called with each statement or connection attempt that fails because of the database. */
  readonly onUnavailable?: (error: DatabaseUnavailable) => void;
  /** Called with each statement that the ledger refuses (B6), before its error is thrown. */
  readonly onImpossibleSum?: (found: ImpossibleSum) => void;
}

/** The dialect with the errors of databaseError, for both databases. */
function watchedDialect(dialect: Dialect, listeners: DatabaseListeners): Dialect {
  return {
    createDriver: () => watchedDriver(dialect, listeners),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

/** Replaces the methods of the object itself, as Kysely's log does, because drivers compare their connections. */
function watchedDriver(dialect: Dialect, listeners: DatabaseListeners): Driver {
  const { beforeStatement, onUnavailable, onImpossibleSum } = listeners;
  const driver = dialect.createDriver();
  const compiler = dialect.createQueryCompiler();
  const name = dialect.createAdapter() instanceof PostgresAdapter ? 'postgres' : 'sqlite';
  const watched = new WeakSet<DatabaseConnection>();
  const fail = (error: unknown): never => {
    const thrown = databaseError(error);
    if (thrown instanceof DatabaseUnavailable) onUnavailable?.(thrown);
    throw thrown;
  };
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options).catch(fail);
    if (watched.has(connection)) return connection;
    watched.add(connection);
    const plain = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(query: CompiledQuery, options?: AbortableOperationOptions) => {
      beforeStatement?.();
      const execute: Noting['execute'] = (one) => plain(one, options);
      const noting = { execute, compiler, dialect: name } as const;
      return executeNoted<R>(noting, query).catch(async (error) => {
        if (isImpossibleSum(error)) onImpossibleSum?.(await impossibleSumOf(noting, query, error));
        return fail(error);
      });
    };
    return connection;
  };
  return driver;
}
