import { type Compilable, type CompiledQuery, sql } from 'kysely';
import { withParameters } from '../database/queries/index.ts';
import type { Db } from '../database/schema/index.ts';

/**
 * The parameter of a limit. Without the cast SQLite compiles the statement again for each new value, which takes many
 * times as long as the query itself.
 */
export const LIMIT = sql<number>`cast(${1} as integer)`;

/**
 * A query that is compiled once, with any values for its parameters, and then run with others: for these reads, which
 * find their rows at once, compiling took most of the time.
 */
export class CompiledRead<Row> {
  readonly #db: Db;
  readonly #compiled: CompiledQuery<Row>;

  constructor(db: Db, query: Compilable<Row>) {
    this.#db = db;
    this.#compiled = query.compile();
  }

  /** The parameters are in the order in which the query names them. */
  async run(...parameters: readonly (string | number)[]): Promise<Row[]> {
    const { rows } = await this.#db.executeQuery<Row>(withParameters(this.#compiled, parameters));
    return rows;
  }
}
