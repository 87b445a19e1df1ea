import type { ClientTables } from './tables/clients.ts';
import type { HistoryTables } from './tables/history.ts';
import type { ReferenceTables } from './tables/reference.ts';

/** Every table of the program; on SQLite those of HistoryTables are in a file of their own. */
export interface Schema extends ClientTables, ReferenceTables, HistoryTables {}
