import { type EventSeq, type IssuedUnits, isVoid, type MatchId, NO_SECURITY, type SecurityId } from '../api/index.ts';
import { commandsIn } from '../commands/index.ts';
import { checkState, VenueState } from '../desks/index.ts';
import {
  type CommandSeq,
  checkCleanStop,
  type FileSystem,
  foldersOf,
  type Group,
  hashOf,
  JournalDamaged,
  type JournalFolders,
  type JournalPosition,
  journalBeginning,
  listSegments,
  readJournal,
} from '../journal/index.ts';
import { holdersApart } from '../records/index.ts';
import { listSnapshots, loadSnapshot } from './snapshot.ts';
import { digestOf } from './snapshot-lines.ts';

export interface VerifyOptions {
  /** Where segments may be besides the folder. */
  readonly archiveFolder?: string | null;
  /** Apply the journal from its first record and compare the state with that of each snapshot. */
  readonly replay?: boolean;
  /** Statements of other files about places in the journal. */
  readonly marks?: readonly JournalMark[];
}

/** The statement of another file about a place in the journal. */
export interface JournalMark {
  /** The file, for messages. */
  readonly name: string;
  /** Sequence of a command, and of the last event up to it; the latter can be checked by a replay only. */
  readonly command: CommandSeq;
  readonly eventSeq: EventSeq;
  /** The group with that command: its last command, and its SHA-256 in hex. */
  readonly chain: { readonly command: CommandSeq; readonly sha256: string };
}

/** The findings, as sentences for a person. */
export interface VerifyReport {
  readonly findings: readonly string[];
  /** The damage; empty when everything is whole. */
  readonly problems: readonly string[];
  /** The last command of a journal that is whole; 0 where it is not. */
  readonly command: CommandSeq;
  /** Of each trade with units, at the end of a journal that was replayed; null: it was not. */
  readonly issued: readonly IssuedUnits[] | null;
  /** Whether a match is busted or canceled there; null: the journal was not replayed. */
  readonly isVoid: ((matchId: MatchId) => boolean) | null;
}

/** Checks the journal of a folder, its chain, the snapshots and the mark of a clean stop. Changes no file. */
export function verifyVenue(files: FileSystem, folder: string, options: VerifyOptions = {}): VerifyReport {
  const check = new VenueCheck(files, folder, options);
  check.run();
  return check;
}

/** A snapshot that is whole, and what it must be compared with. */
interface KnownSnapshot {
  readonly path: string;
  readonly position: JournalPosition;
  /** Of its state; null unless the journal is replayed. */
  readonly digest: string | null;
}

class VenueCheck implements VerifyReport {
  readonly findings: string[] = [];
  readonly problems: string[] = [];
  command = 0;
  issued: readonly IssuedUnits[] | null = null;
  isVoid: VerifyReport['isVoid'] = null;
  readonly #files: FileSystem;
  readonly #folder: string;
  readonly #folders: JournalFolders;
  readonly #replays: boolean;
  /** By the sequence after which they were taken; those found in the journal are removed. */
  readonly #snapshots = new Map<number, KnownSnapshot>();
  readonly #marks: readonly JournalMark[];
  #state: VenueState | null = null;
  #groups = 0;

  constructor(files: FileSystem, folder: string, { archiveFolder, replay, marks }: VerifyOptions) {
    this.#files = files;
    this.#folder = folder;
    this.#folders = foldersOf(folder, archiveFolder);
    this.#replays = replay ?? false;
    this.#marks = (marks ?? []).toSorted((one, other) => one.command - other.command);
  }

