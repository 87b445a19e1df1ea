import { CompiledQuery, type Transaction } from 'kysely';
import type { Dialect } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';

/**
 * Rows written by one statement on SQLite. Few sizes, so that each is prepared once; at most 256 rows of 23 columns
 * stay well below its 32,766 parameters.
 */
const CHUNK_ROWS = [256, 64, 16, 4, 1] as const;

/** How each column of a row is filled from an item; the one place that knows the order of a table's columns. */
export type Columns<Row, Item> = { readonly [Name in keyof Row & string]-?: (item: Item) => Row[Name] };

/** Writes many rows of one table with few statements. */
export class BulkInsert<Row, Item> {
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #readers: readonly ((item: Item) => unknown)[];
  readonly #statements = new Map<number, string>();
  readonly write: (transaction: Transaction<Schema>, items: readonly Item[]) => Promise<void>;

  constructor(dialect: Dialect, table: keyof Schema, columns: Columns<Row, Item>) {
    this.#table = table;
    this.#columns = Object.keys(columns);
    this.#readers = Object.values(columns);
    this.write = dialect === 'sqlite' ? this.#writeParameters : this.#writeJson;
  }

  async #writeParameters(transaction: Transaction<Schema>, items: readonly Item[]): Promise<void> {
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
    const row = `(${this.#columns.map(() => '?').join(', ')})`;
    const values = Array.from({ length: rows }, () => row).join(', ');
    // On a conflict the transaction has failed anyway; without these words SQLite keeps a copy of every page that it
    // changes, so that it could take back just the statement.
    const statement = `insert or rollback into ${this.#table} (${this.#columns.join(', ')}) values ${values}`;
    this.#statements.set(rows, statement);
    return statement;
  }

  /** PostgreSQL reads one text faster than thousands of parameters. */
  async #writeJson(transaction: Transaction<Schema>, items: readonly Item[]): Promise<void> {
    if (items.length === 0) return;
    const columns = this.#columns.join(', ');
    const statement =
      `insert into ${this.#table} (${columns}) select ${columns} from ` +
      `json_populate_recordset(null::${this.#table}, $1)`;
    await transaction.executeQuery(
      CompiledQuery.raw(statement, [JSON.stringify(items.map((item) => this.#row(item)))]),
    );
  }

  #row(item: Item): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.#readers.length; index++) row[this.#columns[index]!] = this.#readers[index]!(item);
    return row;
  }
}
