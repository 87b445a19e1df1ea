import type { Selectable } from 'kysely';
import type { TObject } from 'typebox';
import type { CountedTable } from '../../../database/migrations/index.ts';
import type { Schema } from '../../../database/schema/index.ts';
import type { Client, FieldLevels } from '../../../http/methods/index.ts';
import type { ListField } from '../record/index.ts';
import type { ListPage, ListQuery } from './list-query.ts';
import type { ReadDeps } from './long-reads.ts';

export type Item = Readonly<Record<string, unknown>>;
export type Table = keyof Schema & string;
type Column<T extends Table> = keyof Schema[T] & string;
export type Row<T extends Table> = Selectable<Schema[T]>;

/** What a list can be summed by, and the amounts that are added up: names of its fields. */
export interface Sums {
  /** Texts of few values, such as a state. */
  readonly by: readonly string[];
  /** Texts with six decimals. */
  readonly of: readonly string[];
}

/**
 * A kind of record as the resource-style methods show it, for its list (defineList) and its single read (defineItem).
 * The table (or view) has a column client_id.
 */
export interface Resource<T extends Table> {
  readonly deps: ReadDeps;
  readonly table: T;
  /** Its primary key of one column, which sorts records of the same time. */
  readonly id: Column<T>;
  /** The column of the time of creation, for newest first; created_at when absent. */
  readonly createdAt?: Column<T>;
  /** The records shown only with deleted=true; the same as in the table's migration. */
  readonly hides: CountedTable['hides'];
  /**
   * Whether a migration called countRecords for the table; true when absent. Otherwise every list counts its records.
   */
  readonly counted?: boolean;
  /**
   * A quicker way to read a page of this table; undefined: the general way.
   */
  readonly pageOf?: (query: ListQuery) => Promise<ListPage<Row<T>> | undefined>;
  /** The scope that the key needs, for example account.read, or the scopes of which it needs one (1403 without it). */
  readonly scope: string | readonly string[];
  /** The levels of its fields, shown or not; absent: the scope shows all fields. */
  readonly levels?: FieldLevels;
  /** The fields for filters and sorting, by their names in the API. */
  readonly fields: Readonly<Record<string, ListField<Column<T>>>>;
  /** What its list can be summed by (C99); absent: nothing. */
  readonly sums?: Sums;
  /** An item without clientId, which is added for master keys. */
  readonly itemSchema: TObject;
  /** The items of a piece of a page, in its order; may read further records for all of its rows at once. */
  readonly items: (rows: readonly Row<T>[], client: Client) => readonly Item[] | Promise<readonly Item[]>;
}
