import type { Timers } from '../time/timers.ts';
import { type Outcome, VenueUnavailable } from './interface.ts';
import type { Journal } from './journal/journal.ts';
import { encodeCommand, type JournaledCommand, type UntimedCommand } from './journaled-command.ts';
import type { CommittedGroup, Replica } from './replica.ts';
import { SearchPace } from './search-pace.ts';
import type { SessionClock } from './session-clock.ts';
import { type Waiting, WaitingCommands } from './waiting-commands.ts';

/** Search work of one group commit: nobody waits long for the searches of others. */
const SEARCH_MS = 2;
const CONTINUE: UntimedCommand = { type: 'continue' };

export interface SequencerParts {
  /** The copy of the venue that has everything the journal holds. */
  readonly replica: Replica;
  readonly journal: Journal;
  readonly sessions: SessionClock;
  readonly timers: Pick<Timers, 'nowMs' | 'soon'>;
  /** More waiting commands than this are turned away (503). */
  readonly waitingMax: number;
  /** Told the seconds from the beginning of a group's write until it was known to be durable. */
  readonly onWritten: (seconds: number) => void;
  /** Told after each group, once it is published. */
  readonly onPublished: () => void;
  /** Told once, when the venue stops for good because a write, an fdatasync or the state itself failed. */
  readonly onFailure: (error: Error) => void;
}

/** Commands on their way to the disk, in one write and one fdatasync. */
interface Group extends CommittedGroup {
  /** Who waits for the last of them, in the same order; nobody for those of the session clock and of the sequencer. */
  readonly taken: readonly Waiting[];
  /** Resolves with the bytes written once they are durable. */
  readonly written: Promise<number>;
}

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
  #carriedOn = false;
  #scheduled = false;
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
    this.#parts.timers.soon(() => {
      this.#scheduled = false;
      void this.#commit();
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
        // From here to the answers nobody else has a turn: an order that has ended is at any moment live or recent.
        const outcomes = this.#apply(group);
        // The next group is on its way to the disk while the callers of this one are answered.
        const next = this.#begin();
        this.#answer(group, outcomes);
        group = next;
      }
    } catch (error) {
      if (group !== null) rejectUnknown(group.taken);
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
    this.#committing = false;
    if (this.#waiting.size > 0 || this.#hasDue || sessions.isDue(replica.nowUs())) this.poke();
    this.#idle?.();
  }

  /** Starts to write what is due or waits; null when there is nothing. */
  #begin(): Group | null {
    const { replica, sessions } = this.#parts;
    const time = replica.nowUs();
    // What is found due may make more of it due: clients wait until the session clock has nothing left to say.
    const due = sessions.isDue(time) ? sessions.due(time) : [];
    if (due.length > 0) return this.#write(due, []);
    const carriesOn = this.#carriesOn();
    const taken = this.#waiting.take(carriesOn ? 0 : this.#pace.stepsIn(SEARCH_MS));
    return carriesOn || taken.length > 0 ? this.#write(timed(taken, carriesOn, time), taken) : null;
  }

  #write(commands: readonly JournaledCommand[], taken: readonly Waiting[]): Group {
    const firstSequence = this.#parts.journal.sequence + 1;
    return { firstSequence, commands, taken, written: this.#append(commands) };
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
   * Whether searches are due that did not fit the work of earlier commands (M9): they take turns with the commands of
   * clients. When the venue stops they wait for the next start.
   */
  get #hasDue(): boolean {
    return this.#state === 'accepting' && this.#parts.replica.state.engine.isDue;
  }

  /**
   * Whether the next group has a `continue`: while clients wait, every second one, and then it is all the searching
   * that the group does.
   */
  #carriesOn(): boolean {
    this.#carriedOn = this.#hasDue && !(this.#carriedOn && this.#waiting.size > 0);
    return this.#carriedOn;
  }

  #apply(group: Group): Outcome[] {
    const { replica, timers } = this.#parts;
    const { engine } = replica.state;
    const stepsBefore = engine.steps;
    const startMs = timers.nowMs();
    const outcomes = replica.apply(group);
    this.#pace.observe(engine.steps - stepsBefore, timers.nowMs() - startMs);
    return outcomes;
  }

  #answer({ taken }: Group, outcomes: readonly Outcome[]): void {
    this.#parts.replica.publish();
    this.#parts.onPublished();
    const first = outcomes.length - taken.length;
    taken.forEach(({ resolve }, index) => {
      resolve(outcomes[first + index] as Outcome);
    });
  }

  #fail(error: Error): void {
    if (this.#state === 'failed') return;
    this.#state = 'failed';
    const unavailable = new VenueUnavailable('the journal could not be written; a restart recovers');
    for (const { reject } of this.#waiting.takeAll()) reject(unavailable);
    this.#parts.onFailure(error);
  }
}

function rejectUnknown(taken: readonly Waiting[]): void {
  const unavailable = new VenueUnavailable('the journal could not be written; the outcome of this call is unknown');
  for (const { reject } of taken) reject(unavailable);
}

function timed(taken: readonly Waiting[], carriesOn: boolean, time: number): JournaledCommand[] {
  const commands = taken.map(({ command }) => ({ ...command, time }) as JournaledCommand);
  if (carriesOn) commands.unshift({ ...CONTINUE, time } as JournaledCommand);
  return commands;
}