  run(): void {
    try {
      const start = journalBeginning(this.#files, this.#folders);
      this.#loadSnapshots(start.shard);
      this.#readJournal(start);
    } catch (error) {
      this.problems.push(messageOf(error));
      return;
    }
    for (const { path, position } of this.#snapshots.values()) {
      this.problems.push(`${path}: no group of the journal ends at its command ${position.sequence}`);
    }
  }

  #loadSnapshots(shard: number): void {
    for (const { path } of listSnapshots(this.#files, this.#folder)) {
      try {
        const { state, position } = loadSnapshot(this.#files, path, shard);
        this.#snapshots.set(position.sequence, { path, position, digest: this.#replays ? digestOf(state) : null });
      } catch (error) {
        this.problems.push(`${path}: ${messageOf(error)}`);
      }
    }
  }

  /** With older segments archived elsewhere, the chain begins with the hash in the first header. */
  #readJournal(start: JournalPosition): void {
    if (this.#replays) this.#state = newState(start, this.#folder);
    this.#compareSnapshot(start.sequence, () => start.hash);
    const marks = new MarkCheck(this.#marks, start.sequence, this.problems);
    const end = readJournal(this.#files, this.#folders, start, (group) => {
      this.#groups++;
      for (const [index, command] of this.#state === null ? [] : commandsIn(group.payload).entries()) {
        this.#state?.apply(command);
        marks.applied(group.firstSequence + index, this.#state!.counters.eventSeq);
      }
      marks.read(group);
      this.#compareSnapshot(group.firstSequence + group.count - 1, () => hashOf(group.bytes));
    });
    this.command = end.sequence;
    this.findings.push(...marks.end(this.#replays));
    const segments = listSegments(this.#files, this.#folders).length;
    this.findings.push(
      `journal: commands ${start.sequence + 1} to ${end.sequence} in ${this.#groups} groups and ${segments} files; ` +
        'the chain is whole',
    );
    if (end.tornBytes > 0) {
      this.findings.push(`${end.segment?.path}: ${end.tornBytes} bytes of a torn last record, which a start cuts off`);
    }
    if (checkCleanStop(this.#files, this.#folder, end)) this.findings.push('the venue was stopped cleanly');
    if (this.#state !== null) {
      checkState(this.#state);
      const { register, risk } = this.#state;
      this.issued = register.issues.known;
      this.isVoid = (matchId) => isVoid(risk.amendments.find(matchId));
      this.findings.push(...holdersApart(register), ...[...register.imports].map(notImported));
      this.findings.push(`replay: state ${digestOf(this.#state)} after command ${end.sequence}`);
    }
  }

  #compareSnapshot(sequence: CommandSeq, hashThere: () => Buffer): void {
    const snapshot = this.#snapshots.get(sequence);
    if (snapshot === undefined) return;
    this.#snapshots.delete(sequence);
    const { path, position, digest } = snapshot;
    if (!position.hash.equals(hashThere())) {
      this.problems.push(`${path}: the chain of the journal at command ${sequence} is another`);
    } else if (this.#state !== null && digest !== digestOf(this.#state)) {
      this.problems.push(`${path}: it is not the state that the journal comes to`);
    } else {
      if (this.#state !== null) checkState(this.#state);
      const compared = this.#state === null ? '' : ', and the state that the journal comes to';
      this.findings.push(`snapshot of command ${sequence}: whole${compared}`);
    }
  }
}

/** Compares what marks say with the journal, as it is read. */
class MarkCheck {
  readonly #marks: readonly JournalMark[];
  readonly #problems: string[];
  readonly #older: number;
  /** Of the marks whose command was applied, and of those whose group was read. */
  #applied: number;
  #read: number;

  /** Marks up to a command are of files of the journal that are not there. */
  constructor(marks: readonly JournalMark[], before: CommandSeq, problems: string[]) {
    this.#marks = marks;
    this.#problems = problems;
    this.#older = marks.filter(({ command }) => command <= before).length;
    this.#applied = this.#older;
    this.#read = this.#older;
  }

  applied(sequence: CommandSeq, eventSeq: EventSeq): void {
    for (let mark = this.#marks[this.#applied]; mark?.command === sequence; mark = this.#marks[this.#applied]) {
      this.#applied++;
      if (mark.eventSeq === eventSeq) continue;
      this.#problems.push(`${mark.name}: command ${sequence} ends with event ${eventSeq}, not ${mark.eventSeq}`);
    }
  }

  read(group: Group): void {
    const last = group.firstSequence + group.count - 1;
    for (let mark = this.#marks[this.#read]; mark !== undefined && mark.command <= last; ) {
      const { name, chain } = mark;
      if (chain.command !== last || chain.sha256 !== hashOf(group.bytes).toString('hex')) {
        this.#problems.push(`${name}: the chain of the journal at command ${mark.command} is another`);
      }
      mark = this.#marks[++this.#read];
    }
  }

  end(replayed: boolean): string[] {
    for (const { name, command } of this.#marks.slice(this.#read)) {
      this.#problems.push(`${name}: the journal has no command ${command}`);
    }
    if (this.#marks.length === 0) return [];
    const compared = `their places in the chain${replayed ? ', and their events' : ''}`;
    const found = `${this.#read - this.#older} reports: ${compared}`;
    return this.#older === 0 ? [found] : [found, `${this.#older} reports are older than the journal that is here`];
  }
}

function notImported(securityId: SecurityId): string {
  const what = securityId === NO_SECURITY ? 'offerings that the venue does not know' : `security ${securityId}`;
  return `register: what an earlier release left of ${what} is still to be imported`;
}

function newState(start: JournalPosition, folder: string): VenueState {
  if (start.sequence === 0) return new VenueState(start.shard);
  throw new JournalDamaged(
    `${folder}: a replay needs the journal from its first record, and it begins with command ${start.sequence + 1}; ` +
      'name the folder of the older files with --archive',
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
