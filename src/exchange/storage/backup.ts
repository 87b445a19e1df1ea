import { basename, join } from 'node:path';
import {
  type CommandSeq,
  decodeFileHeader,
  decodeGroup,
  FILE_HEADER_BYTES,
  type FileSystem,
  foldersOf,
  JournalDamaged,
  listSegments,
  writeDurably,
} from '../journal/index.ts';
import { markCopy } from './copy-mark.ts';
import { restoresFile } from './restores.ts';
import { listSnapshots } from './snapshot.ts';
import { verifyVenue } from './verify.ts';

export interface CopyOptions {
  /** Where older files are; those are copied as well. Absent: only the folder's. */
  readonly archiveFolder?: string | null | undefined;
  /** The last command that is wanted: the end of a group (moment.ts). Absent: all that are there. */
  readonly command?: CommandSeq;
}

/**
 * Copies the snapshots and the journal of a venue that may be running into another folder; returns the files' names.
 * The journal is copied as far as its groups are whole. A plain copy of its last file may be torn in the middle: pieces
 * of the file that were read before a group was written there, and after them pieces that were read later. Snapshots
 * come first, as each must find its command in the journal. The copy is read back: its chain and its snapshots are
 * checked. A mark says that it is a copy (copy-mark.ts). Throws JournalDamaged when something is not whole.
 */
export async function copyVenue(
  files: FileSystem,
  from: string,
  to: string,
  { archiveFolder, command = Number.POSITIVE_INFINITY }: CopyOptions = {},
): Promise<string[]> {
  files.ensureFolder(to);
  if (files.list(to).length > 0) throw new Error(`${to} is not empty`);
  const copied: string[] = [];
  const write = async (path: string, bytes: Buffer) => {
    const name = basename(path);
    await writeDurably(files, join(to, name), bytes);
    copied.push(name);
  };
  // Only the newest: older ones may be removed meanwhile, and recovery does without them.
  const newest = listSnapshots(files, from).find(({ sequence }) => sequence <= command);
  if (newest !== undefined) await write(newest.path, files.read(newest.path));
  const segments = listSegments(files, foldersOf(from, archiveFolder)).filter((one) => one.firstSequence <= command);
  for (const { path } of segments) {
    const bytes = files.read(path);
    const { end, problem } = endOfGroups(bytes, command);
    if (end < bytes.length && path !== segments.at(-1)?.path) {
      throw new JournalDamaged(`${path}: ${problem} (at byte ${end})`);
    }
    if (end > 0) await write(path, bytes.subarray(0, end));
  }
  const restores = restoresFile(files, from);
  if (restores !== undefined) await write(restores, files.read(restores));
  await markCopy(files, to);
  if (copied.length > 0) refuseProblems(verifyVenue(files, to).problems);
  return copied;
}

function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new JournalDamaged(`the copy is not whole: ${problems.join('; ')}`);
}

/** Where the whole groups of a segment up to a command end, and why; 0 when it has no whole header. */
function endOfGroups(bytes: Buffer, command: CommandSeq): { readonly end: number; readonly problem: string } {
  const header = decodeFileHeader(bytes);
  if (typeof header === 'string') return { end: 0, problem: header };
  for (let end = FILE_HEADER_BYTES; ; ) {
    const group = decodeGroup(bytes, end);
    if (typeof group === 'string') return { end, problem: group };
    if (group.firstSequence + group.count - 1 > command) return { end, problem: 'the rest is not wanted' };
    end += group.bytes.length;
  }
}
