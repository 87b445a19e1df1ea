import {
  type CommandSeq,
  decodeFileHeader,
  FILE_HEADER_BYTES,
  type FileSystem,
  type JournalFolders,
  type JournalPosition,
  JournalTail,
  listSegments,
} from '../exchange/journal/index.ts';
import type { Ledger } from './ledger.ts';

const MS_MAX = 5000;

export interface LocalFiles {
  readonly files: FileSystem;
  readonly folders: JournalFolders;
  readonly shard: number;
  /** The last command that they hold. */
  readonly end: CommandSeq;
}

/**
 * The last position up to which the files of a node and the shared journal have the same groups. Undefined when they
 * share no group. The header of a segment has the hash of the group before it, so that one segment is read at most.
 */
export async function sharedEnd(local: LocalFiles, ledger: Pick<Ledger, 'read'>): Promise<JournalPosition | undefined> {
  const begin = (await ledger.read('shard', MS_MAX))?.start ?? 0;
  const { files, folders, shard } = local;
  let limit = local.end;
  for (const { path, firstSequence } of listSegments(files, folders).toReversed()) {
    const header = decodeFileHeader(files.readAt(path, 0, FILE_HEADER_BYTES));
    if (typeof header === 'string') throw new Error(`${path}: ${header}`);
    const start = { shard, sequence: firstSequence - 1, hash: header.previousHash };
    if (start.sequence < begin || (await has(ledger, start))) return lastShared(local, ledger, { start, begin, limit });
    limit = start.sequence;
  }
  return undefined;
}

async function has(ledger: Pick<Ledger, 'read'>, { sequence, hash }: JournalPosition): Promise<boolean> {
  return (await ledger.read('place', MS_MAX, { sequence, hash })).number !== null;
}

async function lastShared(
  { files, folders }: LocalFiles,
  ledger: Pick<Ledger, 'read'>,
  { start, begin, limit }: { readonly start: JournalPosition; readonly begin: CommandSeq; readonly limit: CommandSeq },
): Promise<JournalPosition> {
  const tail = new JournalTail(files, folders, start);
  const ends = [start];
  while (tail.next(limit) !== undefined) ends.push(tail.position);
  // The journal has, or had until they were deleted, all groups up to some place, and no later group.
  let [known, unknown] = [0, ends.length];
  while (unknown - known > 1) {
    const middle = Math.floor((known + unknown) / 2);
    const end = ends[middle] as JournalPosition;
    if (end.sequence < begin || (await has(ledger, end))) known = middle;
    else unknown = middle;
  }
  return ends[known] as JournalPosition;
}
