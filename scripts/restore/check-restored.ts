import { join } from 'node:path';
import { mainDatabaseFile } from '../../src/database/files.ts';
import { openDatabaseAsFound, openHistoryDatabase } from '../../src/database/open-database.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { Replica } from '../../src/exchange/replica/index.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { emptyHistory } from '../../src/history/empty-history.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { SHARD } from '../../src/service/lifecycle/part-context.ts';
import { checkReference } from '../../src/service/venue/reference-binding.ts';
import { SystemClock } from '../../src/time/clock.ts';

/**
 * Compares the reference data with the journal of a restored folder, as the start of the server does. Throws
 * WrongDatabase where they are older. An order history that is ahead of the journal is emptied: the server makes it
 * again. Returns what was done, for the operator.
 *
 * @param url null: openats.db of the folder
 */
export async function checkRestored(folder: string, url: string | null): Promise<string> {
  const { state, end } = recover(files, join(folder, 'venue'), SHARD);
  const clock = new SystemClock();
  const venue = new Replica({ state, sequence: end.sequence, clock, alwaysOpen: false, log: console });
  const file = mainDatabaseFile(folder);
  await checkMain(url, file, venue);
  if (url === null) return `the reference data of ${file} match it`;
  const history = await openHistoryDatabase({ url });
  try {
    const projected = await new HistoryStore(history, SHARD).position();
    if (projected <= venue.lastEventSeq()) return 'the reference data of DATABASE_URL match it';
    await emptyHistory(history);
    return 'the reference data of DATABASE_URL match it; the order history was ahead and is made again at the start';
  } finally {
    await history.close();
  }
}

async function checkMain(url: string | null, file: string, venue: Replica): Promise<void> {
  const main = await openDatabaseAsFound({ url, file });
  try {
    await checkReference(main.db, venue, url === null ? file : 'the database of DATABASE_URL');
  } finally {
    await main.close();
  }
}
