/**
 * The problem: many calls want to change one venue at the same time, a fdatasync takes as long as a hundred commands,
 * and an answer may be given only for a change that a crash cannot undo.
 *
 * The sequencer takes all waiting commands, gives them their numbers and writes them as one group. While the disk
 * works, the next commands wait. When the group is durable, the replica applies it, publishes the events and answers
 * the callers; the next group is being written meanwhile. The commands decide everything: the replica computes the
 * same outcomes from the same commands at every node and after every restart.
 *
 * What can go wrong: a write fails or its outcome is unknown (the callers of its group get 503 and "unknown", the
 * venue stops, a restart reads what is in the journal); a command is costly (it shares its group with no other costly
 * one, and large work goes on in `continue` commands, M17); followers of events are slow (pending work waits for them,
 * commands do not); a scheduled transition is due (it comes before the waiting commands).
 *
 * Never: an outcome leaves before its group is durable; a failed write is tried again; the time of a command is read
 * after it was written; a turn of the event loop applies for longer than a few milliseconds.
 */

import type { Timers } from '../../time/timers.ts';
import type { Microseconds } from '../../time/units.ts';
import { type Outcome, VenueUnavailable } from '../api/index.ts';
import {
  encodeCommand,
  type JournaledCommand,
  type Origin,
  type OriginsCommand,
  type UntimedCommand,
} from '../commands/index.ts';
import type { Journal } from '../journal/index.ts';
import type { CommittedGroup, Replica } from '../replica/index.ts';
import type { CommandCost } from './command-cost.ts';
import { checkAnswered, checkApplied, checkDurable, checkUnwritten } from './group-checks.ts';
import { SearchPace } from './search-pace.ts';
import type { SessionClock } from './session-clock.ts';
import { type Taken, WaitingCommands } from './waiting-commands.ts';
import type { Waiting } from './waiting-queue.ts';

/**
 * Milliseconds of costly work in one group commit, so that one client's costly commands do not delay the others; and
 * those after which a turn of the event loop begins no further command while books are searched, for the last one may
 * take some milliseconds.
 */
const COSTLY_MS = 2;
/**
 * Milliseconds for which one turn of the event loop applies and publishes; the rest of a group follows in later turns.
 */
const TURN_MS = 4;
/** Commands between two readings of the clock, where none is costly. */
const COMMANDS_A_LOOK = 16;
/** Milliseconds between two checks whether the followers of events have caught up. */
const FOLLOWERS_POLL_MS = 2;
const CONTINUE: UntimedCommand = { type: 'continue' };

export interface SequencerDeps {
  /** The copy of the venue that matches the journal. */
  readonly replica: Replica;
  readonly journal: Journal;
  readonly sessions: SessionClock;
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'soon'>;
  /** Above this number of waiting commands, new ones are refused (503). */
  readonly waitingMax: number;
  /** Called with the seconds between the start of a group's write and its fdatasync. */
  readonly onWritten: (seconds: number) => void;
  /** Called after each group is published. */
  readonly onPublished: () => void;
  /** Called once, when the venue stops after a failed write, a failed fdatasync or an error in the state. */
  readonly onFailure: (error: Error) => void;
}

/** An applied command with pending effects: its caller is answered when they are performed (M17). */
interface Unfinished {
  readonly waiting: Waiting;
  readonly cost: CommandCost;
  readonly outcome: Outcome;
}

/** A group that is being written: one write and one fdatasync for all its commands. */
interface Group extends CommittedGroup {
  /**
   * The callers of the last commands, in the same order. Commands of the session clock and the sequencer have no
   * caller.
   */
  readonly taken: readonly Waiting[];
  /** The command that may leave effects pending (M17). */
  readonly large: Taken['large'];
  /** Resolves with the bytes written when they are durable. */
  readonly written: Promise<number>;
}

/** The commands of a group that one turn has applied: from `first` up to `end`. */
interface Applied {
  readonly first: number;
  readonly end: number;
  readonly outcomes: readonly Outcome[];
}

const NOTHING_TAKEN: Taken = { commands: [], large: undefined };

/**
 * The only writer of the journal. It puts scheduled commands of the session clock before all waiting commands, and
 * appends them in one write and one fdatasync. Then the replica applies them in order, publishes their events and
 * answers their callers. No command is acknowledged before it is durable. After a failed write nothing is retried.
 */
export class Sequencer {
  readonly #deps: SequencerDeps;
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

