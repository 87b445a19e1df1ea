import type { Timers } from '../../time/timers.ts';
import { type Outcome, VenueUnavailable } from '../api/index.ts';
import { encodeCommand, type JournaledCommand, type UntimedCommand } from '../commands/index.ts';
import type { CommittedGroup, Replica } from '../replica/index.ts';
import type { Journal } from '../storage/index.ts';
import type { CommandCost } from './command-cost.ts';
import { SearchPace } from './search-pace.ts';
import type { SessionClock } from './session-clock.ts';
import { type Taken, WaitingCommands } from './waiting-commands.ts';
import type { Waiting } from './waiting-queue.ts';

/** Work of one group commit for commands that cost more than nearly all do: nobody waits long for those of others. */
const COSTLY_MS = 2;
/** What one turn of the event loop applies and publishes; the rest of a group follows in the next turns. */
const TURN_MS = 4;
/** Commands that are applied without a look at the clock. */
const COMMANDS_A_LOOK = 16;
/** How often to look whether those who follow the events have caught up. */
const FOLLOWERS_POLL_MS = 2;
const CONTINUE: UntimedCommand = { type: 'continue' };

export interface SequencerParts {
  /** The copy of the venue that has everything the journal holds. */
  readonly replica: Replica;
  readonly journal: Journal;
  readonly sessions: SessionClock;
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'soon'>;
  /** More waiting commands than this are turned away (503). */
  readonly waitingMax: number;
  /** Told the seconds from the beginning of a group's write until it was known to be durable. */
  readonly onWritten: (seconds: number) => void;
  /** Told after each group, once it is published. */
  readonly onPublished: () => void;
  /** Told once, when the venue stops for good because a write, an fdatasync or the state itself failed. */
  readonly onFailure: (error: Error) => void;
}

/** A command that was applied and has left effects pending: it is answered once they are performed (M17). */
interface Unfinished {
  readonly waiting: Waiting;
  readonly cost: CommandCost;
  readonly outcome: Outcome;
}

/** Commands on their way to the disk, in one write and one fdatasync. */
interface Group extends CommittedGroup {
  /** Who waits for the last of them, in the same order; nobody for those of the session clock and of the sequencer. */
  readonly taken: readonly Waiting[];
  /** The one of them that may leave effects pending (M17). */
  readonly large: Taken['large'];
  /** Resolves with the bytes written once they are durable. */
  readonly written: Promise<number>;
}

/** Commands of a group that one turn has applied: from `first` up to `end`. */
interface Applied {
  readonly first: number;
  readonly end: number;
  readonly outcomes: readonly Outcome[];
}

const NOTHING_TAKEN: Taken = { commands: [], large: undefined };

/**
 * The one writer. Takes all the commands that wait, puts what the session clock has due before them, appends them to
 * the journal in one write and one fdatasync, has them applied in order and only then published and answered. Nothing
 * is acknowledged before it is durable; after a failed write nothing is tried again.
 */
export class Sequencer {
  readonly #parts: SequencerParts;
  readonly #pace = new SearchPace();
  readonly #waiting: WaitingCommands;
  #committing = false;
  #unfinished: Unfinished[] = [];
  #resumed = false;
  #scheduled = false;
  #pokesLater = false;
  #state: 'accepting' | 'stopping' | 'failed' = 'accepting';
  #idle: (() => void) | null = null;
  groups = 0;
  commands = 0;
  journalBytes = 0;

  constructor(parts: SequencerParts) {
    this.#parts = parts;
    this.#waiting = new WaitingCommands(parts.replica.state);
  }

  /** Why no command is taken now, or null. */
  get unavailable(): string | null {
    if (this.#state === 'failed') return 'the journal could not be written; a restart recovers';
    if (this.#state === 'stopping') return 'the venue is stopping';
    return null;
  }

  get isStopping(): boolean {
    return this.#state === 'stopping';
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  submit(command: UntimedCommand): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const reason = this.unavailable;
      if (reason !== null) reject(new VenueUnavailable(reason));
      else if (this.#waiting.size >= this.#parts.waitingMax) {
        reject(new VenueUnavailable('more orders are waiting than the venue takes'));
      } else {
        this.#waiting.add({ command, resolve, reject });
        this.poke();
      }
    });
  }

