/**
 * The reference database: SQLite in memory at the other end of the network. Its transactions run one after the other,
 * and what is committed is durable: the standby that it has is not in this world.
 */
import { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type TransactionSettings,
} from 'kysely';
import { openDatabase } from '../../src/database/open-database.ts';
import { databaseError } from '../../src/database/queries/index.ts';
import type { Db, Schema } from '../../src/database/schema/index.ts';
import { NodeSqliteConnection } from '../../src/database/sqlite/node-sqlite-driver.ts';
import type { SimulatedProcess } from './machine.ts';
import type { Network } from './network.ts';
import type { World } from './world.ts';

/** As a host, for lines that are cut. */
export const REFERENCE = 'reference';
/** As src/service/parts/databases.ts: the server ends a transaction that waits longer for its next statement. */
const IDLE_US_MAX = 2_000_000;
const ANSWER_MS_MAX = 3000;
const CONNECT_MS_MAX = 2000;
/** A statement that takes longer says that something is wrong between a process and the database. */
const SLOW_US = 100_000;

type Result = QueryResult<unknown> | Error;
type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A statement as a plant may have it otherwise: those that are run in its place, the first of which answers. */
export type PlantedStatement = (query: Query) => readonly [Query, ...Query[]];

/** The tables of what is in this world. */
const TABLES = ['access_changes', 'api_keys', 'clients', 'kept_webhooks', 'leader_fence', 'venue_binding'].concat(
  ['venue_webhook_positions', 'webhook_deliveries', 'webhook_encryption_keys', 'webhook_outbox', 'webhook_tokens'],
  ['webhooks'],
);

let schema: Promise<readonly string[]> | undefined;

/** What makes the tables; to be read in the real world. */
export function referenceSchema(): Promise<readonly string[]> {
  schema ??= (async () => {
    const { db, close } = await openDatabase({ file: ':memory:' });
    const found = sql<{ readonly sql: string }>`select sql from sqlite_master
      where sql is not null and tbl_name in (${sql.join(TABLES)}) order by type = 'trigger', type = 'index', rowid`;
    const { rows } = await found.execute(db);
    await close();
    return rows.map((row) => row.sql);
  })();
  return schema;
}

/** The server's end of a connection. */
export interface Session {
  readonly onEnd: () => void;
  /** Whether its transaction moves the position of the webhooks, which is work of the leader. */
  isOfLeader: boolean;
  /** Whether it changes what a client may do. */
  isOfAccess: boolean;
  readonly leadership: () => string;
  /** Counts its statements. */
  statements: number;
  isOver: boolean;
}

export class ReferenceServer {
  readonly #world: World;
  readonly #database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  readonly #connection = new NodeSqliteConnection(this.#database);
  readonly #sessions = new Set<Session>();
  /** Whose transaction is under way, and who waits for its end. */
  #owner: Session | undefined;
  readonly #waiting: (() => void)[] = [];
  isDown = false;
  planted: PlantedStatement = (query) => [query];
  /** Called at each commit. */
  onCommit: (session: Session) => void = () => {};

  constructor(world: World, tables: readonly string[]) {
    this.#world = world;
    for (const table of tables) this.#database.exec(table);
  }

  /** Of the world itself, at once. */
  rows<T>(text: string, ...parameters: (string | number)[]): T[] {
    return this.#database.prepare(text).all(...parameters) as T[];
  }

  insert(table: string, row: Readonly<Record<string, string | number>>): void {
    const columns = Object.keys(row);
    const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
    this.#database.prepare(text).run(...Object.values(row));
  }

  accept(onEnd: () => void, leadership: () => string): Session {
    const session = { onEnd, leadership, statements: 0, isOver: false, isOfLeader: false, isOfAccess: false };
    this.#sessions.add(session);
    return session;
  }

