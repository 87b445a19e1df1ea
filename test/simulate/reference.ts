/**
 * The reference database: SQLite in memory at the other end of the network. Its transactions run one after the other,
 * and what is committed is durable: the standby that it has is not in this world.
 */
import { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, type QueryResult, sql } from 'kysely';
import { openDatabase } from '../../src/database/open-database.ts';
import { NodeSqliteConnection } from '../../src/database/sqlite/node-sqlite-driver.ts';
import type { World } from './world.ts';

/** As a host, for lines that are cut. */
export const REFERENCE = 'reference';
/** As src/service/parts/databases.ts: the server ends a transaction that waits longer for its next statement. */
const IDLE_US_MAX = 2_000_000;

export type Result = QueryResult<unknown> | Error;
export type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

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
