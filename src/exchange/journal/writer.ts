import { join } from 'node:path';
import { markCleanStop, removeCleanStop } from './clean-stop.ts';
import type { CommandSeq } from './command-seq.ts';
import type { FileSystem } from './file-system.ts';
import { encodeFileHeader, encodeGroup, FILE_HEADER_BYTES, type Group, hashOf } from './format.ts';
import type { Journal } from './journal.ts';
import type { JournalEnd } from './reader.ts';
import { segmentName } from './segments.ts';

/**
 * A group for which the file must grow has this many zeros written after it and synced with it. The next groups
 * overwrite them, and their fdatasync writes only data: neither size nor allocation of the file change, so that the
 * file system need not commit to its own journal first, which takes as long as the data. One group in dozens is a
 * little slower instead.
 */
const GROWTH_BYTES = 256 * 1024;
const ZEROS = Buffer.alloc(GROWTH_BYTES);

/**
 * Adds groups to the journal: one write and one fdatasync a group. After a failure nothing is tried again; the caller
 * stops the venue and a restart recovers.
 */
export class JournalWriter implements Journal {
  readonly shard: number;
  readonly #files: FileSystem;
  readonly #folder: string;
  readonly #segmentBytesMax: number;
  #path: string;
  #file: number;
  /** Where the next group goes; only zeros follow. */
  #size: number;
  /** Up to here the segment has space that was written before. */
  #grownTo: number;
  #canGrowAhead = true;
  #hasFailed = false;
  /** A clean stop may be marked here, until something is written after it. */
  #mayBeMarked = true;
  #sequence: CommandSeq;
  #hash: Buffer;

  /** Goes on where reading ended; a torn record must have been cut off before. */
  constructor(files: FileSystem, folder: string, segmentBytesMax: number, end: JournalEnd) {
    this.#files = files;
    this.#folder = folder;
    this.shard = end.shard;
    this.#segmentBytesMax = segmentBytesMax;
    this.#sequence = end.sequence;
    this.#hash = end.hash;
    const isBegun = end.segment !== null && end.size > 0;
    this.#path = isBegun ? end.segment.path : this.#nextPath();
    this.#file = isBegun ? files.openForWriting(this.#path) : this.#beginSegment();
    this.#size = isBegun ? end.size : FILE_HEADER_BYTES;
    this.#grownTo = this.#size;
    // The process before may have ended after it began the segment and before its name was durable.
    if (isBegun) files.syncFolder(folder);
  }

  get sequence(): CommandSeq {
    return this.#sequence;
  }

  /** SHA-256 of the last group. */
  get hash(): Buffer {
    return this.#hash;
  }

  async append(lines: readonly string[]): Promise<number> {
    try {
      this.#prepare();
      return await this.#write(encodeGroup(this.#sequence + 1, lines, this.#hash), lines.length);
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /**
   * Adds the next group of a journal that is durable elsewhere, byte for byte, without a sync: groups that a power cut
   * destroys are fetched again.
   */
  copy(group: Pick<Group, 'bytes' | 'count'>): void {
    try {
      this.#prepare();
      const end = this.#put(group.bytes);
      this.#advance(end, group.count, hashOf(group.bytes));
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  #prepare(): void {
    if (this.#mayBeMarked) this.#unmark();
    if (this.#size >= this.#segmentBytesMax) this.#roll();
  }

  /** Leaves the segment without unused space; after a failure, as it is. */
  close(): void {
    if (!this.#hasFailed) this.#files.truncate(this.#path, this.#size);
    this.#files.close(this.#file);
  }

  /** As close, and says durably that the journal ends here; after a failure it says nothing. */
  async stop(): Promise<void> {
    this.close();
    if (this.#hasFailed) return;
    await markCleanStop(this.#files, this.#folder, { sequence: this.#sequence, hash: this.#hash });
  }

  #unmark(): void {
    removeCleanStop(this.#files, this.#folder);
    this.#mayBeMarked = false;
  }

  async #write(group: Buffer, commands: number): Promise<number> {
    const end = this.#put(group);
    const synced = this.#files.sync(this.#file);
    const hash = hashOf(group);
    await synced;
    this.#advance(end, commands, hash);
    return group.length;
  }

  /** Writes a group, and answers where it ends. */
  #put(group: Buffer): number {
    const end = this.#size + group.length;
    this.#files.write(this.#file, group, this.#size);
    if (end > this.#grownTo) this.#growAhead(end);
    return end;
  }

  #advance(end: number, commands: number, hash: Buffer): void {
    this.#size = end;
    this.#sequence += commands;
    this.#hash = hash;
  }

  #growAhead(from: number): void {
    this.#grownTo = from;
    const bytes = Math.min(GROWTH_BYTES, this.#segmentBytesMax - from);
    if (!this.#canGrowAhead || bytes <= 0) return;
    try {
      this.#files.write(this.#file, ZEROS.subarray(0, bytes), from);
      this.#grownTo = from + bytes;
    } catch {
      // The disk may be full, and the group itself still found room: the file grows with each group from now on.
      this.#canGrowAhead = false;
    }
  }

  /** Cut to its groups and durable before the next segment is there: only the last segment ever has unused space. */
  #roll(): void {
    this.close();
    this.#path = this.#nextPath();
    this.#file = this.#beginSegment();
    this.#size = FILE_HEADER_BYTES;
    this.#grownTo = this.#size;
    this.#canGrowAhead = true;
  }

  #nextPath(): string {
    return join(this.#folder, segmentName(this.#sequence + 1));
  }

  #beginSegment(): number {
    const file = this.#files.openForWriting(this.#path);
    this.#files.write(
      file,
      encodeFileHeader({ shard: this.shard, firstSequence: this.#sequence + 1, previousHash: this.#hash }),
      0,
    );
    this.#files.syncFolder(this.#folder);
    return file;
  }
}
