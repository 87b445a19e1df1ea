/** Kysely on SQLite of Node: in this thread, and in further threads. */
export { copySqliteFile } from './copy-file.ts';
export { nodeSqliteDialect, readThreadDialect, writeThreadDialect } from './dialects.ts';
export type { Synchronous } from './node-sqlite-driver.ts';
export { bytesOf, WriteAheadLog } from './write-ahead-log.ts';
