import type { CommandSeq } from './command-seq.ts';
import type { FileSystem } from './file-system.ts';
import {
  DAMAGED,
  decodeFileHeader,
  endOfUse,
  FILE_HEADER_BYTES,
  type FileHeader,
  findGroup,
  followsAt,
  type Group,
  groupAt,
  hashOf,
  isUndamaged,
  NO_HASH,
} from './format.ts';
import { type JournalFolders, listSegments, type SegmentFile } from './segments.ts';

/** Damage that the start cannot mend; the message names file and position. */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
}

/** Where a reader is: the shard of the journal, the command before it, and the chain. */
export interface JournalPosition {
  readonly shard: number;
  /** Sequence of the last command before this position; 0 at the beginning. */
  readonly sequence: CommandSeq;
  /** SHA-256 of the last group before this position; undefined when it is not known (never after a snapshot). */
  readonly hash: Buffer;
}

/** Before the first command of a shard. */
export function journalStart(shard: number): JournalPosition {
  return { shard, sequence: 0, hash: NO_HASH };
}

/** Before the first command of the files that are there. Throws JournalDamaged without files. */
export function journalBeginning(files: FileSystem, folders: JournalFolders): JournalPosition {
  const [first] = listSegments(files, folders);
  if (first === undefined) throw new JournalDamaged(`${[folders].flat().join(', ')}: there is no journal`);
  const header = decodeFileHeader(files.readAt(first.path, 0, FILE_HEADER_BYTES));
  if (typeof header === 'string') throw new JournalDamaged(`${first.path}: ${header} (at byte 0)`);
  return { shard: header.shard, sequence: header.firstSequence - 1, hash: header.previousHash };
}

/** Where the journal ends, as found by reading it. */
export interface JournalEnd extends JournalPosition {
  /** The segment to continue with, or null without one. */
  readonly segment: SegmentFile | null;
  /** Bytes of the torn record that a crash left after the last good group of that segment. */
  readonly tornBytes: number;
  /** Size of the last segment without them and without unused space. */
  readonly size: number;
}

/**
 * Reads the journal of a folder, or several, from a position, group by group, and checks as it goes: checksums, the
 * chain of hashes, and that no sequence is missing. Unused space and a torn last group at the end of the last segment
 * are left out; damage anywhere else is an error.
 */
export function readJournal(
  files: FileSystem,
  folders: JournalFolders,
  from: JournalPosition,
  take: (group: Group, firstSequence: CommandSeq) => void,
): JournalEnd {
  const segments = listSegments(files, folders);
  const needed = segments.filter((_, index) => {
    const next = segments[index + 1];
    return next === undefined || next.firstSequence > from.sequence + 1;
  });
  let position: JournalPosition = from;
  let torn = 0;
  let size = 0;
  for (const [index, segment] of needed.entries()) {
    const isLast = index === needed.length - 1;
    const read = readSegment({ segment, bytes: files.read(segment.path), isLast }, position, take);
    position = read.position;
    torn = read.tornBytes;
    size = read.size;
  }
  return { ...position, segment: needed.at(-1) ?? null, tornBytes: torn, size };
}

interface SegmentRead {
  readonly position: JournalPosition;
  readonly tornBytes: number;
  readonly size: number;
}