  /** Looks whether something waits or is due; to be called when a transition's time has come. */
  poke(): void {
    if (this.#scheduled || this.#committing || this.#state === 'failed') return;
    this.#scheduled = true;
    // Not at once: requests that arrived in the same turn of the event loop join the group.
    this.#parts.timers.soon(this.#commitScheduled);
  }

  readonly #commitScheduled = (): void => {
    this.#scheduled = false;
    void this.#commit();
  };

  /** Resumes what is pending once those who follow the events have caught up. */
  #pokeLater(): void {
    if (this.#pokesLater) return;
    this.#pokesLater = true;
    this.#parts.timers.after(FOLLOWERS_POLL_MS, () => {
      this.#pokesLater = false;
      this.poke();
    });
  }

  /** Takes nothing more, finishes what waits, and resolves when all of it is durable and answered. */
  async stop(): Promise<void> {
    if (this.#state === 'accepting') this.#state = 'stopping';
    while (this.#committing || this.#scheduled || this.#waiting.size > 0) {
      if (this.#state === 'failed') return;
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
        this.poke();
      });
    }
  }

  async #commit(): Promise<void> {
    const { replica, sessions } = this.#parts;
    this.#committing = true;
    let group: Group | null = null;
    try {
      group = this.#begin();
      while (group !== null) {
        this.journalBytes += await group.written;
        this.groups++;
        this.commands += group.commands.length;
        const last = await this.#applyInTurns(group);
        // The next group is on its way to the disk while the last callers of this one are answered.
        const next = this.#begin();
        this.#publish();
        this.#answer(group, last);
        group = next;
      }
    } catch (error) {
      if (group !== null) rejectUnknown(group.taken);
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
    this.#committing = false;
    const hasWork = this.#waiting.size > 0 || this.#hasPending || sessions.isDue(replica.nowUs());
    // What waits for those who follow the events is looked at again when `pokeLater` says so.
    if (hasWork && !this.#pokesLater) this.poke();
    this.#idle?.();
  }

  /** Starts to write what is due or waits; null when there is nothing. */
  #begin(): Group | null {
    const { replica, sessions } = this.#parts;
    const time = replica.nowUs();
    // What is found due may make more of it due: clients wait until the session clock has nothing left to say.
    const { counters, pending } = replica.state;
    const due = sessions.isDue(time) && !pending.isPending ? sessions.due(time) : [];
    if (due.length > 0) return this.#write(due, NOTHING_TAKEN);
    // A close waits until nothing is pending (M17), and has effect at its own time: what is pending is of before.
    if (pending.isPending && sessions.isTransitionDue(time)) {
      return this.#write([{ type: 'continue', time: counters.time }], NOTHING_TAKEN);
    }
    const resumes = this.#resumes();
    const taken = this.#waiting.take(this.#pace, resumes ? 0 : COSTLY_MS);
    if (resumes || taken.commands.length > 0) return this.#write(timed(taken.commands, resumes, time), taken);
    return this.#hasPending ? this.#write([{ type: 'continue', time }], NOTHING_TAKEN) : null;
  }

  #write(commands: readonly JournaledCommand[], { commands: taken, large }: Taken): Group {
    const firstSequence = this.#parts.journal.sequence + 1;
    return { firstSequence, commands, taken, large, written: this.#append(commands) };
  }

  /** Async, so that whatever fails here is a failure of this group, and not of the one that is being answered. */
  async #append(commands: readonly JournaledCommand[]): Promise<number> {
    const { journal, timers, onWritten } = this.#parts;
    const lines = commands.map(encodeCommand);
    const startMs = timers.nowMs();
    const bytes = await journal.append(lines);
    onWritten((timers.nowMs() - startMs) / 1000);
    return bytes;
  }

  /**
   * Whether there are effects (M17) that can be followed, or searches (M9) that did not fit the work of earlier
   * commands: they take turns with the commands of clients. When the venue stops, searches wait for the next start;
   * effects do not, as commands may wait for them.
   */
  get #hasPending(): boolean {
    const { followers, state } = this.#parts.replica;
    if (!state.pending.isPending) return this.#state === 'accepting' && state.engine.hasPendingWork;
    if (!followers.areBehind(this.#parts.timers.nowMs())) return true;
    this.#pokeLater();
    return false;
  }

  /**
   * Whether the next group has a `continue`: while clients wait, every second one, and then it is all the costly work
   * that the group does.
   */
  #resumes(): boolean {
    this.#resumed = this.#hasPending && !(this.#resumed && this.#waiting.size > 0);
    return this.#resumed;
  }

  /**
   * Applies a group, in several turns of the event loop where it takes long. What a turn has applied is published and
   * answered before it ends, but for the last one: that is for the caller. An order that has ended is at any moment
   * live or recent.
   */
  async #applyInTurns(group: Group): Promise<Applied> {
    const { timers } = this.#parts;
    for (let first = 0; ; ) {
      const applied = this.#applyTurn(group, first);
      if (applied.end === group.commands.length) return applied;
      this.#publish();
      this.#answer(group, applied);
      first = applied.end;
      await new Promise<void>((resolve) => timers.soon(resolve));
    }
  }

  #applyTurn({ firstSequence, commands }: Group, first: number): Applied {
    const { replica, timers } = this.#parts;
    const { engine, pending } = replica.state;
    const before = { steps: engine.steps, effects: pending.performed };
    const startMs = timers.nowMs();
    const outcomes: Outcome[] = [];
    let end = first;
    let elapsedMs = 0;
    while (end < commands.length && elapsedMs < TURN_MS) {
      const slice = commands.slice(end, end + COMMANDS_A_LOOK);
      outcomes.push(...replica.apply({ firstSequence: firstSequence + end, commands: slice }));
      end += slice.length;
      elapsedMs = timers.nowMs() - startMs;
    }
    this.#pace.observe(engine.steps - before.steps, elapsedMs, pending.performed - before.effects);
    return { first, end, outcomes };
  }

  #publish(): void {
    this.#parts.replica.publish();
    this.#parts.onPublished();
  }

  #answer({ commands, taken, large }: Group, { first, outcomes }: Applied): void {
    const { pending } = this.#parts.replica.state;
    // Those of the session clock and of the sequencer come first, and nobody waits for them.
    const ahead = commands.length - taken.length;
    outcomes.forEach((outcome, index) => {
      const waiting = taken[first + index - ahead];
      if (waiting === undefined) return;
      if (waiting === large?.waiting) this.#unfinished.push({ ...large, outcome });
      else waiting.resolve(outcome);
    });
    if (this.#unfinished.length === 0) return;
    const isPending = ({ cost }: Unfinished) => pending.delays(cost.scope, cost.clientId);
    for (const one of this.#unfinished) if (!isPending(one)) one.waiting.resolve(one.outcome);
    this.#unfinished = this.#unfinished.filter(isPending);
  }

  #fail(error: Error): void {
    if (this.#state === 'failed') return;
    this.#state = 'failed';
    const unavailable = new VenueUnavailable('the journal could not be written; a restart recovers');
    for (const { reject } of this.#waiting.takeAll()) reject(unavailable);
    for (const { waiting, outcome } of this.#unfinished.splice(0)) waiting.resolve(outcome);
    this.#parts.onFailure(error);
  }
}

function rejectUnknown(taken: readonly Waiting[]): void {
  const unavailable = new VenueUnavailable('the journal could not be written; the outcome of this call is unknown');
  for (const { reject } of taken) reject(unavailable);
}

function timed(taken: readonly Waiting[], resumes: boolean, time: number): JournaledCommand[] {
  const commands = taken.map(({ command }) => ({ ...command, time }) as JournaledCommand);
  if (resumes) commands.unshift({ ...CONTINUE, time } as JournaledCommand);
  return commands;
}