  constructor(deps: SequencerDeps) {
    this.#deps = deps;
    this.#waiting = new WaitingCommands(deps.replica.state);
  }

  /** Why commands are refused now, or null. */
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

  /** Whether commands wait or are under way, or effects are pending. */
  get isBusy(): boolean {
    if (this.#state === 'failed') return false;
    return this.#committing || this.#scheduled || this.#pokesLater || this.#waiting.size > 0 || this.#hasPending;
  }

  /** @param origin where another process passed it on */
  submit(command: UntimedCommand, origin?: Origin): Promise<Outcome> {
    const reason = this.unavailable;
    if (reason !== null) return Promise.reject(new VenueUnavailable(reason));
    if (this.#waiting.size >= this.#deps.waitingMax) {
      return Promise.reject(new VenueUnavailable('more orders are waiting than the venue takes'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.add({ command, origin, resolve, reject });
    this.poke();
    return promise;
  }

  /** Starts a group when commands wait or are scheduled. Call it when a scheduled transition is reached. */
  poke(): void {
    if (this.#scheduled || this.#committing || this.#state === 'failed') return;
    this.#scheduled = true;
    // Delayed, so that requests of the same turn of the event loop join the group.
    this.#deps.timers.soon(this.#commitScheduled);
  }

  readonly #commitScheduled = (): void => {
    this.#scheduled = false;
    void this.#commit();
  };

  /** Resumes pending work when the followers of events have caught up. */
  #pokeLater(): void {
    if (this.#pokesLater) return;
    this.#pokesLater = true;
    this.#deps.timers.after(FOLLOWERS_POLL_MS, () => {
      this.#pokesLater = false;
      this.poke();
    });
  }

  /** Refuses new commands, finishes waiting ones, and resolves when all are durable and answered. */
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
    const { replica, sessions } = this.#deps;
    this.#committing = true;
    let group: Group | null = null;
    let next: Group | null = null;
    try {
      group = this.#begin();
      while (group !== null) {
        this.journalBytes += await group.written;
        this.groups++;
        this.commands += group.commands.length;
        const last = await this.#applyInTurns(group);
        // The next group is being written while the last callers of this one are answered.
        next = this.#begin();
        this.#publish();
        this.#answer(group, last);
        [group, next] = [next, null];
      }
    } catch (error) {
      if (group !== null) rejectUnknown(group.taken);
      if (next !== null) rejectUnwaited(next);
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
    this.#committing = false;
    const hasWork = this.#waiting.size > 0 || this.#hasPending || sessions.isDue(replica.nowUs());
    // `pokeLater` resumes commands that wait for followers of events.
    if (hasWork && !this.#pokesLater) this.poke();
    this.#idle?.();
  }

  /** Starts to write scheduled and waiting commands; null if there is nothing to write. */
  #begin(): Group | null {
    const { replica, sessions } = this.#deps;
    const time = replica.nowUs();
    // A transition may cause others: clients wait until the session clock has none left.
    const { counters, pending } = replica.state;
    const due = sessions.isDue(time) && !pending.isPending ? sessions.due(time) : [];
    if (due.length > 0) return this.#write(due, NOTHING_TAKEN);
    if (sessions.isPlanning && !pending.isPending) return null;
    // A close takes effect at its own time, so it waits until earlier commands have no pending work (M17).
    if (pending.isPending && sessions.isTransitionDue(time)) {
      return this.#write([{ type: 'continue', time: counters.time }], NOTHING_TAKEN);
    }
    const resumes = this.#resumes();
    const taken = this.#waiting.take(this.#pace, resumes ? 0 : COSTLY_MS);
    if (resumes || taken.commands.length > 0) return this.#write(timed(taken.commands, resumes, time), taken);
    return this.#hasPending ? this.#write([{ type: 'continue', time }], NOTHING_TAKEN) : null;
  }

  #write(commands: readonly JournaledCommand[], { commands: taken, large }: Taken): Group {
    const firstSequence = this.#deps.journal.sequence + 1;
    return { firstSequence, commands, taken, large, written: this.#append({ firstSequence, commands }) };
  }

  /** Async, so that an error here fails this group and not the one that is being answered. */
  async #append(group: CommittedGroup): Promise<number> {
    const { journal, replica, timers, onWritten } = this.#deps;
    checkUnwritten(group, journal, replica);
    const lines = group.commands.map(encodeCommand);
    const startMs = timers.nowMs();
    const bytes = await journal.append(lines);
    checkDurable(group, journal);
    onWritten((timers.nowMs() - startMs) / 1000);
    return bytes;
  }

  /**
   * Whether effects (M17) that followers can keep up with, or searches (M9), are pending. They alternate with the
   * commands of clients. When the venue stops, searches wait for the next start. Effects do not, because commands may
   * wait for them.
   */
  get #hasPending(): boolean {
    const { followers, state } = this.#deps.replica;
    if (!state.pending.isPending) return this.#state === 'accepting' && state.engine.hasPendingWork;
    if (!followers.areLagging(this.#deps.timers.nowMs())) return true;
    this.#pokeLater();
    return false;
  }

  /**
   * Whether the next group has a `continue`: every second one while clients wait. It is then the only costly work of
   * the group.
   */
  #resumes(): boolean {
    this.#resumed = this.#hasPending && !(this.#resumed && this.#waiting.size > 0);
    return this.#resumed;
  }

  /**
   * Applies a group, in several turns of the event loop when it takes long. Each turn publishes and answers its
   * commands before it ends; the caller publishes the last turn. So an ended order is at every moment either live or
   * recent.
   */
  async #applyInTurns(group: Group): Promise<Applied> {
    const { timers } = this.#deps;
    for (let first = 0; ; ) {
      const applied = this.#applyTurn(group, first);
      if (applied.end === group.commands.length) return applied;
      this.#publish();
      this.#answer(group, applied);
      first = applied.end;
      // The first may come in the same turn of the event loop, before timers and requests.
      await new Promise<void>((resolve) => timers.soon(() => timers.soon(resolve)));
    }
  }

