import { join } from 'node:path';

/** The SQLite files of the data folder, used without a PostgreSQL URL. */
export function mainDatabaseFile(dataDir: string): string {
  return join(dataDir, 'openats.db');
}

/** A separate file, because another thread writes it. */
export function historyDatabaseFile(dataDir: string): string {
  return join(dataDir, 'history.db');
}
