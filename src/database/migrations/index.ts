/** The schemas of the databases, and the steps that bring them up to date. */
export { type CountedTable, countRecords, visibleWhen } from './counted-records.ts';
export { HISTORY_MIGRATIONS, historyTables } from './history/index.ts';
export { MAIN_MIGRATIONS } from './main/index.ts';
export { migrate, migrateEmpty } from './migrate.ts';
export { keepStatusChanges } from './status-history.ts';
