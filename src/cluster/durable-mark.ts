import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type CommandSeq, type FileSystem, NO_HASH } from '../exchange/journal/index.ts';

/** A group that may have been acknowledged. */
export interface Mark {
  /** Of the shard, when the node learned that the group is durable. */
  readonly epoch: number;
  /** Of the last command of the group. */
  readonly sequence: CommandSeq;
  /** SHA-256 of the group. */
  readonly hash: Buffer;
}

export const NO_MARK: Mark = { epoch: 0, sequence: 0, hash: NO_HASH };

const NAME = 'durable-mark';
const MAGIC = 'OATSMARK';
const BYTES = 64;
const CHECKSUM_AT = BYTES - 4;

/**
 * The last group that may have been acknowledged, as far as this node knows (J17): in a file that outlives the copy of
 * the journal. It is smaller than a sector of a disk, so that no crash tears it.
 */
export class DurableMark {
  readonly #files: FileSystem;
  readonly #file: number;
  /**
   * No process has marked anything in the folder: its files were restored, or a venue of one process made them. Then
   * nobody knows which of their commands were acknowledged. It is so until the node has reached the journal, however
   * often it starts before.
   */
  readonly isNew: boolean;
  #value: Mark;
  #isSynced: boolean;
  /** Of the shard, as this node last saw it. */
  epoch = 0;

  /** Throws where the file is damaged. */
  constructor(files: FileSystem, folder: string) {
    files.ensureFolder(folder);
    const path = join(folder, NAME);
    this.#files = files;
    const isThere = files.list(folder).includes(NAME);
    const marked = isThere ? decoded(files.read(path), path) : undefined;
    this.isNew = marked === undefined;
    this.#value = marked ?? NO_MARK;
    // A process that was killed may not have synced what it wrote.
    this.#isSynced = !isThere;
    this.#file = files.openForWriting(path);
    files.syncFolder(folder);
  }

  /** For a venue of one process, which does not move it: what it acknowledges from now on is in its files alone. */
  static forget(files: FileSystem, folder: string): void {
    if (!files.list(folder).includes(NAME)) return;
    files.remove(join(folder, NAME));
    files.syncFolder(folder);
  }

  get value(): Mark {
    return this.#value;
  }

  /** The group that ends here may have been acknowledged. */
  advance({ sequence, hash }: Pick<Mark, 'sequence' | 'hash'>): void {
    if (sequence > this.#value.sequence) this.#write({ epoch: this.epoch, sequence, hash });
  }

  /**
   * The files are a copy of the journal from now on, however this process ends. In a folder without a mark all that
   * they hold counts as acknowledged.
   */
  async begin(end: Pick<Mark, 'sequence' | 'hash'>): Promise<void> {
    if (!this.isNew) return;
    this.advance(end);
    this.#write(this.#value);
    await this.sync();
  }

  /** The copy of the journal is made again: the mark follows it. */
  reset(): void {
    this.#write(NO_MARK);
  }

  /** A power cut takes no more than what was marked since. */
  async sync(): Promise<void> {
    if (this.#isSynced) return;
    this.#isSynced = true;
    await this.#files.sync(this.#file);
  }

  close(): void {
    this.#files.close(this.#file);
  }

  #write(mark: Mark): void {
    this.#files.write(this.#file, encoded(mark), 0);
    this.#value = mark;
    this.#isSynced = false;
  }
}

function encoded({ epoch, sequence, hash }: Mark): Buffer {
  const bytes = Buffer.alloc(BYTES);
  bytes.write(MAGIC, 'latin1');
  bytes.writeDoubleLE(epoch, 8);
  bytes.writeDoubleLE(sequence, 16);
  hash.copy(bytes, 24);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, CHECKSUM_AT)), CHECKSUM_AT);
  return bytes;
}

/** Undefined where none was written, or a power cut came before it was synced for the first time. */
function decoded(bytes: Buffer, path: string): Mark | undefined {
  if (bytes.length < BYTES || bytes.every((byte) => byte === 0)) return undefined;
  const isWhole = bytes.readUInt32LE(CHECKSUM_AT) === crc32(bytes.subarray(0, CHECKSUM_AT));
  if (!isWhole || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error(
      `${path} is damaged. Compare this node with the others (npm run admin -- journal), then remove the file`,
    );
  }
  return {
    epoch: bytes.readDoubleLE(8),
    sequence: bytes.readDoubleLE(16),
    hash: Buffer.from(bytes.subarray(24, 24 + NO_HASH.length)),
  };
}