interface OpenSegment {
  readonly segment: SegmentFile;
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

function readSegment(
  { segment, bytes, isLast }: OpenSegment,
  from: JournalPosition,
  take: (group: Group, firstSequence: CommandSeq) => void,
): SegmentRead {
  const header = decodeFileHeader(bytes);
  if (typeof header === 'string') {
    const isKnown = from.sequence >= segment.firstSequence;
    if (isLast && !isKnown && isUnbegun(bytes)) {
      return { position: from, tornBytes: endOfUse(bytes, 0), size: 0 };
    }
    const known = isKnown ? `, and commands up to ${from.sequence} are known to have been written` : '';
    throw new JournalDamaged(`${segment.path}: ${header} (at byte 0)${known}`);
  }
  if (header.shard !== from.shard) throw new JournalDamaged(`${segment.path}: it belongs to shard ${header.shard}`);
  if (header.firstSequence !== segment.firstSequence) {
    throw new JournalDamaged(`${segment.path}: the name says sequence ${segment.firstSequence}, the header another`);
  }
  if (header.firstSequence > from.sequence + 1) {
    throw new JournalDamaged(
      `${segment.path}: a segment before it is missing (commands ${from.sequence + 1} to ${header.firstSequence - 1})`,
    );
  }
  const walk = new SegmentWalk(bytes, segment, from, header);
  return walk.run(isLast, take);
}

/** A crash right after a segment was made leaves a file whose header never reached the disk, and no whole group. */
function isUnbegun(bytes: Buffer): boolean {
  if (bytes.length < FILE_HEADER_BYTES) return true;
  return endOfUse(bytes.subarray(0, FILE_HEADER_BYTES), 0) === 0 && findGroup(bytes, FILE_HEADER_BYTES) < 0;
}

/** One pass over the groups of a segment. */
class SegmentWalk {
  readonly #bytes: Buffer;
  readonly #segment: SegmentFile;
  readonly #from: JournalPosition;
  #sequence: CommandSeq;
  #hash: Buffer;
  #at = FILE_HEADER_BYTES;

  constructor(bytes: Buffer, segment: SegmentFile, from: JournalPosition, header: FileHeader) {
    this.#bytes = bytes;
    this.#segment = segment;
    this.#from = from;
    this.#sequence = header.firstSequence - 1;
    this.#hash = header.previousHash;
    this.#compareChain();
  }

  run(isLast: boolean, take: (group: Group, firstSequence: CommandSeq) => void): SegmentRead {
    while (this.#at < this.#bytes.length) {
      const group = groupAt(this.#bytes, this.#at);
      if (typeof group === 'string') return this.#afterLastGroup(group, isLast);
      const hash = hashOf(group.bytes);
      // What the next group has the hash of is as it was written: its checksum would say no more.
      const isConfirmed = followsAt(this.#bytes, this.#at + group.bytes.length, hash);
      if (!isConfirmed && !isUndamaged(group)) return this.#afterLastGroup(DAMAGED, isLast);
      if (group.firstSequence !== this.#sequence + 1 || !group.previousHash.equals(this.#hash)) {
        throw this.#damaged('the group does not follow the one before it');
      }
      this.#sequence += group.count;
      this.#hash = hash;
      if (this.#sequence > this.#from.sequence) this.#deliver(group, take);
      this.#compareChain();
      this.#at += group.bytes.length;
    }
    return this.#end(0);
  }

  #deliver(group: Group, take: (group: Group, firstSequence: CommandSeq) => void): void {
    // Snapshots are taken between groups: a position inside a group belongs to another journal.
    if (group.firstSequence <= this.#from.sequence) {
      throw this.#damaged(`the position ${this.#from.sequence} to read from lies inside a group`);
    }
    take(group, group.firstSequence);
  }

  /** At the position where reading starts, the chain must be the one that the position was taken from. */
  #compareChain(): void {
    if (this.#sequence === this.#from.sequence && !this.#hash.equals(this.#from.hash)) {
      throw this.#damaged(`the chain of groups at command ${this.#sequence} is not the one that the snapshot knows`);
    }
  }

  /**
   * There is no whole group here. Only one group at a time is written, so a crash leaves any sectors of that group, and
   * unused space after it. A whole group further on means that this one is damaged.
   */
  #afterLastGroup(problem: string, isLast: boolean): SegmentRead {
    if (!isLast || findGroup(this.#bytes, this.#at + 1) >= 0) throw this.#damaged(problem);
    return this.#end(endOfUse(this.#bytes, this.#at) - this.#at);
  }

  #end(tornBytes: number): SegmentRead {
    if (this.#sequence < this.#from.sequence) {
      throw this.#damaged(
        `the journal ends at command ${this.#sequence}, but commands up to ${this.#from.sequence} are known to ` +
          'have been written',
      );
    }
    const { shard } = this.#from;
    return { position: { shard, sequence: this.#sequence, hash: this.#hash }, tornBytes, size: this.#at };
  }

  #damaged(problem: string): JournalDamaged {
    return new JournalDamaged(`${this.#segment.path}: ${problem} (at byte ${this.#at})`);
  }
}
