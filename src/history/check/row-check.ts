import { sql } from 'kysely';
import type { Columns } from '../../database/queries/index.ts';
import type { Db, Schema } from '../../database/schema/index.ts';
import type { ExchangeEvent } from '../../exchange/api/index.ts';
import {
  EVENT_USER_COLUMNS,
  FEE_COLUMNS,
  MARKET_EVENT_COLUMNS,
  MATCH_COLUMNS,
  NOTICE_COLUMNS,
  ORDER_ENTRY_COLUMNS,
  ORDER_RENAME_COLUMNS,
  ORDER_UPDATE_COLUMNS,
  REGISTER_CHANGE_COLUMNS,
} from '../columns.ts';
import { recordedEvents } from '../recorded-events.ts';

/** Compares the rows of the order history with events of the journal, in their order, table by table. */
export class RowCheck {
  readonly #db: Db;
  readonly #problem: (text: string) => void;
  /** The highest key that was compared, by table: rows between two batches are compared too. */
  readonly #compared = new Map<string, number>();

  constructor(db: Db, problem: (text: string) => void) {
    this.#db = db;
    this.#problem = problem;
  }

  /** All events of some commands. */
  async compare(events: readonly ExchangeEvent[]): Promise<void> {
    const { entries, updates, renames, executions, markets, notices, users, ...more } = recordedEvents(events);
    await this.#table('order_entry_rows', ['order_id'], ORDER_ENTRY_COLUMNS, entries);
    await this.#table('order_updates', ['seq'], ORDER_UPDATE_COLUMNS, updates);
    await this.#table('order_renames', ['seq'], ORDER_RENAME_COLUMNS, renames);
    await this.#table('matches', ['match_id'], MATCH_COLUMNS, executions);
    await this.#table('market_events', ['seq'], MARKET_EVENT_COLUMNS, markets);
    await this.#table('notices', ['seq', 'client_id'], NOTICE_COLUMNS, notices);
    await this.#table('register_entry_changes', ['seq', 'part'], REGISTER_CHANGE_COLUMNS, more.registerChanges);
    await this.#table('fee_changes', ['seq', 'order_id'], FEE_COLUMNS, more.fees);
    await this.#table('event_users', ['seq'], EVENT_USER_COLUMNS, users);
  }

  /** @param keyed a number that rises with the items; after it the columns that differ where several have one number */
  async #table<Row, Item>(
    table: keyof Schema,
    keyed: readonly [key: keyof Row & string, ...(keyof Row & string)[]],
    columns: Columns<Row, Item>,
    items: readonly Item[],
  ): Promise<void> {
    if (items.length === 0) return;
    const [key] = keyed;
    const numberOf = (item: Item) => Number(columns[key](item));
    const expected = new Map(items.map((item) => [keyed.map((name) => columns[name](item)).join(' '), item]));
    const above = this.#compared.get(table) ?? numberOf(items[0]!) - 1;
    const last = numberOf(items.at(-1)!);
    this.#compared.set(table, last);
    const names = Object.keys(columns) as (keyof Row & string)[];
    const { rows } = await sql<Row>`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}
      where ${sql.ref(key)} > ${above} and ${sql.ref(key)} <= ${last}`.execute(this.#db);
    for (const row of rows) {
      const id = keyed.map((name) => row[name]).join(' ');
      const item = expected.get(id);
      const wrong = item === undefined ? [] : names.filter((name) => columns[name](item) !== row[name]);
      if (item === undefined) this.#problem(`${table}: ${key} ${id} is in no event of the journal`);
      else if (wrong.length > 0) this.#problem(`${table}: ${key} ${id} differs in ${wrong.join(', ')}`);
      expected.delete(id);
    }
    for (const missing of expected.keys()) this.#problem(`${table}: ${key} ${missing} is missing`);
  }
}
