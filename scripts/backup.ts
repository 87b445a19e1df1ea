/**
 * Copies the journal and the newest snapshot of the venue in DATA_DIR, which may be running, into a new folder:
 *
 *   npm run backup -- FOLDER
 */
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { copyVenue } from '../src/exchange/backup.ts';
import { nodeFileSystem } from '../src/exchange/file-system.ts';

const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || others.length > 0 || folder.startsWith('-')) {
  console.error('usage: npm run backup -- FOLDER');
  process.exit(2);
}
try {
  const copied = await copyVenue(nodeFileSystem, join(readConfig(process.env).DATA_DIR, 'venue'), folder);
  console.log(`${copied.length} files copied to ${folder}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
