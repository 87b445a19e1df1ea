import type { Migration } from '../migration.ts';
import { clientsMigration } from './0001-clients.ts';
import { referenceMigration } from './0002-reference.ts';
import { historyMigration } from './0003-history.ts';

/** Steps of the main database, in order. */
export const MAIN_MIGRATIONS: readonly Migration[] = [clientsMigration, referenceMigration];

/** Steps of the order history: a file of its own on SQLite, the same database on PostgreSQL. */
export const HISTORY_MIGRATIONS: readonly Migration[] = [historyMigration];
