/** Journal, snapshots, recovery, verification and backup: everything that touches files. */

export { isCopy, passOverIds, removeCopyMark } from './copy-mark.ts';
export { type FileSystem, nodeFileSystem } from './file-system.ts';
export { lockFolder } from './folder-lock.ts';
export { archiveSegment } from './journal/archive.ts';
export {
  decodeFileHeader,
  decodeGroup,
  encodeGroup,
  FILE_HEADER_BYTES,
  type Group,
  hashOf,
  NO_HASH,
} from './journal/format.ts';
export type { GroupSource, Journal } from './journal/journal.ts';
export { commandsOf, JournalDamaged, type JournalPosition, journalBeginning, journalStart } from './journal/reader.ts';
export { foldersOf, type JournalFolders, listSegments } from './journal/segments.ts';
export { JournalTail } from './journal/tail.ts';
export { cutTornTail } from './journal/torn-tail.ts';
export { JournalWriter } from './journal/writer.ts';
export { type Recovered, recover, startingPoint } from './recovery.ts';
export { type LoadedSnapshot, listSnapshots, loadSnapshot, writeSnapshot } from './snapshot.ts';
