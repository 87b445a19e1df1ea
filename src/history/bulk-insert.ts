import { CompiledQuery, type Transaction } from 'kysely';
import type { Dialect } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';
import type { Columns } from './columns.ts';

/**
 * Rows written by one statement. Few sizes, so that each is prepared once; at most 256 rows of 23 columns stay well
 * below the 32,766 parameters of SQLite and the 65,535 of PostgreSQL.
 */
const CHUNK_ROWS = [256, 64, 16, 4, 1] as const;

/** Writes many rows of one table with few statements; a known key has the given columns overwritten. */
export class BulkInsert<Row, Item> {
  readonly #dialect: Dialect;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #readers: readonly ((item: Item) => unknown)[];
  readonly #conflict: string;
  readonly #statements = new Map<number, string>();

  constructor(
    dialect: Dialect,
    table: keyof Schema,
    columns: Columns<Row, Item>,
    upsert?: { readonly key: string; readonly overwrite: readonly string[] },
  ) {
    this.#dialect = dialect;
    this.#table = table;
    this.#columns = Object.keys(columns);
    this.#readers = Object.values(columns);
    this.#conflict =
      upsert === undefined
        ? ''
        : ` on conflict (${upsert.key}) do update set ${upsert.overwrite.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  }

  async write(transaction: Transaction<Schema>, items: readonly Item[]): Promise<void> {
    let next = 0;
    for (const rows of CHUNK_ROWS) {
      for (; items.length - next >= rows; next += rows) {
        const parameters = this.#parameters(items, next, rows);
        await transaction.executeQuery(CompiledQuery.raw(this.#statement(rows), parameters));
      }
    }
  }

  #parameters(items: readonly Item[], from: number, rows: number): unknown[] {
    const parameters: unknown[] = [];
    for (let index = from; index < from + rows; index++) {
      const item = items[index]!;
      for (const read of this.#readers) parameters.push(read(item));
    }
    return parameters;
  }

  #statement(rows: number): string {
    const known = this.#statements.get(rows);
    if (known !== undefined) return known;
    const width = this.#columns.length;
    const row = (index: number) =>
      `(${this.#columns.map((_, column) => (this.#dialect === 'sqlite' ? '?' : `$${index * width + column + 1}`)).join(', ')})`;
    const values = Array.from({ length: rows }, (_, index) => row(index)).join(', ');
    const statement = `insert into ${this.#table} (${this.#columns.join(', ')}) values ${values}${this.#conflict}`;
    this.#statements.set(rows, statement);
    return statement;
  }
}
