/**
 * The database as the work of the leader writes it: each transaction, and each statement that is one by itself, holds
 * the fence first (J31). A job that has only this database can write in no other way.
 */
import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SelectQueryNode,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { dialectOf } from '../queries/index.ts';
import type { Db, Schema } from '../schema/index.ts';
import type { LeaderFence } from './leader-fence.ts';

declare const FENCED: unique symbol;

/** A database whose transactions hold the fence of the leader. */
export type LeaderDb = Db & { readonly [FENCED]: true };

type Fence = Pick<LeaderFence, 'take' | 'hold'>;

/** Uses the connections of `db`, and is not closed by itself. */
export function leaderDb(db: Db, fence: Fence): LeaderDb {
  const isPostgres = dialectOf(db) === 'postgres';
  const dialect = {
    createDriver: () => new LeaderDriver(db, fence),
    createAdapter: () => db.getExecutor().adapter,
    createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
    createIntrospector: (own: Kysely<unknown>) =>
      isPostgres ? new PostgresIntrospector(own) : new SqliteIntrospector(own),
  };
  return new Kysely<Schema>({ dialect }) as LeaderDb;
}

class LeaderDriver implements Driver {
  readonly #db: Db;
  readonly #fence: Fence;

  constructor(db: Db, fence: Fence) {
    this.#db = db;
    this.#fence = fence;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<LeaderConnection> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    return new Promise((acquired, failed) => {
      const held = this.#db.connection().execute((bound) => {
        acquired(new LeaderConnection(bound, this.#fence, release));
        return released;
      });
      held.catch(failed);
    });
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as LeaderConnection).release();
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return (connection as LeaderConnection).begin(settings);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as LeaderConnection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as LeaderConnection).rollback();
  }

  /** The owner of the connections closes them. */
  async destroy(): Promise<void> {}
}

class LeaderConnection implements DatabaseConnection {
  readonly #bound: Db;
  readonly #fence: Fence;
  readonly release: () => void;
  #transaction: ControlledTransaction<Schema> | undefined;

  constructor(bound: Db, fence: Fence, release: () => void) {
    this.#bound = bound;
    this.#fence = fence;
    this.release = release;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const isWriting = accessMode !== 'read only';
    if (isWriting) await this.#fence.take(this.#bound);
    let builder = this.#bound.startTransaction();
    if (isolationLevel !== undefined) builder = builder.setIsolationLevel(isolationLevel);
    if (accessMode !== undefined) builder = builder.setAccessMode(accessMode);
    const transaction = await builder.execute();
    this.#transaction = transaction;
    if (!isWriting) return;
    try {
      await this.#fence.hold(transaction);
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.#transaction?.commit().execute();
    this.#transaction = undefined;
  }

  async rollback(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await transaction?.rollback().execute();
  }

  async executeQuery<R>(query: CompiledQuery, options?: AbortableOperationOptions): Promise<QueryResult<R>> {
    if (this.#transaction !== undefined) return this.#transaction.executeQuery<R>(query as CompiledQuery<R>, options);
    if (SelectQueryNode.is(query.query)) return this.#bound.executeQuery<R>(query as CompiledQuery<R>, options);
    await this.begin({});
    try {
      const result = await this.executeQuery<R>(query, options);
      await this.commit();
      return result;
    } catch (error) {
      // The error of a rollback would hide this one.
      await this.rollback().catch(() => {});
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('the work of the leader reads pages');
  }
}
