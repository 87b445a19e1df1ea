import type { FileSystem } from '../file-system.ts';
import {
  decodeFileHeader,
  decodeGroup,
  FILE_HEADER_BYTES,
  GROUP_BYTES_MAX,
  GROUP_HEADER_BYTES,
  type Group,
  hashOf,
} from './format.ts';
import { JournalDamaged, type JournalPosition } from './reader.ts';
import { listSegments, type SegmentFile } from './segments.ts';

/** Bytes that are read at a time. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Follows a journal that another is writing: hands out the groups behind a position, as far as they are said to be durable.
 * Reads in bounded pieces, so that a long journal takes no memory.
 */
export class JournalTail {
  readonly #files: FileSystem;
  readonly #folder: string;
  #position: JournalPosition;
  #segment: SegmentFile | null = null;
  #at = 0;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(files: FileSystem, folder: string, from: JournalPosition) {
    this.#files = files;
    this.#folder = folder;
    this.#position = from;
  }

  get position(): JournalPosition {
    return this.#position;
  }

  /** The next group whose commands are all at most `durable`, or undefined when there is none yet. */
  next(durable: number): Group | undefined {
    while (this.#position.sequence < durable) {
      const group = this.#read();
      const skipped = group.firstSequence + group.count - 1 <= this.#position.sequence;
      if (skipped) continue;
      if (group.firstSequence !== this.#position.sequence + 1 || !group.previousHash.equals(this.#position.hash)) {
        throw new JournalDamaged(`${this.#segment?.path}: the group at command ${group.firstSequence} does not follow`);
      }
      this.#position = { sequence: this.#position.sequence + group.count, hash: hashOf(group.bytes) };
      return group;
    }
    return undefined;
  }

  /** The group at the current place of the files, which moves behind it. */
  #read(): Group {
    if (this.#segment === null || this.#atEnd(this.#segment)) this.#enterNextSegment();
    let problem = '';
    for (let bytes = CHUNK_BYTES; bytes <= GROUP_BYTES_MAX + GROUP_HEADER_BYTES + CHUNK_BYTES; bytes *= 4) {
      const group = decodeGroup(this.#buffer, 0);
      if (typeof group !== 'string') {
        this.#at += group.bytes.length;
        this.#buffer = this.#buffer.subarray(group.bytes.length);
        return group;
      }
      problem = group;
      this.#buffer = this.#files.readAt((this.#segment as SegmentFile).path, this.#at, bytes);
    }
    throw new JournalDamaged(`${this.#segment?.path}: ${problem} (at byte ${this.#at})`);
  }

  #atEnd(segment: SegmentFile): boolean {
    return this.#buffer.length === 0 && this.#at >= this.#files.size(segment.path);
  }

  #enterNextSegment(): void {
    const wanted = this.#position.sequence + 1;
    const segments = listSegments(this.#files, this.#folder);
    const segment = segments.findLast(({ firstSequence }) => firstSequence <= wanted);
    if (segment === undefined || segment.path === this.#segment?.path) {
      throw new JournalDamaged(`${this.#folder}: the segment that holds command ${wanted} is missing`);
    }
    const header = decodeFileHeader(this.#files.readAt(segment.path, 0, FILE_HEADER_BYTES));
    if (typeof header === 'string') throw new JournalDamaged(`${segment.path}: ${header}`);
    this.#segment = segment;
    this.#at = FILE_HEADER_BYTES;
    this.#buffer = Buffer.alloc(0);
  }
}
