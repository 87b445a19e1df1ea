import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';

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
  }

  async executeQuery<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    const { statement, givesRows } = this.#prepare(query.sql);
    const parameters = bindable(query.parameters);
    if (givesRows) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  streamQuery(): never {
    throw new Error('SQLite answers with all rows at once');
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
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
