import { existsSync } from 'node:fs';
import type { Database } from '../../database/database.ts';
import { nodeFileSystem as files } from '../../exchange/journal/index.ts';
import { isCopy, passOverIds, removeCopyMark } from '../../exchange/storage/index.ts';
import { skipIds } from '../../modules/shared/ids/index.ts';
import { SystemClock } from '../../time/clock.ts';
import { type PartContext, SHARD } from '../lifecycle/index.ts';

/** Each record has its own write: fewer than this are made between two backups. */
const RECORD_IDS = 1_000_000;

/**
 * A journal that was restored from a copy does not know what ids were given out since. Before the venue is opened, it
 * and the reference data pass over them; a start that ends in between does it again.
 */
export async function openCopy({ config, log }: PartContext, folder: string, main: Database): Promise<void> {
  // The journal in a database is no copy, whatever the files of this process are.
  if (config.JOURNAL_URL !== null || !existsSync(folder) || !isCopy(files, folder)) return;
  await skipIds(main.db, RECORD_IDS);
  const { JOURNAL_ARCHIVE_DIR: archiveFolder, JOURNAL_SEGMENT_BYTES: segmentBytesMax } = config;
  const nowUs = new SystemClock().nowUs();
  const ids = await passOverIds({ files, folder, archiveFolder, shard: SHARD, segmentBytesMax, nowUs });
  removeCopyMark(files, folder);
  log.warn({ ids }, 'the journal is a copy: ids that may have been given out since it was made are passed over');
}
