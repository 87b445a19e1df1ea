import { migrateJournal } from '../../src/cluster/schema.ts';
import { readConfig } from '../../src/config.ts';
import { historyDatabaseFile, mainDatabaseFile } from '../../src/database/files.ts';
import { openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';
import { ClusterJournal } from '../../src/service/venue/cluster-venue.ts';

/**
 * `npm run admin -- migrate`: brings all tables to this release, as a start of the server does. For servers whose
 * database role may not alter tables: run it with the URLs of the owner, before each step of an upgrade (J21).
 */
export async function migrateCommand(): Promise<object> {
  const { DATABASE_URL: url, JOURNAL_URL, DATA_DIR } = readConfig(process.env);
  await (await openDatabase({ url, file: mainDatabaseFile(DATA_DIR) })).close();
  await (await openHistoryDatabase({ url, file: historyDatabaseFile(DATA_DIR) })).close();
  if (JOURNAL_URL !== null) await new ClusterJournal(JOURNAL_URL, 'admin').withConnection(migrateJournal);
  return { migrated: JOURNAL_URL === null ? ['main', 'history'] : ['main', 'history', 'journal'] };
}
