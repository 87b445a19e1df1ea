/** The journal as groups of bytes in files (V36): format, chain of hashes, writer, readers. It knows no command. */

export { archiveSegment } from './archive.ts';
export { checkCleanStop } from './clean-stop.ts';
export type { CommandSeq } from './command-seq.ts';
export { type FileSystem, nodeFileSystem, writeDurably } from './file-system.ts';
export {
  decodeFileHeader,
  decodeGroup,
  encodeGroup,
  FILE_HEADER_BYTES,
  type Group,
  hashOf,
  NO_HASH,
} from './format.ts';
export type { GroupSource, Journal } from './journal.ts';
export * from './reader.ts';
export { foldersOf, type JournalFolders, listSegments } from './segments.ts';
export { JournalTail } from './tail.ts';
export { cutTornTail } from './torn-tail.ts';
export { JournalWriter } from './writer.ts';