  #applyTurn({ firstSequence, commands }: Group, first: number): Applied {
    const { replica, timers } = this.#deps;
    const { engine, pending } = replica.state;
    const before = { steps: engine.steps, effects: pending.performed };
    const startMs = timers.nowMs();
    const outcomes: Outcome[] = [];
    let end = first;
    let elapsedMs = 0;
    let isCostly = engine.isBusy || engine.hasPendingWork;
    while (end < commands.length && elapsedMs < (isCostly ? COSTLY_MS : TURN_MS)) {
      const slice = commands.slice(end, end + (isCostly ? 1 : COMMANDS_A_LOOK));
      outcomes.push(...replica.apply({ firstSequence: firstSequence + end, commands: slice }));
      end += slice.length;
      elapsedMs = timers.nowMs() - startMs;
      isCostly = engine.isBusy || engine.hasPendingWork;
    }
    checkApplied(firstSequence + end - 1, end - first, outcomes.length, replica);
    this.#pace.observe(engine.steps - before.steps, elapsedMs, pending.performed - before.effects);
    return { first, end, outcomes };
  }

  #publish(): void {
    this.#deps.replica.publish();
    this.#deps.onPublished();
  }

  #answer({ firstSequence, commands, taken, large }: Group, { first, end, outcomes }: Applied): void {
    const { journal, replica } = this.#deps;
    checkAnswered(firstSequence + end - 1, journal, replica);
    const { pending } = replica.state;
    // Commands of the session clock and the sequencer come first and have no caller.
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
    this.#deps.onFailure(error);
  }
}

function rejectUnknown(taken: readonly Waiting[]): void {
  const unavailable = new VenueUnavailable('the journal could not be written; the outcome of this call is unknown');
  for (const { reject } of taken) reject(unavailable);
}

/** A group whose write began before the group ahead of it failed. */
function rejectUnwaited({ taken, written }: Group): void {
  rejectUnknown(taken);
  written.catch(() => {});
}

function timed(taken: readonly Waiting[], resumes: boolean, time: Microseconds): JournaledCommand[] {
  const commands = taken.map(({ command }) => ({ ...command, time }) as JournaledCommand);
  if (taken.some(({ origin }) => origin !== undefined))
    commands.unshift({ type: 'origins', of: originsOf(taken), time });
  if (resumes) commands.unshift({ ...CONTINUE, time } as JournaledCommand);
  return commands;
}

/** As OriginsCommand.of: the commands come right after it. */
function originsOf(taken: readonly Waiting[]): OriginsCommand['of'] {
  return taken.flatMap(({ origin }, index) => (origin === undefined ? [] : [[index + 1, ...origin] as const]));
}
