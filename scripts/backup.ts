/**
 * Copies the journal and the newest snapshot of the venue in DATA_DIR, which may be running, into a new folder, and
 * then the reference data where they are in a file (openats.db): as of the same moment or a little later.
 *
 *   npm run backup -- FOLDER
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { mainDatabaseFile } from '../src/database/files.ts';
import { copySqliteFile } from '../src/database/sqlite/index.ts';
import { nodeFileSystem } from '../src/exchange/journal/file-system.ts';
import { copyVenue } from '../src/exchange/storage/backup.ts';

const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || others.length > 0 || folder.startsWith('-')) {
  console.error('usage: npm run backup -- FOLDER');
  process.exit(2);
}
try {
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env);
  const copied = await copyVenue(nodeFileSystem, join(DATA_DIR, 'venue'), folder);
  const database = mainDatabaseFile(DATA_DIR);
  if (DATABASE_URL === null && existsSync(database)) {
    copySqliteFile(database, mainDatabaseFile(folder));
    copied.push(mainDatabaseFile(folder));
  }
  console.log(`${copied.length} files copied to ${folder}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
