import { dirname, join } from 'node:path';
import { type FileSystem, writeDurably } from './file-system.ts';
import type { SegmentFile } from './segments.ts';

/**
 * Moves a full segment to the archive folder, which may be on another file system: then it is copied, made durable,
 * compared and only then removed. At every moment the whole segment is in one of the two folders, or in both. Throws
 * when the archive holds another file of that name.
 */
export async function archiveSegment(files: FileSystem, segment: SegmentFile, archiveFolder: string): Promise<void> {
  const target = join(archiveFolder, segment.name);
  if (files.list(archiveFolder).includes(segment.name)) {
    // The process may have ended between copying and removing, and before the copy's name was durable.
    if (!files.read(target).equals(files.read(segment.path))) throw new Error(`${target} is there and differs`);
    files.syncFolder(archiveFolder);
    removeDurably(files, segment.path);
    return;
  }
  try {
    files.rename(segment.path, target);
    files.syncFolder(archiveFolder);
    files.syncFolder(dirname(segment.path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyDurably(files, segment.path, target);
    removeDurably(files, segment.path);
  }
}

/** Under another name until it is whole. */
async function copyDurably(files: FileSystem, from: string, target: string): Promise<void> {
  const bytes = files.read(from);
  const temporary = `${target}.tmp`;
  files.remove(temporary);
  await writeDurably(files, temporary, bytes);
  if (!files.read(temporary).equals(bytes)) throw new Error(`${temporary} is not what was written to it`);
  files.rename(temporary, target);
  files.syncFolder(dirname(target));
}

function removeDurably(files: FileSystem, path: string): void {
  files.remove(path);
  files.syncFolder(dirname(path));
}
