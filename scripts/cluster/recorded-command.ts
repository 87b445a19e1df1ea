import type { Config } from '../../src/config.ts';
import type { Database } from '../../src/database/database.ts';
import { mainDatabaseFile } from '../../src/database/files.ts';
import { openDatabaseAsFound } from '../../src/database/open-database.ts';
import { type RecordedCommand, recordedCommand } from '../../src/modules/audit/index.ts';

/** Runs a command on the journal whose entry of the audit log is in the reference database (O19), as found (J21). */
export async function recordedOnJournal<T>(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  command: RecordedCommand<T>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabaseAsFound({ url: DATABASE_URL, file: mainDatabaseFile(DATA_DIR) });
  try {
    return await recordedCommand(database.db, command, () => work(database));
  } finally {
    await database.close();
  }
}
