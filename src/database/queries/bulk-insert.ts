import { CompiledQuery, type Transaction } from 'kysely';
import type { Dialect, Schema } from '../schema/index.ts';

/**
 * Rows written by one statement on SQLite. Few sizes, so that each is prepared once; at most 256 rows of 23 columns
 * stay well below its 32,766 parameters.
 */
const CHUNK_ROWS = [256, 64, 16, 4, 1] as const;

/** The value of each column of a row, from an item; defines the order of the table's columns. */
export type Columns<Row, Item> = { readonly [Name in keyof Row & string]-?: (item: Item) => Row[Name] };

/** Writes many rows of one table with few statements. */
export class BulkInsert<Row, Item> {
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #readers: readonly ((item: Item) => unknown)[];
  readonly #statements = new Map<number, string>();
  /** The statements that write these rows. */
  readonly statements: (items: readonly Item[]) => Iterable<CompiledQuery>;

  constructor(dialect: Dialect, table: keyof Schema, columns: Columns<Row, Item>) {
    this.#table = table;
    this.#columns = Object.keys(columns);
    this.#readers = Object.values(columns);
    this.statements = dialect === 'sqlite' ? this.#withParameters : this.#withJson;
  }

  async write(transaction: Transaction<Schema>, items: readonly Item[]): Promise<void> {
    for (const statement of this.statements(items)) await transaction.executeQuery(statement);
  }

  *#withParameters(items: readonly Item[]): Generator<CompiledQuery> {
    let next = 0;
    for (const rows of CHUNK_ROWS) {
      for (; items.length - next >= rows; next += rows) {
        yield CompiledQuery.raw(this.#statement(rows), this.#parameters(items, next, rows));
      }
    }
  }

  #parameters(items: readonly Item[], from: number, rows: number): unknown[] {
    // Allocated at full length, because a growing array is copied repeatedly.
    const parameters = new Array<unknown>(rows * this.#readers.length);
    let next = 0;
    for (let index = from; index < from + rows; index++) {
      const item = items[index]!;
      for (const read of this.#readers) parameters[next++] = read(item);
    }
    return parameters;
  }

  #statement(rows: number): string {
    const known = this.#statements.get(rows);
    if (known !== undefined) return known;
    const row = `(${this.#columns.map(() => '?').join(', ')})`;
    const values = Array.from({ length: rows }, () => row).join(', ');
    // A conflict fails the whole transaction. Without "or rollback" SQLite copies every changed page, so that it could
    // undo only the statement.
    const statement = `insert or rollback into ${this.#table} (${this.#columns.join(', ')}) values ${values}`;
    this.#statements.set(rows, statement);
    return statement;
  }

  /** PostgreSQL reads one text faster than thousands of parameters. */
  *#withJson(items: readonly Item[]): Generator<CompiledQuery> {
    if (items.length === 0) return;
    const columns = this.#columns.join(', ');
    const statement =
      `insert into ${this.#table} (${columns}) select ${columns} from ` +
      `json_populate_recordset(null::${this.#table}, $1)`;
    yield CompiledQuery.raw(statement, [JSON.stringify(items.map((item) => this.#row(item)))]);
  }

  #row(item: Item): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.#readers.length; index++) row[this.#columns[index]!] = this.#readers[index]!(item);
    return row;
  }
}
