import { join } from 'node:path';
import type { CommandSeq } from './command-seq.ts';
import { type FileSystem, writeDurably } from './file-system.ts';
import { JournalDamaged, type JournalEnd, type JournalPosition } from './reader.ts';

/**
 * The mark of a clean stop: a small file next to the journal that says where it ended. It is removed before anything is
 * written after that place. So a last segment that lost its end is recognised as damage; without the mark it could be a
 * torn record of a crash.
 */
const NAME = 'clean-stop.json';
const FORMAT = 'openats-clean-stop';
const FORMAT_VERSION = 1;

interface CleanStop {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Of the last command. */
  readonly sequence: CommandSeq;
  /** SHA-256 of the last group, hexadecimal. */
  readonly hash: string;
}

/** Says durably that the journal ends at a position. */
export async function markCleanStop(
  files: FileSystem,
  folder: string,
  { sequence, hash }: Pick<JournalPosition, 'sequence' | 'hash'>,
): Promise<void> {
  const mark: CleanStop = { format: FORMAT, version: FORMAT_VERSION, sequence, hash: hash.toString('hex') };
  const temporary = join(folder, `${NAME}.tmp`);
  files.remove(temporary);
  await writeDurably(files, temporary, Buffer.from(`${JSON.stringify(mark)}\n`));
  files.rename(temporary, join(folder, NAME));
  files.syncFolder(folder);
}

/** Removes the mark, durably, before the journal continues. */
export function removeCleanStop(files: FileSystem, folder: string): void {
  if (!files.list(folder).includes(NAME)) return;
  files.remove(join(folder, NAME));
  files.syncFolder(folder);
}

/** Whether there is a mark; throws JournalDamaged, naming file and position, when the journal ends before it. */
export function checkCleanStop(files: FileSystem, folder: string, end: JournalEnd): boolean {
  if (!files.list(folder).includes(NAME)) return false;
  const path = join(folder, NAME);
  const mark = readMark(files, path);
  const isShort = end.sequence < mark.sequence;
  if (isShort || (end.sequence === mark.sequence && mark.hash !== end.hash.toString('hex'))) {
    const where = end.segment === null ? `${folder}: there is no journal` : `${end.segment.path}: the journal ends`;
    throw new JournalDamaged(
      `${where} at command ${end.sequence} (at byte ${end.size}), but ${path} says that the venue was stopped after ` +
        `command ${mark.sequence}${isShort ? '' : ' of another journal'}`,
    );
  }
  return true;
}

function readMark(files: FileSystem, path: string): CleanStop {
  try {
    const mark = JSON.parse(files.read(path).toString('utf8')) as CleanStop;
    if (mark.format === FORMAT && mark.version === FORMAT_VERSION) return mark;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new JournalDamaged(
    `${path}: it is damaged; without it, a journal that lost its end is taken for one after a crash`,
  );
}
