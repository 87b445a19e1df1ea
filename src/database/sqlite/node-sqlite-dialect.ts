import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type NodeSqliteConfig, NodeSqliteDriver } from './node-sqlite-driver.ts';

/** Kysely's SQLite dialect for Node's own SQLite. */
export class NodeSqliteDialect implements Dialect {
  readonly #config: NodeSqliteConfig;

  constructor(config: NodeSqliteConfig) {
    this.#config = config;
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#config);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  /** Reports a single connection, so that Kysely gives it to one query or transaction at a time. */
  createAdapter(): DialectAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}
