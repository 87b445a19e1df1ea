import type { CommandSeq } from './command-seq.ts';
import type { FileSystem } from './file-system.ts';
import {
  decodeFileHeader,
  decodeGroup,
  FILE_HEADER_BYTES,
  GROUP_BYTES_MAX,
  GROUP_HEADER_BYTES,
  type Group,
  hashOf,
} from './format.ts';
import type { GroupSource } from './journal.ts';
import { JournalDamaged, type JournalPosition } from './reader.ts';
import { type JournalFolders, listSegments, type SegmentFile } from './segments.ts';

/** Bytes that are read at a time. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Follows a journal that another is writing: hands out the groups after a position, as far as they are said to be
 * durable. Reads in bounded pieces, so that a long journal takes no memory.
 */
export class JournalTail implements GroupSource {
  readonly #files: FileSystem;
  readonly #folders: JournalFolders;
  #position: JournalPosition;
  #segment: SegmentFile | null = null;
  #at = 0;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(files: FileSystem, folders: JournalFolders, from: JournalPosition) {
    this.#files = files;
    this.#folders = folders;
    this.#position = from;
  }

  get position(): JournalPosition {
    return this.#position;
  }

  next(durable: CommandSeq): Group | undefined {
    while (this.#position.sequence < durable) {
      const group = this.#read();
      const skipped = group.firstSequence + group.count - 1 <= this.#position.sequence;
      if (skipped) continue;
      if (group.firstSequence !== this.#position.sequence + 1 || !group.previousHash.equals(this.#position.hash)) {
        throw new JournalDamaged(`${this.#segment?.path}: the group at command ${group.firstSequence} does not follow`);
      }
      const { shard, sequence } = this.#position;
      this.#position = { shard, sequence: sequence + group.count, hash: hashOf(group.bytes) };
      return group;
    }
    return undefined;
  }

  /** The group at the current place of the files, which moves after it. */
  #read(): Group {
    const buffered = decodeGroup(this.#buffer, 0);
    const group = typeof buffered === 'string' ? this.#readFile() : buffered;
    this.#at += group.bytes.length;
    this.#buffer = this.#buffer.subarray(group.bytes.length);
    return group;
  }

  /** As #read, from the file: the buffer is at its end, or was read before the group was written. */
  #readFile(): Group {
    const segment = this.#currentSegment();
    let problem = '';
    for (let bytes = CHUNK_BYTES; bytes <= GROUP_BYTES_MAX + GROUP_HEADER_BYTES + CHUNK_BYTES; bytes *= 4) {
      this.#buffer = this.#files.readAt(segment.path, this.#at, bytes);
      const group = decodeGroup(this.#buffer, 0);
      if (typeof group !== 'string') return group;
      problem = group;
    }
    throw new JournalDamaged(`${segment.path}: ${problem} (at byte ${this.#at})`);
  }

  /**
   * The segment of the next group. A segment is cut to its groups before the next one begins: its size gives its end.
   */
  #currentSegment(): SegmentFile {
    const segment = this.#segment;
    return segment !== null && this.#at < this.#files.size(segment.path) ? segment : this.#enterNextSegment();
  }

  #enterNextSegment(): SegmentFile {
    const wanted = this.#position.sequence + 1;
    const segments = listSegments(this.#files, this.#folders);
    const segment = segments.findLast(({ firstSequence }) => firstSequence <= wanted);
    if (segment === undefined || segment.path === this.#segment?.path) {
      throw new JournalDamaged(
        `${[this.#folders].flat().join(', ')}: the segment that holds command ${wanted} is missing`,
      );
    }
    const header = decodeFileHeader(this.#files.readAt(segment.path, 0, FILE_HEADER_BYTES));
    if (typeof header === 'string') throw new JournalDamaged(`${segment.path}: ${header}`);
    if (header.shard !== this.#position.shard) {
      throw new JournalDamaged(`${segment.path}: it belongs to shard ${header.shard}`);
    }
    this.#segment = segment;
    this.#at = FILE_HEADER_BYTES;
    return segment;
  }
}
