import { type CommandSeq, encodeGroup, hashOf, type Journal, type JournalWriter } from '../exchange/journal/index.ts';
import { violated } from '../invariant.ts';
import type { DurableMark } from './durable-mark.ts';
import type { Leadership } from './leadership.ts';

/** The copy of the journal in the files of this node, which history, snapshots and backups read. */
export type LocalCopy = Pick<JournalWriter, 'shard' | 'sequence' | 'hash' | 'copy' | 'stop'>;

/**
 * The journal of the leader: a group is durable once it is committed in the database, whose commit waits for a standby
 * (J2); then it is copied into the files.
 */
export class PostgresJournal implements Journal {
  readonly #leadership: Leadership;
  readonly #copy: LocalCopy;
  readonly #mark: DurableMark;

  constructor(leadership: Leadership, copy: LocalCopy, mark: DurableMark) {
    this.#leadership = leadership;
    this.#copy = copy;
    this.#mark = mark;
  }

  get shard(): number {
    return this.#copy.shard;
  }

  get sequence(): CommandSeq {
    return this.#copy.sequence;
  }

  async append(lines: readonly string[]): Promise<number> {
    const firstSequence = this.#copy.sequence + 1;
    const previousHash = this.#copy.hash;
    const bytes = encodeGroup(firstSequence, lines, previousHash);
    const count = lines.length;
    const [lastSequence, hash] = [firstSequence + count - 1, hashOf(bytes)];
    await this.#leadership.append({ firstSequence, lastSequence, previousHash, hash, bytes });
    this.#mark.advance({ sequence: lastSequence, hash });
    this.#copy.copy({ bytes, count });
    if (this.#copy.sequence !== lastSequence || !this.#copy.hash.equals(hash))
      violated('J7', `the files of this node end at ${this.#copy.sequence}, the journal at ${lastSequence}`);
    return bytes.length;
  }

  /** Gives the shard up first: another node may go on while the files are closed. */
  async stop(): Promise<void> {
    try {
      await this.#leadership.release();
    } finally {
      await this.#copy.stop();
    }
  }
}
