import type { EventSeq, ExchangeEvent } from '../exchange/api/index.ts';
import { commandsIn } from '../exchange/commands/index.ts';
import type { VenueState } from '../exchange/desks/index.ts';
import {
  archiveSegment,
  type CommandSeq,
  type FileSystem,
  foldersOf,
  type Group,
  type GroupSource,
  JournalTail,
  listSegments,
} from '../exchange/journal/index.ts';
import { type DayEnd, DayEndWatch } from '../exchange/replica/index.ts';
import { listSnapshots, startingPoint, writeSnapshot } from '../exchange/storage/index.ts';
import { HistoryGap } from './history-gap.ts';
import { messageOf } from './retried.ts';

/** The part of the order history that the follower needs. */
export interface Projection {
  /** Sequence of the last event that the history holds. */
  position(): Promise<EventSeq>;
  /**
   * Takes events in order, and the ends of days among them, all or none; skips those that it has already.
   *
   * @param skipped by the last event before: the last number that no event has
   */
  apply(
    events: readonly ExchangeEvent[],
    dayEnds?: readonly JournaledDayEnd[],
    skipped?: ReadonlyMap<EventSeq, EventSeq>,
  ): Promise<void>;
}

/** The end of a trading day, and the group of commands that it was journaled in. */
export interface JournaledDayEnd extends DayEnd {
  /** Sequence of the last command of the group. */
  readonly groupEnd: CommandSeq;
  /** SHA-256 of the group, in hex: the chain of the journal up to there. */
  readonly chainHash: string;
}

export interface FollowerDeps {
  readonly files: FileSystem;
  readonly folder: string;
  readonly shard: number;
  readonly projection: Projection;
  /** Commands between two snapshots. */
  readonly snapshotCommands: number;
  /** Where segments go that no snapshot needs any more; null: they stay where they are. */
  readonly archiveFolder: string | null;
  /** Called with the last stored event, whenever the history has advanced. */
  readonly onProjected: (eventSeq: EventSeq) => void;
  /** Called when the history has the end of a trading day. */
  readonly onDayOver?: () => void;
  /** Called with each applied group: a place where this thread may rest. */
  readonly onApplied?: () => void;
  readonly onNote: (message: string) => void;
}

/** Events of one transaction of the history. */
const EVENTS_A_BATCH_MAX = 4000;
/** Older snapshots are removed: recovery uses the newest, the history at most the one before. */
const SNAPSHOTS_KEPT = 3;

/**
 * A second copy of the venue that follows the journal of the live one. It projects the events into the order history
 * and writes the snapshots, so that no order waits for either. After a crash it catches up from the newest snapshot
 * that is not ahead of the history and the later commands, which give the same events again (M11).
 */
export class HistoryFollower {
  readonly #deps: FollowerDeps;
  #state!: VenueState;
  #groups!: GroupSource;
  #days!: DayEndWatch;
  #events: ExchangeEvent[] = [];
  #dayEnds: JournaledDayEnd[] = [];
  /** By the last event before: the last number that no event has (skipIds). */
  readonly #skipped = new Map<EventSeq, EventSeq>();
  #projected = 0;
  #snapshotSequence = 0;
  #durable = 0;
  #work: Promise<void> = Promise.resolve();
  /** Up to which event the history has been, if it has lost some of them; and who waits until it has them again. */
  #lost = 0;
  #waiting: (() => void)[] = [];

  private constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  static async open(deps: FollowerDeps): Promise<HistoryFollower> {
    const projected = await deps.projection.position();
    if (deps.archiveFolder !== null) deps.files.ensureFolder(deps.archiveFolder);
    const follower = new HistoryFollower(deps);
    follower.#begin(projected);
    return follower;
  }

  /** Follows the journal from where the history ends. */
  #begin(projected: EventSeq): void {
    const { files, folder, shard, archiveFolder, onNote, onProjected } = this.#deps;
    // A snapshot that is ahead of the history would leave out the events in between.
    const { state, position } = startingPoint(files, folder, { shard, eventSeqMax: projected, note: onNote });
    this.#state = state;
    this.#days = new DayEndWatch(state);
    this.#events = [];
    this.#dayEnds = [];
    this.#projected = projected;
    this.#snapshotSequence = position.sequence;
    this.#groups = new JournalTail(files, foldersOf(folder, archiveFolder), position);
    state.sink = (event) => {
      if (event.seq > this.#projected) this.#events.push(event);
    };
    onProjected(projected);
  }

  /** Sequence of the last command that the history has completely. */
  get sequence(): CommandSeq {
    return this.#groups.position.sequence;
  }

  /** The state of the copy, for comparison with the live one. */
  get state(): VenueState {
    return this.#state;
  }

  /** Says how far the journal is durable; resolves when the history has come that far, or a later call has failed. */
  advance(durable: CommandSeq): Promise<void> {
    this.#durable = Math.max(this.#durable, durable);
    this.#work = this.#work.then(() => this.#catchUp());
    return this.#work;
  }

