import type { Microseconds } from '../../time/units.ts';
import type { EventSeq } from '../api/index.ts';
import { commandsIn } from '../commands/index.ts';
import { VenueState } from '../desks/index.ts';
import {
  type CommandSeq,
  checkCleanStop,
  type FileSystem,
  foldersOf,
  JournalDamaged,
  type JournalEnd,
  type JournalFolders,
  journalStart,
  listSegments,
  readJournal,
} from '../journal/index.ts';
import { type LoadedSnapshot, listSnapshots, loadSnapshot, timeOfSnapshot } from './snapshot.ts';

export interface Recovered {
  readonly state: VenueState;
  readonly end: JournalEnd;
  /** Sequence of the snapshot that was used; 0 when the journal was read from its first record. */
  readonly snapshotSequence: CommandSeq;
  /** Commands that were applied after it. */
  readonly commands: number;
  /** Warnings about skipped, damaged snapshots. */
  readonly warnings: readonly string[];
}

export interface RecoveryOptions {
  /** Use no snapshot after this many events; 0 reads from the first record. Default: the newest. */
  readonly eventSeqMax?: EventSeq;
  /** Where segments may be besides the folder. */
  readonly archiveFolder?: string | null | undefined;
}

/** The newest valid snapshot, then the journal after it. Changes no file. */
export function recover(files: FileSystem, folder: string, shard: number, options: RecoveryOptions = {}): Recovered {
  const warnings: string[] = [];
  const eventSeqMax = options.eventSeqMax ?? Number.POSITIVE_INFINITY;
  const { state, position } = startingPoint(files, folder, {
    shard,
    eventSeqMax,
    note: (warning) => warnings.push(warning),
  });
  const folders = foldersOf(folder, options.archiveFolder);
  refuseMissingJournal(files, folder, position.sequence, folders);
  let commands = 0;
  const end = readJournal(files, folders, position, (group) => {
    for (const command of commandsIn(group.payload)) {
      state.apply(command);
      commands++;
    }
  });
  checkCleanStop(files, folder, end);
  return { state, end, snapshotSequence: position.sequence, commands, warnings };
}

/** The newest segments are never archived: a folder without any, where there should be some, has lost them. */
function refuseMissingJournal(files: FileSystem, folder: string, snapshot: CommandSeq, folders: JournalFolders): void {
  if (listSegments(files, folder).length > 0) return;
  if (snapshot > 0) {
    throw new JournalDamaged(`${folder}: there is a snapshot of command ${snapshot}, but no journal`);
  }
  const archived = listSegments(files, folders).at(-1);
  if (archived !== undefined) throw new JournalDamaged(`${folder}: there is no journal after ${archived.path}`);
}

export interface StartingPointOptions {
  readonly shard: number;
  /** Events that a snapshot may have after it. */
  readonly eventSeqMax: EventSeq;
  /** Called with each damaged snapshot. */
  readonly note: (message: string) => void;
}

/** Where reading the journal starts: after the newest valid snapshot, or at the first record with an empty venue. */
export function startingPoint(files: FileSystem, folder: string, options: StartingPointOptions): LoadedSnapshot {
  const { shard, eventSeqMax, note } = options;
  const snapshots = eventSeqMax > 0 ? listSnapshots(files, folder) : [];
  for (const { path } of snapshots) {
    try {
      const loaded = loadSnapshot(files, path, shard);
      if (loaded.state.counters.eventSeq <= eventSeqMax) return loaded;
    } catch (error) {
      note(`the snapshot ${path} is passed over: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { state: new VenueState(shard), position: journalStart(shard) };
}

/**
 * As startingPoint, for the state at a moment: the newest valid snapshot without a later command, or the first record.
 * undefined where the files begin later.
 */
export function startingPointAt(
  files: FileSystem,
  { folder, folders }: { readonly folder: string; readonly folders: JournalFolders },
  { shard, timeUs }: { readonly shard: number; readonly timeUs: Microseconds },
): LoadedSnapshot | undefined {
  for (const { path } of listSnapshots(files, folder)) {
    try {
      if (timeOfSnapshot(files, path) <= timeUs) return loadSnapshot(files, path, shard);
    } catch {
      // Damaged, which recovery reports, or removed meanwhile: an older one serves as well.
    }
  }
  const isWhole = listSegments(files, folders)[0]?.firstSequence === 1;
  return isWhole ? { state: new VenueState(shard), position: journalStart(shard) } : undefined;
}
