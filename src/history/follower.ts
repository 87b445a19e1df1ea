import type { FileSystem } from '../exchange/file-system.ts';
import type { ExchangeEvent } from '../exchange/interface.ts';
import { commandsOf, type JournalPosition } from '../exchange/journal/reader.ts';
import { listSegments } from '../exchange/journal/segments.ts';
import { JournalTail } from '../exchange/journal/tail.ts';
import { startingPoint } from '../exchange/recovery.ts';
import { listSnapshots, writeSnapshot } from '../exchange/snapshot.ts';
import type { VenueState } from '../exchange/venue-state.ts';

/** What the follower needs of the order history. */
export interface Projection {
  /** Sequence of the last event that the history holds. */
  position(): Promise<number>;
  /** Takes events in order, all or none; events that it has already are passed over. */
  apply(events: readonly ExchangeEvent[]): Promise<void>;
}

export interface FollowerOptions {
  readonly files: FileSystem;
  readonly folder: string;
  readonly shard: number;
  readonly projection: Projection;
  /** Commands between two snapshots. */
  readonly snapshotCommands: number;
  /** Where segments go that no snapshot needs any more; null: they stay where they are. */
  readonly archiveFolder: string | null;
  /** Told whenever the history has come further: the last event that it holds. */
  readonly onProjected: (eventSeq: number) => void;
  readonly onNote: (message: string) => void;
}

/** Events of one transaction of the history. */
const EVENTS_A_BATCH_MAX = 4000;
/** Older snapshots are removed: recovery uses the newest, the history at most the one before. */
const SNAPSHOTS_KEPT = 3;

/**
 * A second copy of the venue that follows the journal behind the live one, off its way: it projects the events into the
 * order history and writes the snapshots, so that no order ever waits for either. It catches up from the journal after
 * a crash: the newest snapshot that is not ahead of the history, then the commands behind it, again the same events (M11).
 */
export class HistoryFollower {
  readonly #options: FollowerOptions;
  readonly #state: VenueState;
  readonly #tail: JournalTail;
  #events: ExchangeEvent[] = [];
  #projected: number;
  #snapshotSequence: number;
  #durable = 0;
  #work: Promise<void> = Promise.resolve();

  private constructor(options: FollowerOptions, state: VenueState, from: JournalPosition, projected: number) {
    this.#options = options;
    this.#state = state;
    this.#projected = projected;
    this.#snapshotSequence = from.sequence;
    this.#tail = new JournalTail(options.files, options.folder, from);
    state.sink = (event) => {
      if (event.seq > this.#projected) this.#events.push(event);
    };
  }

  static async open(options: FollowerOptions): Promise<HistoryFollower> {
    const projected = await options.projection.position();
    // A snapshot that is ahead of the history would leave out the events in between.
    const { files, folder, shard, onNote } = options;
    const start = startingPoint(files, folder, shard, projected, onNote);
    options.onProjected(projected);
    return new HistoryFollower(options, start.state, start.position, projected);
  }

  /** Sequence of the last command that the history has completely. */
  get sequence(): number {
    return this.#tail.position.sequence;
  }

  /** The state of the copy, for comparison with the live one. */
  get state(): VenueState {
    return this.#state;
  }

  /** Says how far the journal is durable; resolves when the history has come that far, or a later call has failed. */
  advance(durable: number): Promise<void> {
    this.#durable = Math.max(this.#durable, durable);
    this.#work = this.#work.then(() => this.#catchUp());
    return this.#work;
  }

  /** A last snapshot, for a quick start, when enough has happened since the one before. */
  async finish(): Promise<void> {
    await this.#work;
    if (this.sequence > this.#snapshotSequence) await this.#snapshot();
  }

  async #catchUp(): Promise<void> {
    while (this.sequence < this.#durable) {
      while (this.#events.length < EVENTS_A_BATCH_MAX) {
        const group = this.#tail.next(this.#durable);
        if (group === undefined) break;
        for (const command of commandsOf(group)) this.#state.apply(command);
        if (this.sequence - this.#snapshotSequence >= this.#options.snapshotCommands) break;
      }
      await this.#project();
      if (this.sequence - this.#snapshotSequence >= this.#options.snapshotCommands) await this.#snapshot();
    }
  }

  async #project(): Promise<void> {
    if (this.#events.length > 0) {
      const events = this.#events;
      this.#events = [];
      await this.#options.projection.apply(events);
      this.#projected = events.at(-1)?.seq ?? this.#projected;
    }
    this.#options.onProjected(Math.max(this.#projected, this.#state.counters.eventSeq));
  }

  async #snapshot(): Promise<void> {
    const { files, folder } = this.#options;
    await writeSnapshot(files, folder, this.#state, this.#tail.position);
    this.#snapshotSequence = this.sequence;
    const snapshots = listSnapshots(files, folder);
    for (const old of snapshots.slice(SNAPSHOTS_KEPT)) files.remove(old.path);
    this.#archiveBefore(snapshots.slice(0, SNAPSHOTS_KEPT).at(-1)?.sequence ?? 0);
  }

  /** Moves segments that end before the oldest kept snapshot out of the folder, where a setting asks for it. */
  #archiveBefore(sequence: number): void {
    const { files, folder, archiveFolder, onNote } = this.#options;
    if (archiveFolder === null) return;
    files.ensureFolder(archiveFolder);
    const segments = listSegments(files, folder);
    for (const [index, segment] of segments.entries()) {
      const next = segments[index + 1];
      if (next === undefined || next.firstSequence > sequence + 1) return;
      files.rename(segment.path, `${archiveFolder}/${segment.name}`);
      onNote(`journal segment ${segment.name} was moved to the archive folder`);
    }
  }
}
