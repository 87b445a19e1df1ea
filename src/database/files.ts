import { join } from 'node:path';

/** The SQLite files of the data folder, where no PostgreSQL URL is set. */
export function mainDatabaseFile(dataDir: string): string {
  return join(dataDir, 'openats.db');
}

/** Its own file, because another thread writes it. */
export function historyDatabaseFile(dataDir: string): string {
  return join(dataDir, 'history.db');
}
