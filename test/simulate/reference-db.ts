/** The connections of a process to the reference database, for Kysely. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { databaseError } from '../../src/database/queries/index.ts';
import type { Db, Schema } from '../../src/database/schema/index.ts';
import type { SimulatedProcess } from './machine.ts';
import type { Network } from './network.ts';
import { type Query, REFERENCE, type ReferenceServer, type Result, type Session } from './reference.ts';
import type { World } from './world.ts';

const ANSWER_MS_MAX = 3000;
const CONNECT_MS_MAX = 2000;
/** A statement, or a connection, that takes longer says that something is wrong between a process and the database. */
const SLOW_US = 100_000;

export interface ReferenceDeps {
  readonly world: World;
  readonly network: Network;
  readonly server: ReferenceServer;
  readonly process: SimulatedProcess;
  /** Called with when something was asked that failed, or was answered late. */
  readonly onTrouble: (askedUs: number) => void;
  /** Names the leadership in which the process commits. */
  readonly leadership: () => string;
}

/** A connection, as its process has it. */
class ReferenceConnection implements DatabaseConnection {
  readonly #deps: ReferenceDeps;
  readonly session: Session;
  #fail: ((error: Error) => void) | undefined;
  isOver = false;

  constructor(deps: ReferenceDeps) {
    this.#deps = deps;
    const { server, process } = deps;
    const onEnd = () => this.#travel(() => process.deliver(() => this.end('the server ended it')));
    this.session = server.accept(onEnd, deps.leadership);
    process.onEnd(() => this.#travel(() => server.end(this.session)));
  }

  /** To the other end, when nothing cuts the line by then. */
  #travel(arrive: () => void): void {
    const { world, network, process } = this.#deps;
    world.after(network.delayUs(), () => network.carry(process.machine.name, REFERENCE, arrive));
  }

  executeQuery<R>(query: Query): Promise<QueryResult<R>> {
    const { world, server, process, onTrouble } = this.#deps;
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(databaseError(error));
      if (this.isOver) return fail(new Error('Client has encountered a connection error and is not queryable'));
      if (!process.mayAct()) return;
      const askedUs = world.nowUs;
      const cancel = process.after(ANSWER_MS_MAX, () => this.end('no answer'));
      this.#fail = (error) => {
        cancel();
        onTrouble(askedUs);
        fail(error);
      };
      const settle = (result: Result) => {
        if (this.isOver) return;
        this.#fail = undefined;
        cancel();
        if (world.nowUs > askedUs + SLOW_US) onTrouble(askedUs);
        if (result instanceof Error) fail(result);
        else resolve(result as QueryResult<R>);
      };
      this.#travel(() =>
        server.execute(this.session, query, (result) => this.#travel(() => process.deliver(() => settle(result)))),
      );
    });
  }

  streamQuery(): never {
    throw new Error('the reference database answers with all rows at once');
  }

  end(reason: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#travel(() => this.#deps.server.end(this.session));
    this.#fail?.(new Error(`Connection terminated: ${reason}`));
  }
}

/** As many connections as are used at once. */
class ReferenceDriver implements Driver {
  readonly #deps: ReferenceDeps;
  readonly #idle: ReferenceConnection[] = [];

  constructor(deps: ReferenceDeps) {
    this.#deps = deps;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ReferenceConnection> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) if (!idle.isOver) return idle;
    return await this.#connect();
  }

  #connect(): Promise<ReferenceConnection> {
    const { world, network, server, process, onTrouble } = this.#deps;
    return new Promise((resolve, reject) => {
      const askedUs = world.nowUs;
      const fail = (message: string) => {
        onTrouble(askedUs);
        reject(databaseError(Object.assign(new Error(message), { code: 'ECONNREFUSED' })));
      };
      if (!process.mayAct()) return;
      const cancel = process.after(CONNECT_MS_MAX, () => fail('timeout expired'));
      world.after(network.delayUs(), () =>
        network.carry(process.machine.name, REFERENCE, () =>
          process.deliver(() => {
            cancel();
            if (world.nowUs > askedUs + SLOW_US) onTrouble(askedUs);
            if (server.isDown) fail('connect ECONNREFUSED');
            else resolve(new ReferenceConnection(this.#deps));
          }),
        ),
      );
    });
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof ReferenceConnection && !connection.isOver) this.#idle.push(connection);
  }

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(accessMode === 'read only' ? 'begin' : 'begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    for (const connection of this.#idle.splice(0)) connection.end('closed');
  }
}

class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** The database of a process, through the network. */
export function referenceDb(deps: ReferenceDeps): Db {
  return new Kysely<Schema>({
    dialect: {
      createDriver: () => new ReferenceDriver(deps),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new ManyConnections(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}
