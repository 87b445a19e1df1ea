import type { FileSystem } from './file-system.ts';
import { checkCleanStop } from './journal/clean-stop.ts';
import { decodeFileHeader, FILE_HEADER_BYTES, type FileHeader, hashOf } from './journal/format.ts';
import { commandsOf, JournalDamaged, type JournalPosition, readJournal } from './journal/reader.ts';
import { foldersOf, type JournalFolders, listSegments } from './journal/segments.ts';
import { digestOf, listSnapshots, loadSnapshot } from './snapshot.ts';
import { VenueState } from './venue-state.ts';

export interface VerifyOptions {
  /** Where segments may be besides the folder. */
  readonly archiveFolder?: string | null;
  /** Apply the journal from its first record and compare the state with that of each snapshot. */
  readonly replay?: boolean;
}

/** What was found, as sentences for a person. */
export interface VerifyReport {
  readonly findings: readonly string[];
  /** What is wrong; empty when everything is whole. */
  readonly problems: readonly string[];
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
  readonly #files: FileSystem;
  readonly #folder: string;
  readonly #folders: JournalFolders;
  readonly #replays: boolean;
  /** By the sequence behind which they were taken; those that were found in the journal are taken out. */
  readonly #snapshots = new Map<number, KnownSnapshot>();
  #state: VenueState | null = null;
  #groups = 0;

  constructor(files: FileSystem, folder: string, { archiveFolder, replay }: VerifyOptions) {
    this.#files = files;
    this.#folder = folder;
    this.#folders = foldersOf(folder, archiveFolder);
    this.#replays = replay ?? false;
  }

  run(): void {
    try {
      const header = this.#firstHeader();
      this.#loadSnapshots(header.shard);
      this.#readJournal(header);
    } catch (error) {
      this.problems.push(messageOf(error));
      return;
    }
    for (const { path, position } of this.#snapshots.values()) {
      this.problems.push(`${path}: no group of the journal ends at its command ${position.sequence}`);
    }
  }

  #firstHeader(): FileHeader {
    const [first] = listSegments(this.#files, this.#folders);
    if (first === undefined) throw new JournalDamaged(`${[this.#folders].flat().join(', ')}: there is no journal`);
    const header = decodeFileHeader(this.#files.readAt(first.path, 0, FILE_HEADER_BYTES));
    if (typeof header === 'string') throw new JournalDamaged(`${first.path}: ${header} (at byte 0)`);
    return header;
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

  /** With older segments archived elsewhere, the chain begins with what the first header says. */
  #readJournal({ shard, firstSequence, previousHash }: FileHeader): void {
    const start: JournalPosition = { shard, sequence: firstSequence - 1, hash: previousHash };
    if (this.#replays) this.#state = newState(start, this.#folder);
    this.#compareSnapshot(start.sequence, () => start.hash);
    const end = readJournal(this.#files, this.#folders, start, (group) => {
      this.#groups++;
      if (this.#state !== null) for (const command of commandsOf(group)) this.#state.apply(command);
      this.#compareSnapshot(group.firstSequence + group.count - 1, () => hashOf(group.bytes));
    });
    const segments = listSegments(this.#files, this.#folders).length;
    this.findings.push(
      `journal: commands ${firstSequence} to ${end.sequence} in ${this.#groups} groups and ${segments} files; ` +
        'the chain is whole',
    );
    if (end.tornBytes > 0) {
      this.findings.push(`${end.segment?.path}: ${end.tornBytes} bytes of a torn last record, which a start cuts off`);
    }
    if (checkCleanStop(this.#files, this.#folder, end)) this.findings.push('the venue was stopped cleanly');
    if (this.#state !== null) {
      this.findings.push(`replay: state ${digestOf(this.#state)} behind command ${end.sequence}`);
    }
  }

  #compareSnapshot(sequence: number, hashThere: () => Buffer): void {
    const snapshot = this.#snapshots.get(sequence);
    if (snapshot === undefined) return;
    this.#snapshots.delete(sequence);
    const { path, position, digest } = snapshot;
    if (!position.hash.equals(hashThere())) {
      this.problems.push(`${path}: the chain of the journal at command ${sequence} is another`);
    } else if (this.#state !== null && digest !== digestOf(this.#state)) {
      this.problems.push(`${path}: it is not the state that the journal comes to`);
    } else {
      const compared = this.#state === null ? '' : ', and the state that the journal comes to';
      this.findings.push(`snapshot of command ${sequence}: whole${compared}`);
    }
  }
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
