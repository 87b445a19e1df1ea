import { join } from 'node:path';
import type { Microseconds } from '../../time/units.ts';
import { encodeCommand } from '../commands/index.ts';
import { cutTornTail, type FileSystem, JournalWriter, writeDurably } from '../journal/index.ts';
import { recover } from './recovery.ts';
import { noteRestore } from './restores.ts';

/**
 * The mark of a copy: a file next to the journal. The venue that was copied continued, and gave out ids that the copy
 * does not know. A venue that starts from a copy skips as many as that can have been, and removes the mark.
 */
const NAME = 'copy.json';

/** More than a venue gives out a second. */
const IDS_PER_SECOND = 100_000;
const IDS_MIN = 1_000_000;
/** Leaves room for hundreds of copies of copies (exchange/api/units.ts). */
const IDS_MAX = 1e11;

export async function markCopy(files: FileSystem, folder: string): Promise<void> {
  const mark = `${JSON.stringify({ format: 'openats-copy', version: 1 })}\n`;
  await writeDurably(files, join(folder, NAME), Buffer.from(mark));
  files.syncFolder(folder);
}

export function isCopy(files: FileSystem, folder: string): boolean {
  return files.list(folder).includes(NAME);
}

export interface CopiedVenue {
  readonly files: FileSystem;
  readonly folder: string;
  readonly archiveFolder: string | null;
  readonly shard: number;
  readonly segmentBytesMax: number;
  readonly nowUs: Microseconds;
}

/** More than a venue may have given out between two moments, microseconds since 1970. */
export function idsSince(fromUs: Microseconds, toUs: Microseconds): number {
  const seconds = Math.max(0, toUs - fromUs) / 1_000_000;
  return Math.min(IDS_MIN + Math.ceil(seconds * IDS_PER_SECOND), IDS_MAX);
}

/** Appends the command that passes over ids to the journal of a copy, before its venue is opened. */
export async function passOverIds(venue: CopiedVenue): Promise<number> {
  const { files, folder, archiveFolder, shard, segmentBytesMax, nowUs } = venue;
  const { state, end } = recover(files, folder, shard, { archiveFolder });
  cutTornTail(files, end);
  const { time: lastUs, clock } = state.counters;
  // Of a clock that was moved, what it said last says nothing about when that was.
  const time = clock === undefined ? Math.max(nowUs, lastUs) : lastUs;
  const count = idsSince(clock?.systemUs ?? lastUs, nowUs);
  // Before the numbers are passed over: those have no event, and a cursor among them is of the original.
  await noteRestore(files, folder, state.counters.eventSeq);
  const writer = new JournalWriter(files, folder, segmentBytesMax, end);
  await writer.append([encodeCommand({ type: 'skipIds', time, count })]);
  writer.close();
  return count;
}

/** Once all ids of the copy are passed over; before it, the next start passes over them again. */
export function removeCopyMark(files: FileSystem, folder: string): void {
  files.remove(join(folder, NAME));
  files.syncFolder(folder);
}
