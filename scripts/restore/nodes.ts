import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { CopiedGroups } from '../../src/cluster/copied-groups.ts';
import { acceptMoment } from '../../src/cluster/decisions.ts';
import { DurableMark } from '../../src/cluster/durable-mark.ts';
import type { Ledger, ShardStatus } from '../../src/cluster/ledger.ts';
import { sourceAfter } from '../../src/cluster/postgres-group-source.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import type { Config } from '../../src/config.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { type JournalEnd, journalStart } from '../../src/exchange/journal/reader.ts';
import { foldersOf } from '../../src/exchange/journal/segments.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { copyVenue } from '../../src/exchange/storage/backup.ts';
import { removeCopyMark } from '../../src/exchange/storage/copy-mark.ts';
import { isoTimeOf, type Place, placeOf } from '../../src/exchange/storage/moment.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { skipIds } from '../../src/modules/shared/ids/ids.ts';
import { SHARD } from '../../src/service/lifecycle/part-context.ts';
import { ClusterJournal } from '../../src/service/venue/cluster-venue.ts';
import { recordedOnJournal } from '../cluster/recorded-command.ts';
import { checkRestored } from './check-restored.ts';

const STATUS_MS_MAX = 5000;

/**
 * A data folder for nodes that are stopped, whose databases were restored to a moment: checks that they were, and gives
 * up what the old ones held later.
 *
 * @param backup with the beginning of the journal, where that was deleted (J33)
 */
export async function restoredNodes(to: string, config: Config, untilUs: number, backup?: string) {
  const journal = new ClusterJournal(String(config.JOURNAL_URL), 'restore');
  return journal.withConnection(async (connection) => {
    await copySharedJournal(new PostgresLedger(connection, SHARD), to, config.JOURNAL_SEGMENT_BYTES, backup);
    const place: Place = placeOf(files, foldersOf(join(to, 'venue'), null), {});
    if (place.timeUs > untilUs) {
      throw new Error(`the journal of JOURNAL_URL goes on until ${isoTimeOf(place)}: restore its database first`);
    }
    const data = await checkRestored(to, config.DATABASE_URL);
    const command = { name: 'restore', recordsOf: () => ({ command: String(place.command) }) };
    await recordedOnJournal(config, command, ({ db }) => skipIds(db));
    await acceptMoment(connection, SHARD, userInfo().username);
    return { place, data };
  });
}

/**
 * Copies the journal of JOURNAL_URL into a new data folder, as a node that starts would, with the durable mark of its
 * end (J17).
 */
async function copySharedJournal(ledger: Ledger, folder: string, segmentBytes: number, backup?: string): Promise<void> {
  const status = await ledger.read('shard', STATUS_MS_MAX);
  if (status === undefined || status.sequence === 0) throw new Error('JOURNAL_URL holds no journal of that time');
  const venue = join(folder, 'venue');
  const start = await begun(venue, status, backup);
  const mark = new DurableMark(files, folder);
  const writer = new JournalWriter(files, venue, segmentBytes, start);
  try {
    mark.epoch = status.epoch;
    const groups = new CopiedGroups(await sourceAfter(ledger, start), writer, mark);
    while ((await groups.next(status.sequence)) !== undefined);
    mark.advance(writer);
    await mark.sync();
    await writer.stop();
  } finally {
    mark.close();
  }
}

/** The folder of the journal, with what a backup has of it. */
async function begun(venue: string, { start, sequence }: ShardStatus, backup?: string): Promise<JournalEnd> {
  if (backup !== undefined) {
    const inside = join(backup, 'venue');
    await copyVenue(files, existsSync(inside) ? inside : backup, venue, { command: sequence });
    const { end } = recover(files, venue, SHARD);
    // The ids that the old venue may have given out are passed over here.
    removeCopyMark(files, venue);
    return end;
  }
  if (start > 0) {
    throw new Error(
      `the journal of JOURNAL_URL begins with command ${start + 1}: name the backup that has those before it with ` +
        '--archive',
    );
  }
  files.ensureFolder(venue);
  return { ...journalStart(SHARD), segment: null, tornBytes: 0, size: 0 };
}
