import { join } from 'node:path';
import type { CommandSeq } from './command-seq.ts';
import type { FileSystem } from './file-system.ts';

const SEGMENT_NAME = /^journal-(\d{16})\.log$/;

export interface SegmentFile {
  readonly path: string;
  readonly name: string;
  readonly firstSequence: CommandSeq;
}

export function segmentName(firstSequence: CommandSeq): string {
  return `journal-${String(firstSequence).padStart(16, '0')}.log`;
}

/** The folder of the journal, or several: of segments that are in more than one, that of the first counts. */
export type JournalFolders = string | readonly string[];

/** The folder of the journal, and the archive where there is one. */
export function foldersOf(folder: string, archiveFolder: string | null | undefined): JournalFolders {
  return archiveFolder ? [folder, archiveFolder] : folder;
}

/** The segments of the folders, oldest first. */
export function listSegments(files: FileSystem, folders: JournalFolders): SegmentFile[] {
  const segments = new Map<string, SegmentFile>();
  for (const folder of typeof folders === 'string' ? [folders] : folders) {
    for (const name of files.list(folder)) {
      const match = SEGMENT_NAME.exec(name);
      if (match === null || segments.has(name)) continue;
      segments.set(name, { path: join(folder, name), name, firstSequence: Number(match[1]) });
    }
  }
  return [...segments.values()].sort((a, b) => a.firstSequence - b.firstSequence);
}
