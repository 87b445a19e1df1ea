import { encodeGroup, hashOf } from '../exchange/journal/format.ts';
import type { Journal } from '../exchange/journal/journal.ts';
import type { JournalWriter } from '../exchange/journal/writer.ts';
import type { Ownership } from './ownership.ts';

/** The copy of the journal in the files of this node, which history, snapshots and backups read. */
export type LocalCopy = Pick<JournalWriter, 'shard' | 'sequence' | 'hash' | 'copy' | 'stop'>;

/**
 * The journal of the owner: a group is durable once it is committed in the database, whose commit waits for a standby
 * (J2); then it is copied into the files.
 */
export class PostgresJournal implements Journal {
  readonly #ownership: Ownership;
  readonly #copy: LocalCopy;

  constructor(ownership: Ownership, copy: LocalCopy) {
    this.#ownership = ownership;
    this.#copy = copy;
  }

  get shard(): number {
    return this.#copy.shard;
  }

  get sequence(): number {
    return this.#copy.sequence;
  }

  async append(lines: readonly string[]): Promise<number> {
    const firstSequence = this.#copy.sequence + 1;
    const bytes = encodeGroup(firstSequence, lines, this.#copy.hash);
    const count = lines.length;
    await this.#ownership.append({
      firstSequence,
      lastSequence: firstSequence + count - 1,
      hash: hashOf(bytes),
      bytes,
    });
    this.#copy.copy({ bytes, count });
    return bytes.length;
  }

  /** Gives the shard up first: another node may go on while the files are closed. */
  async stop(): Promise<void> {
    try {
      await this.#ownership.release();
    } finally {
      await this.#copy.stop();
    }
  }
}