  /**
   * After a fail-over of the database: reads the events that it lost, if any (J19), and resolves when it has them:
   * maybe not before a later call of advance, as this copy may not know yet how far the journal is durable.
   */
  async confirm(): Promise<void> {
    this.#work = this.#work.then(async () => {
      const position = await this.#deps.projection.position();
      if (position >= this.#projected) return;
      this.#beginAgain(position, position);
      await this.#catchUp();
    });
    await this.#work;
    if (this.#projected >= this.#lost) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** A last snapshot, for a quick start, when enough has happened since the one before. */
  async finish(): Promise<void> {
    await this.#work;
    if (this.sequence > this.#snapshotSequence) await this.#snapshot();
  }

  async #catchUp(): Promise<void> {
    const { onApplied, snapshotCommands } = this.#deps;
    while (this.sequence < this.#durable) {
      while (this.#events.length < EVENTS_A_BATCH_MAX) {
        const group = await this.#groups.next(this.#durable);
        if (group === undefined) break;
        this.#apply(group);
        onApplied?.();
        if (this.sequence - this.#snapshotSequence >= snapshotCommands) break;
      }
      if (!(await this.#project())) continue;
      if (this.sequence - this.#snapshotSequence >= snapshotCommands) await this.#snapshot();
    }
  }

  #apply(group: Group): void {
    const { sequence: groupEnd, hash } = this.#groups.position;
    for (const [index, command] of commandsIn(group.payload).entries()) {
      const { eventSeq } = this.#state.counters;
      this.#state.apply(command);
      if (command.type === 'skipIds') this.#skipped.set(eventSeq, eventSeq + command.count);
      const end = this.#days.after(command, group.firstSequence + index);
      if (end !== undefined) this.#dayEnds.push({ ...end, groupEnd, chainHash: hash.toString('hex') });
    }
  }

  /** False when the history had lost events, and is followed from where it ends now. */
  async #project(): Promise<boolean> {
    const { projection, onProjected, onDayOver } = this.#deps;
    const [events, dayEnds] = [this.#events, this.#dayEnds];
    if (events.length > 0 || dayEnds.length > 0) {
      this.#events = [];
      this.#dayEnds = [];
      try {
        await projection.apply(events, dayEnds, this.#skipped);
      } catch (error) {
        if (await this.#restartAfterLoss(error)) return false;
        throw error;
      }
      this.#projected = events.at(-1)?.seq ?? this.#projected;
    }
    if (this.#projected >= this.#lost) for (const resolve of this.#waiting.splice(0)) resolve();
    onProjected(Math.max(this.#projected, this.#state.counters.eventSeq));
    if (dayEnds.some(({ isOver }) => isOver)) onDayOver?.();
    return true;
  }

  /**
   * A database that did not wait for its standby may lose what it committed; the journal has it (J19). Another node may
   * have written it again by now: the error says where the history ended when the batch came.
   */
  async #restartAfterLoss(error: unknown): Promise<boolean> {
    const position = await this.#deps.projection.position();
    const end = error instanceof HistoryGap ? Math.min(error.expected - 1, position) : position;
    if (end >= this.#projected) return false;
    this.#beginAgain(position, end);
    return true;
  }

  #beginAgain(position: EventSeq, end: EventSeq): void {
    this.#deps.onNote(`the order history lost events ${end + 1} to ${this.#projected}: it reads them again`);
    this.#lost = Math.max(this.#lost, this.#projected);
    this.#begin(position);
  }

  async #snapshot(): Promise<void> {
    const { files, folder, onNote } = this.#deps;
    this.#snapshotSequence = this.sequence;
    try {
      await writeSnapshot(files, folder, this.#state, this.#groups.position);
    } catch (error) {
      // The journal has everything; a disk that is full of other things must not end the history as well.
      onNote(`the snapshot of command ${this.sequence} could not be written: ${messageOf(error)}`);
      return;
    }
    const snapshots = listSnapshots(files, folder);
    for (const old of snapshots.slice(SNAPSHOTS_KEPT)) files.remove(old.path);
    await this.#archiveBefore(Math.min(snapshots.slice(0, SNAPSHOTS_KEPT).at(-1)?.sequence ?? 0, this.sequence - 1));
  }

  /**
   * Moves segments that end at or before a command out of the folder, if a setting asks for it: no kept snapshot needs
   * them, nor does this copy, which has applied the last command of its segment. Segments that cannot be moved stay and
   * are tried again with the next snapshot.
   */
  async #archiveBefore(sequence: CommandSeq): Promise<void> {
    const { files, folder, archiveFolder, onNote } = this.#deps;
    if (archiveFolder === null) return;
    const segments = listSegments(files, folder);
    for (const [index, segment] of segments.entries()) {
      const next = segments[index + 1];
      if (next === undefined || next.firstSequence > sequence + 1) return;
      try {
        await archiveSegment(files, segment, archiveFolder);
      } catch (error) {
        onNote(`journal segment ${segment.name} cannot be moved to ${archiveFolder}: ${messageOf(error)}`);
        return;
      }
      onNote(`journal segment ${segment.name} was moved to the archive folder`);
    }
  }
}
