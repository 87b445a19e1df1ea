import {
  type CommandSeq,
  decodeGroup,
  type Group,
  type GroupSource,
  hashOf,
  type JournalPosition,
} from '../exchange/journal/index.ts';
import type { Ledger, LedgerGroup } from './ledger.ts';

/** The database has another journal than the one followed so far: a fail-over lost unacknowledged groups. */
export class ForkedJournal extends Error {
  override readonly name = 'ForkedJournal';
}

/** The files of this node end before the first group that the journal still has (J33). */
class GroupsDeleted extends Error {
  override readonly name = 'GroupsDeleted';

  constructor(start: CommandSeq, end: CommandSeq) {
    super(
      `the journal of JOURNAL_URL begins with command ${start + 1}, and the files of this node end with command ` +
        `${end}: make its DATA_DIR from a backup that has command ${start} (npm run restore), or copy that of a ` +
        'stopped node',
    );
  }
}

/** Of one read of groups; a standby that lags far reads many. */
const READ_MS_MAX = 10_000;
/** Of looking for the end of one group. */
const END_MS_MAX = 2000;

/** The groups of the shared journal after a position, checked as those of files are. */
export class PostgresGroupSource implements GroupSource {
  readonly #ledger: Pick<Ledger, 'read'>;
  #position: JournalPosition;
  #number: number;
  #read: readonly LedgerGroup[] = [];
  #at = 0;

  /** @param number that of the last group before the position */
  constructor(ledger: Pick<Ledger, 'read'>, from: JournalPosition, number: number) {
    this.#ledger = ledger;
    this.#position = from;
    this.#number = number;
  }

  /** Of the last group that was handed out. */
  get number(): number {
    return this.#number;
  }

  get position(): JournalPosition {
    return this.#position;
  }

  async next(durable: CommandSeq): Promise<Group | undefined> {
    const { sequence } = this.#position;
    if (sequence >= durable) return undefined;
    if (this.#at === this.#read.length) {
      this.#read = await this.#ledger.read('groups', READ_MS_MAX, sequence);
      this.#at = 0;
    }
    const found = this.#read[this.#at];
    if (found === undefined) throw new ForkedJournal(`the journal has no command ${sequence + 1}`);
    if (found.lastSequence > durable) return undefined;
    this.#at++;
    this.#number = found.number;
    return this.#checked(found.bytes);
  }

  #checked(bytes: Buffer): Group {
    const { shard, sequence, hash } = this.#position;
    const group = decodeGroup(bytes, 0);
    if (typeof group === 'string') throw new Error(`the journal after command ${sequence} is damaged: ${group}`);
    if (group.firstSequence !== sequence + 1 || !group.previousHash.equals(hash)) {
      throw new ForkedJournal(`the group at command ${group.firstSequence} does not follow on command ${sequence}`);
    }
    this.#position = { shard, sequence: sequence + group.count, hash: hashOf(group.bytes) };
    return group;
  }
}

/** The groups after a position. Throws ForkedJournal when the journal has another group there, and GroupsDeleted. */
export async function sourceAfter(ledger: Ledger, position: JournalPosition): Promise<PostgresGroupSource> {
  const { sequence, hash } = position;
  const { number } = await ledger.read('place', END_MS_MAX, { sequence, hash });
  if (number !== null) return new PostgresGroupSource(ledger, position, number);
  const { start = 0 } = (await ledger.read('shard', END_MS_MAX)) ?? {};
  if (sequence < start) throw new GroupsDeleted(start, sequence);
  throw new ForkedJournal(`the journal has no such group that ends with command ${sequence}`);
}
