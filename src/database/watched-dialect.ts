import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely';
import { DatabaseUnavailable, databaseError } from './queries/index.ts';

/** Called with each statement or connection attempt that fails because of the database. */
export type OnUnavailable = (error: DatabaseUnavailable) => void;

/** The dialect with the errors of databaseError, for both databases. */
export function watchedDialect(dialect: Dialect, onUnavailable: OnUnavailable): Dialect {
  return {
    createDriver: () => watchedDriver(dialect.createDriver(), onUnavailable),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

/** Replaces the methods of the object itself, as Kysely's log does, because drivers compare their connections. */
function watchedDriver(driver: Driver, onUnavailable: OnUnavailable): Driver {
  const watched = new WeakSet<DatabaseConnection>();
  const fail = (error: unknown): never => {
    const thrown = databaseError(error);
    if (thrown instanceof DatabaseUnavailable) onUnavailable(thrown);
    throw thrown;
  };
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options).catch(fail);
    if (watched.has(connection)) return connection;
    watched.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(query: CompiledQuery, options?: AbortableOperationOptions) =>
      execute<R>(query, options).catch(fail);
    return connection;
  };
  return driver;
}
