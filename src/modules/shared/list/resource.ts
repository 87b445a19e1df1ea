import type { Kysely, Selectable } from 'kysely';
import type { TObject } from 'typebox';
import type { CountedTable } from '../../../database/counted-records.ts';
import type { Schema } from '../../../database/schema.ts';
import type { Client } from '../../../http/methods/index.ts';
import type { PiiTable } from '../pii-levels.ts';
import type { ListField } from './fields.ts';
import type { LongReads } from './long-reads.ts';
import type { ListPage, ListQuery } from './query.ts';

export type Item = Readonly<Record<string, unknown>>;
export type Table = keyof Schema & string;
export type Column<T extends Table> = keyof Schema[T] & string;
export type Row<T extends Table> = Selectable<Schema[T]>;

/** Where records are read; ModuleServices is one. */
export interface ReadServices {
  readonly db: Kysely<Schema>;
  /** For reads that take long; absent: they run on db. */
  readonly longReads?: LongReads | undefined;
}

/**
 * A kind of record as the resource-style methods show it: what its list (defineList) and its single read (defineItem)
 * have in common. The table (or view) has a column client_id.
 */
export interface Resource<T extends Table> {
  readonly services: ReadServices;
  readonly table: T;
  /** Its single primary key, which settles the order of records of the same time. */
  readonly id: Column<T>;
  /** Column of the time of creation, by which newest first is meant; created_at when absent. */
  readonly createdAt?: Column<T>;
  /** What is shown only with deleted=true; the same as in the table's migration. */
  readonly hides: CountedTable['hides'];
  /**
   * Whether a migration called countRecords for the table; true when absent. Otherwise every list counts its records.
   */
  readonly counted?: boolean;
  /**
   * A page as the table itself finds it, where it has a quicker way than lists in general; undefined: as they do.
   */
  readonly pageOf?: (query: ListQuery) => Promise<ListPage<Row<T>> | undefined>;
  /** What the key needs, for example account.read (1403 without it). */
  readonly scope: string;
  /** Which fields are redacted below which level; absent: the scope shows all. */
  readonly pii?: PiiTable;
  /** What the list can be filtered and sorted by, under the names of the API. */
  readonly fields: Readonly<Record<string, ListField<Column<T>>>>;
  /** An item without clientId, which master keys get beside it. */
  readonly itemSchema: TObject;
  /** The items of a piece of a page, in its order: here further records can be read for all of its rows at once. */
  readonly items: (rows: readonly Row<T>[], client: Client) => readonly Item[] | Promise<readonly Item[]>;
}
