import { join } from 'node:path';
import type { FileSystem } from '../file-system.ts';
import { encodeFileHeader, encodeGroup, FILE_HEADER_BYTES, hashOf } from './format.ts';
import type { JournalEnd } from './reader.ts';
import { segmentName } from './segments.ts';

/**
 * Appends groups to the journal: one write and one fdatasync a group. After a failure nothing is tried again; the caller
 * stops the venue and a restart recovers.
 */
export class JournalWriter {
  readonly #files: FileSystem;
  readonly #folder: string;
  readonly #shard: number;
  readonly #segmentBytesMax: number;
  #file: number;
  #size: number;
  #sequence: number;
  #hash: Buffer;

  /** Goes on where reading ended; a torn record must have been cut off before. */
  constructor(files: FileSystem, folder: string, shard: number, segmentBytesMax: number, end: JournalEnd) {
    this.#files = files;
    this.#folder = folder;
    this.#shard = shard;
    this.#segmentBytesMax = segmentBytesMax;
    this.#sequence = end.sequence;
    this.#hash = end.hash;
    if (end.segment === null || end.size === 0) {
      this.#file = this.#startSegment();
      this.#size = FILE_HEADER_BYTES;
    } else {
      this.#file = files.openForAppend(end.segment.path);
      this.#size = end.size;
    }
  }

  /** Sequence of the last command written. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Writes a group and makes it durable. Returns the group's bytes on disk. */
  async append(lines: readonly string[]): Promise<number> {
    if (this.#size >= this.#segmentBytesMax) this.#roll();
    const group = encodeGroup(this.#sequence + 1, lines, this.#hash);
    this.#files.write(this.#file, group);
    await this.#files.sync(this.#file);
    this.#size += group.length;
    this.#sequence += lines.length;
    this.#hash = hashOf(group);
    return group.length;
  }

  close(): void {
    this.#files.close(this.#file);
  }

  #roll(): void {
    this.#files.close(this.#file);
    this.#file = this.#startSegment();
    this.#size = FILE_HEADER_BYTES;
  }

  #startSegment(): number {
    const path = join(this.#folder, segmentName(this.#sequence + 1));
    const file = this.#files.openForAppend(path);
    this.#files.write(
      file,
      encodeFileHeader({ shard: this.#shard, firstSequence: this.#sequence + 1, previousHash: this.#hash }),
    );
    this.#files.syncFolder(this.#folder);
    return file;
  }
}
