/**
 * The record of the venue's commands as its users see it: whoever sequences appends groups, whoever follows takes them
 * in order. JournalWriter and JournalTail keep it in files.
 */
import type { CommandSeq } from './command-seq.ts';
import type { Group } from './format.ts';
import type { JournalPosition } from './reader.ts';

/** Where commands go before anything is acknowledged. One group at a time is on its way. */
export interface Journal {
  readonly shard: number;
  /** Sequence of the last command that is durable. */
  readonly sequence: CommandSeq;
  /**
   * Makes a group durable, one line for each command (encodeCommand); resolves with the bytes it takes. After a failure
   * whether the group was written is not known, and nothing more may be appended.
   */
  append(lines: readonly string[]): Promise<number>;
  /** Ends it; after a failure it says nothing of where it ended. */
  stop(): Promise<void>;
}

/** The groups of a journal after a position, in order. */
export interface GroupSource {
  /** After the last group that was handed out. */
  readonly position: JournalPosition;
  /** The next group whose commands are all at most `durable`; undefined if there is no such group yet. */
  next(durable: CommandSeq): Group | undefined | Promise<Group | undefined>;
}
