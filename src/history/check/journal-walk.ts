import type { Db } from '../../database/schema/index.ts';
import type { EventSeq, ExchangeEvent } from '../../exchange/api/index.ts';
import { commandsIn } from '../../exchange/commands/index.ts';
import { VenueState } from '../../exchange/desks/index.ts';
import {
  type CommandSeq,
  type FileSystem,
  foldersOf,
  JournalDamaged,
  type JournalFolders,
  type JournalPosition,
  JournalTail,
  journalBeginning,
} from '../../exchange/journal/index.ts';
import { type LoadedSnapshot, listSnapshots, loadSnapshot } from '../../exchange/storage/index.ts';
import { ListCheck } from './list-check.ts';
import { RowCheck } from './row-check.ts';

export interface JournalWalkDeps {
  readonly files: FileSystem;
  /** Of the journal and its snapshots. */
  readonly folder: string;
  readonly archiveFolder: string | null;
  readonly db: Db;
  /** The last command to read. */
  readonly durable: CommandSeq;
  /** The last event that the history is known to hold. */
  readonly projected: EventSeq;
  readonly problem: (text: string) => void;
}

/** Events that are compared with the rows of one query for each table. */
const EVENTS_A_BATCH_MAX = 1000;

/**
 * Reads the journal once from its first file, with all checks of its chain, applies its commands and compares the order
 * history with their events. The venue is made from the first command; where older files are elsewhere, from the oldest
 * snapshot, and only the chain is checked before.
 */
export class JournalWalk {
  readonly #deps: JournalWalkDeps;
  readonly #rows: RowCheck;
  readonly #lists: ListCheck;
  readonly #folders: JournalFolders;
  #tail: JournalTail;
  #start: LoadedSnapshot | undefined;
  #state: VenueState | undefined;
  #events: ExchangeEvent[] = [];

  private constructor(deps: JournalWalkDeps, first: JournalPosition) {
    const { files, folder, archiveFolder, db, problem } = deps;
    this.#deps = deps;
    this.#rows = new RowCheck(db, problem);
    this.#lists = new ListCheck(db, problem);
    this.#folders = foldersOf(folder, archiveFolder);
    this.#tail = new JournalTail(files, this.#folders, first);
    this.#start = first.sequence === 0 ? { state: new VenueState(first.shard), position: first } : oldest(deps, first);
    this.#enter();
  }

  /** Throws JournalDamaged where there is no journal, or its first file has no header. */
  static open(deps: JournalWalkDeps): JournalWalk {
    const { files, folder, archiveFolder } = deps;
    return new JournalWalk(deps, journalBeginning(files, foldersOf(folder, archiveFolder)));
  }

  /** The last command that was read. */
  get command(): CommandSeq {
    return this.#tail.position.sequence;
  }

  /** The last event of the commands that were applied. */
  get eventSeq(): EventSeq {
    return this.#state?.counters.eventSeq ?? 0;
  }

  /** Reads at least `commands` commands, or to the end; false at the end. Throws JournalDamaged. */
  async step(commands: number): Promise<boolean> {
    const until = Math.min(this.command + commands, this.#deps.durable);
    while (this.command < until) {
      const group = this.#next();
      if (group === undefined) break;
      for (const command of this.#state === undefined ? [] : commandsIn(group.payload)) this.#state?.apply(command);
      this.#enter();
      if (this.#events.length >= EVENTS_A_BATCH_MAX) await this.#compare();
    }
    await this.#compare();
    if (this.command < this.#deps.durable) return true;
    await this.#lists.compareTotals();
    return false;
  }

  /** A full segment may move to the archive while it is read. */
  #next() {
    try {
      return this.#tail.next(this.#deps.durable);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.#tail = new JournalTail(this.#deps.files, this.#folders, this.#tail.position);
      return this.#tail.next(this.#deps.durable);
    }
  }

  /** Where the walk comes to the snapshot, or the first command, from which the venue is made. */
  #enter(): void {
    if (this.#start?.position.sequence !== this.command) return;
    const { state, position } = this.#start;
    if (!position.hash.equals(this.#tail.position.hash)) {
      throw new JournalDamaged(`the chain of the journal at command ${this.command} is not the one of its snapshot`);
    }
    this.#start = undefined;
    this.#state = state;
    state.sink = (event) => {
      if (event.seq <= this.#deps.projected) this.#events.push(event);
    };
  }

  async #compare(): Promise<void> {
    const events = this.#events;
    this.#events = [];
    await this.#rows.compare(events);
    await this.#lists.compare(events);
  }
}

function oldest({ files, folder, problem }: JournalWalkDeps, first: JournalPosition): LoadedSnapshot | undefined {
  const { path } = listSnapshots(files, folder).findLast(({ sequence }) => sequence >= first.sequence) ?? {};
  try {
    return path === undefined ? undefined : loadSnapshot(files, path, first.shard);
  } catch (error) {
    // Older ones may be removed meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') problem(`${path}: ${(error as Error).message}`);
    return undefined;
  }
}
