/** The types of the rows of all tables and views, as Kysely's queries know them. */
import type { Kysely } from 'kysely';
import type { EntityRow, PartyRow, Tables } from './generated/rows.ts';
import type { HistoryViews } from './history-views.ts';

export type * from './generated/rows.ts';
export type * from './history-views.ts';
export { type Dialect, isExpansion, type Migration } from './migration.ts';
export type * from './report-manifest.ts';
export * from './surveillance.ts';

/** All tables and views; on SQLite those of the history are in a separate file. */
export interface Schema extends Tables, HistoryViews {}

/** A connection or a transaction; queries are checked against the tables. */
export type Db = Kysely<Schema>;

/** The columns that parties and entities share. */
export type PartyRecord = Pick<PartyRow, keyof PartyRow & keyof EntityRow>;
