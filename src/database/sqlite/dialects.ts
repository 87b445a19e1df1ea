import { type Dialect, type Driver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Db } from '../schema/index.ts';
import { type NodeSqliteConfig, NodeSqliteDriver } from './node-sqlite-driver.ts';
import { ThreadDriver } from './sqlite-thread.ts';

/** Kysely's SQLite dialect for Node's own SQLite. */
export function nodeSqliteDialect(config: NodeSqliteConfig): Dialect {
  return dialectWith(() => new NodeSqliteDriver(config));
}

/** SQLite reads in another thread, so that a long query does not block this one. */
export function readThreadDialect(file: string): Dialect {
  return dialectWith(() => new ThreadDriver(file));
}

/**
 * SQLite writes in another thread, taking turns with the connection of this one.
 * @param main the connection of this thread to the same file
 */
export function writeThreadDialect(file: string, main: Db): Dialect {
  return dialectWith(() => new ThreadDriver(file, main));
}

/** The adapter reports a single connection, so that Kysely gives it to one query or transaction at a time. */
function dialectWith(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
