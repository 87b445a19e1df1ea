import type { Microseconds } from '../../time/units.ts';
import { commandsIn } from '../commands/index.ts';
import {
  type CommandSeq,
  type FileSystem,
  type JournalFolders,
  journalBeginning,
  readJournal,
} from '../journal/index.ts';

/** Where reading of a journal ends: its last command, or a time in microseconds since 1970. */
export interface Moment {
  readonly command?: CommandSeq | undefined;
  readonly timeUs?: Microseconds | undefined;
}

/** A place between two groups of a journal. */
export interface Place {
  /** The last command before it, and its time in microseconds since 1970; 0 at the beginning. */
  readonly command: CommandSeq;
  readonly timeUs: Microseconds;
}

/**
 * Where the journal ends that holds no command after the moment. Commands of one group are durable together: a group
 * that goes on after the moment is left out. Throws JournalDamaged, but not for damage after the place.
 */
export function placeOf(files: FileSystem, folders: JournalFolders, moment: Moment): Place {
  const { command: commandMax = Number.POSITIVE_INFINITY, timeUs: timeMax = Number.POSITIVE_INFINITY } = moment;
  let place: Place = { command: 0, timeUs: 0 };
  let isPast = false;
  try {
    readJournal(files, folders, journalBeginning(files, folders), (group) => {
      const command = group.firstSequence + group.count - 1;
      const timeUs = commandsIn(group.payload).at(-1)?.time ?? 0;
      isPast ||= command > commandMax || timeUs > timeMax;
      if (!isPast) place = { command, timeUs };
    });
  } catch (error) {
    if (!isPast && place.command !== commandMax) throw error;
  }
  return place;
}

/** Of its last command, for people. */
export const isoTimeOf = ({ timeUs }: Place): string => new Date(timeUs / 1000).toISOString();