  /** Calls back with the result, unless the connection ends before. */
  execute(session: Session, query: Query, answer: (result: Result) => void): void {
    if (session.isOver) return;
    if (this.#owner !== undefined && this.#owner !== session) {
      this.#waiting.push(() => this.execute(session, query, answer));
      return;
    }
    session.statements++;
    const isCommit = query.sql === 'commit';
    if (query.sql.startsWith('begin')) Object.assign(session, { isOfLeader: false, isOfAccess: false });
    else if (query.sql.startsWith('update "venue_webhook_positions"')) session.isOfLeader = true;
    else if (query.sql.startsWith('update "clients"')) session.isOfAccess = true;
    // A transaction that an error ended has nothing to roll back.
    if (query.sql === 'rollback' && !this.#database.isTransaction) {
      answer({ rows: [] });
      return;
    }
    this.#owner = session;
    void this.#run(query).then((result) => {
      this.#owner = this.#database.isTransaction ? session : undefined;
      if (this.#owner === undefined) this.#next();
      else this.#endWhenIdle(session);
      if (isCommit) this.onCommit(session);
      answer(result);
    });
  }

  async #run(query: Query): Promise<Result> {
    try {
      const [first, ...more] = this.planted(query);
      const result = await this.#connection.executeQuery(first);
      for (const one of more) await this.#connection.executeQuery(one);
      return result;
    } catch (error) {
      return error as Error;
    }
  }

  #endWhenIdle(session: Session): void {
    const { statements } = session;
    this.#world.after(IDLE_US_MAX, () => {
      if (this.#owner === session && session.statements === statements) this.end(session);
    });
  }

  #next(): void {
    while (this.#owner === undefined && this.#waiting.length > 0) this.#waiting.shift()?.();
  }

  /** What it has not committed is undone; its other end hears of it. */
  end(session: Session): void {
    if (session.isOver) return;
    session.isOver = true;
    this.#sessions.delete(session);
    if (this.#owner === session) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      this.#owner = undefined;
    }
    session.onEnd();
    this.#next();
  }

  /** All connections break. */
  breakConnections(): void {
    this.#waiting.length = 0;
    for (const session of [...this.#sessions]) this.end(session);
  }

  /** The world is over. */
  close(): void {
    this.#database.close();
  }

  crash(): void {
    this.isDown = true;
    this.breakConnections();
  }
}

export interface ReferenceParts {
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
  readonly #parts: ReferenceParts;
  readonly session: Session;
  #fail: ((error: Error) => void) | undefined;
  isOver = false;

  constructor(parts: ReferenceParts) {
    this.#parts = parts;
    const { server, process } = parts;
    const onEnd = () => this.#travel(() => process.deliver(() => this.end('the server ended it')));
    this.session = server.accept(onEnd, parts.leadership);
    process.onEnd(() => this.#travel(() => server.end(this.session)));
  }

  /** To the other end, when nothing cuts the line by then. */
  #travel(arrive: () => void): void {
    const { world, network, process } = this.#parts;
    world.after(network.delayUs(), () => network.carry(process.machine.name, REFERENCE, arrive));
  }

  executeQuery<R>(query: Query): Promise<QueryResult<R>> {
    const { world, server, process, onTrouble } = this.#parts;
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
    this.#travel(() => this.#parts.server.end(this.session));
    this.#fail?.(new Error(`Connection terminated: ${reason}`));
  }
}

/** As many connections as are used at once. */
class ReferenceDriver implements Driver {
  readonly #parts: ReferenceParts;
  readonly #idle: ReferenceConnection[] = [];

  constructor(parts: ReferenceParts) {
    this.#parts = parts;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ReferenceConnection> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) if (!idle.isOver) return idle;
    return await this.#connect();
  }

  #connect(): Promise<ReferenceConnection> {
    const { world, network, server, process, onTrouble } = this.#parts;
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
            if (server.isDown) fail('connect ECONNREFUSED');
            else resolve(new ReferenceConnection(this.#parts));
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
export function referenceDb(parts: ReferenceParts): Db {
  return new Kysely<Schema>({
    dialect: {
      createDriver: () => new ReferenceDriver(parts),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new ManyConnections(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}
