import type { Clock } from './clock.ts';
import { type Costed, FairTake } from './fair-take.ts';
import { type ExchangeEvent, type Outcome, VenueUnavailable } from './interface.ts';
import type { JournalWriter } from './journal/writer.ts';
import { encodeCommand, type JournaledCommand, type UntimedCommand } from './journaled-command.ts';
import type { SessionClock } from './session-clock.ts';
import type { VenueState } from './venue-state.ts';

/**
 * One group commit: so few commands that it stays far below the journal's own limit of bytes, and so few steps of search work that
 * nobody waits long for the searches of others.
 */
const GROUP_LIMITS = { commands: 2048, steps: 2_000_000, clientSteps: 1_000_000 };
const CONTINUE: UntimedCommand = { type: 'continue' };

export interface SequencerParts {
  readonly state: VenueState;
  readonly journal: JournalWriter;
  readonly sessions: SessionClock;
  readonly clock: Clock;
  /** More waiting commands than this are turned away (503). */
  readonly waitingMax: number;
  /** Takes the events of a group, in order, once it is durable and applied, before its callers are answered. */
  readonly publish: (events: readonly ExchangeEvent[]) => void;
  /** Told after each group: the sequence of the last durable command. */
  readonly onDurable: (sequence: number) => void;
  /** Told once, when the venue stops for good because a write, an fdatasync or the state itself failed. */
  readonly onFailure: (error: Error) => void;
}

interface Waiting {
  readonly command: UntimedCommand;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** Commands on their way to the disk, in one write and one fdatasync. */
interface Group {
  readonly commands: readonly JournaledCommand[];
  /** Who waits for the last of them, in the same order; nobody for those of the session clock and of the sequencer. */
  readonly taken: readonly Waiting[];
  readonly lastSequence: number;
  /** Resolves with the bytes written once they are durable. */
  readonly written: Promise<number>;
}

/**
 * The one writer. Takes all the commands that wait, puts what the session clock has due before them, appends them to the
 * journal in one write and one fdatasync, applies them in order and only then answers and publishes. Nothing is
 * acknowledged before it is durable; after a failed write nothing is tried again.
 */
export class Sequencer {
  readonly #parts: SequencerParts;
  readonly #fairTake = new FairTake(GROUP_LIMITS);
  #waiting: Waiting[] = [];
  #committing = false;
  #scheduled = false;
  #state: 'accepting' | 'stopping' | 'failed' = 'accepting';
  #events: ExchangeEvent[] = [];
  #idle: (() => void) | null = null;
  groups = 0;
  commands = 0;
  journalBytes = 0;

  constructor(parts: SequencerParts) {
    this.#parts = parts;
    parts.state.sink = (event) => this.#events.push(event);
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
    return this.#waiting.length;
  }

  submit(command: UntimedCommand): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const reason = this.unavailable;
      if (reason !== null) reject(new VenueUnavailable(reason));
      else if (this.#waiting.length >= this.#parts.waitingMax) {
        reject(new VenueUnavailable('more orders are waiting than the venue takes'));
      } else {
        this.#waiting.push({ command, resolve, reject });
        this.poke();
      }
    });
  }

  /** Looks whether something waits or is due; to be called when a transition's time has come. */
  poke(): void {
    if (this.#scheduled || this.#committing || this.#state === 'failed') return;
    this.#scheduled = true;
    // Not at once: requests that arrived in the same turn of the event loop join the group.
    setImmediate(() => {
      this.#scheduled = false;
      void this.#commit();
    });
  }

  /** Takes nothing more, finishes what waits, and resolves when all of it is durable and answered. */
  async stop(): Promise<void> {
    if (this.#state === 'accepting') this.#state = 'stopping';
    while (this.#committing || this.#scheduled || this.#waiting.length > 0) {
      if (this.#state === 'failed') return;
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
        this.poke();
      });
    }
  }

  async #commit(): Promise<void> {
    this.#committing = true;
    try {
      let group = this.#begin();
      while (group !== null) {
        const outcomes = await this.#applyWhenDurable(group);
        const events = this.#events;
        this.#events = [];
        // The next group is on its way to the disk while the callers of this one are answered.
        const next = this.#begin();
        this.#answer(group, outcomes, events);
        group = next;
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
    this.#committing = false;
    if (this.#waiting.length > 0 || this.#hasDue || this.#parts.sessions.isDue(this.#parts.clock.now())) this.poke();
    this.#idle?.();
  }

  /** Starts to write what is due or waits; null when there is nothing. */
  #begin(): Group | null {
    const { clock, journal, sessions, state } = this.#parts;
    const time = Math.max(clock.now(), state.counters.time);
    // What is found due may make more of it due: clients wait until the session clock has nothing left to say.
    const due = sessions.isDue(time) ? sessions.due(time) : [];
    const taken = due.length === 0 ? this.#take() : [];
    const untimed =
      due.length === 0 ? [...(this.#hasDue ? [CONTINUE] : []), ...taken.map(({ command }) => command)] : due;
    if (untimed.length === 0) return null;
    const commands = untimed.map((command): JournaledCommand => ({ ...command, time }) as JournaledCommand);
    const lastSequence = journal.sequence + commands.length;
    return { commands, taken, lastSequence, written: journal.append(commands.map(encodeCommand)) };
  }

  /**
   * Whether searches are due that did not fit the work of earlier commands (M9): they take turns with the commands of clients. When
   * the venue stops they wait for the next start.
   */
  get #hasDue(): boolean {
    return this.#state === 'accepting' && this.#parts.state.engine.isDue;
  }

  #take(): Waiting[] {
    const all = this.#waiting;
    const { state } = this.#parts;
    if (all.some(({ command }) => state.mayBeCostly(command))) {
      const { taken, left } = this.#fairTake.split(all, ({ command }) => costOf(command, state));
      this.#waiting = left;
      return taken;
    }
    if (all.length > GROUP_LIMITS.commands) return all.splice(0, GROUP_LIMITS.commands);
    this.#waiting = [];
    return all;
  }

  async #applyWhenDurable({ commands, taken, written }: Group): Promise<Outcome[]> {
    const { sessions, state } = this.#parts;
    try {
      this.journalBytes += await written;
      this.groups++;
      this.commands += commands.length;
      return commands.map((command) => {
        const outcome = state.apply(command);
        if (outcome.ok) sessions.observe(command);
        return outcome;
      });
    } catch (error) {
      const unavailable = new VenueUnavailable('the journal could not be written; the outcome of this call is unknown');
      for (const { reject } of taken) reject(unavailable);
      throw error;
    }
  }

  #answer({ taken, lastSequence }: Group, outcomes: readonly Outcome[], events: readonly ExchangeEvent[]): void {
    this.#parts.publish(events);
    this.#parts.onDurable(lastSequence);
    const first = outcomes.length - taken.length;
    taken.forEach(({ resolve }, index) => {
      resolve(outcomes[first + index] as Outcome);
    });
  }

  #fail(error: Error): void {
    if (this.#state === 'failed') return;
    this.#state = 'failed';
    const unavailable = new VenueUnavailable('the journal could not be written; a restart recovers');
    for (const { reject } of this.#waiting.splice(0)) reject(unavailable);
    this.#parts.onFailure(error);
  }
}

function costOf(command: UntimedCommand, state: VenueState): Costed {
  return { clientId: 'clientId' in command ? command.clientId : '', steps: state.expectedSteps(command) };
}
