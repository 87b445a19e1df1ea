import { closeSync, openSync, writeSync } from 'node:fs';
import { nodeFileSystem } from '../../src/exchange/file-system.ts';
import { JOURNAL_START, readJournal } from '../../src/exchange/journal/reader.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { encodeCommand, type JournaledCommand } from '../../src/exchange/journaled-command.ts';
import { digestOf, writeSnapshot } from '../../src/exchange/snapshot.ts';
import { seededRandom } from '../random.ts';
import { VenueFlow } from './venue-flow.ts';

/** That of the setting JOURNAL_SEGMENT_BYTES. */
const SEGMENT_BYTES_MAX = 64 * 1024 * 1024;
const GROUP_COMMANDS_MAX = 64;

/** The same bytes without waiting for the disk at each group: writing is not what is measured here. */
const unsynced = { ...nodeFileSystem, sync: () => Promise.resolve() };

export interface WrittenJournal {
  readonly bytes: number;
  readonly groups: number;
  readonly liveOrders: number;
  /** SHA-256 of the state behind the last command: what every recovery must come to. */
  readonly digest: string;
}

/**
 * Writes a journal of `commands` commands in groups of 1 to 64, a snapshot of the state behind command `snapshotAt`, and the
 * same lines without anything around them to `plainFile`.
 */
export async function writeJournal(
  folder: string,
  plainFile: string,
  commands: number,
  snapshotAt: number,
): Promise<WrittenJournal> {
  nodeFileSystem.ensureFolder(folder);
  const writer = new JournalWriter(unsynced, folder, 0, SEGMENT_BYTES_MAX, readAll(folder));
  const plain = openSync(plainFile, 'w');
  const flow = new VenueFlow();
  const random = seededRandom(1);
  const opening = [...flow.opening()];
  let bytes = 0;
  let groups = 0;
  while (writer.sequence < commands) {
    const next = writer.sequence < snapshotAt ? snapshotAt : commands;
    const size = Math.min(1 + Math.floor(random() * GROUP_COMMANDS_MAX), next - writer.sequence);
    const group: JournaledCommand[] = opening.splice(0, size);
    while (group.length < size) group.push(flow.next());
    const lines = group.map(encodeCommand);
    bytes += await writer.append(lines);
    groups++;
    writeSync(plain, `${lines.join('\n')}\n`);
    if (writer.sequence === snapshotAt) await writeSnapshot(nodeFileSystem, folder, flow.state, readAll(folder));
  }
  writer.close();
  closeSync(plain);
  return { bytes, groups, liveOrders: flow.state.orders.size, digest: digestOf(flow.state) };
}

function readAll(folder: string) {
  return readJournal(nodeFileSystem, folder, 0, JOURNAL_START, () => {});
}
