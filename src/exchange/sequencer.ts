import type { Clock } from '../time/clock.ts';
import { expectedSteps, mayBeCostly } from './command-cost.ts';
import { type Costed, FairTake } from './fair-take.ts';
import { type ExchangeEvent, type Outcome, VenueUnavailable } from './interface.ts';
import type { Journal } from './journal/journal.ts';
import { clientOf, encodeCommand, type JournaledCommand, type UntimedCommand } from './journaled-command.ts';
import { SearchPace } from './search-pace.ts';
import type { SessionClock } from './session-clock.ts';
import type { VenueState } from './venue-state.ts';

/** Commands of one group commit: so few that it stays far below the journal's own limit of bytes. */
const COMMANDS_MAX = 2048;
/** Search work of one group commit: nobody waits long for the searches of others. */
const SEARCH_MS = 4;
const CONTINUE: UntimedCommand = { type: 'continue' };

export interface SequencerParts {
  readonly state: VenueState;
  readonly journal: Journal;
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
 * The one writer. Takes all the commands that wait, puts what the session clock has due before them, appends them to
 * the journal in one write and one fdatasync, applies them in order and only then answers and publishes. Nothing is
 * acknowledged before it is durable; after a failed write nothing is tried again.
 */
export class Sequencer {
  readonly #parts: SequencerParts;
  readonly #fairTake = new FairTake();
  readonly #pace = new SearchPace();
  #waiting: Waiting[] = [];
  #committing = false;
  #carriedOn = false;
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
    let group: Group | null = null;
    try {
      group = this.#begin();
      while (group !== null) {
        this.journalBytes += await group.written;
        this.groups++;
        this.commands += group.commands.length;
        // From here to the answers nobody else has a turn: an order that has ended is at any moment live or recent.
        const outcomes = this.#apply(group);
        const events = this.#events;
        this.#events = [];
        // The next group is on its way to the disk while the callers of this one are answered.
        const next = this.#begin();
        this.#answer(group, outcomes, events);
        group = next;
      }
    } catch (error) {
      if (group !== null) rejectUnknown(group.taken);
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
    this.#committing = false;
    if (this.#waiting.length > 0 || this.#hasDue || this.#parts.sessions.isDue(this.#parts.clock.nowUs())) this.poke();
    this.#idle?.();
  }

  /** Starts to write what is due or waits; null when there is nothing. */
  #begin(): Group | null {
    const { clock, sessions, state } = this.#parts;
    const time = Math.max(clock.nowUs(), state.counters.time);
    // What is found due may make more of it due: clients wait until the session clock has nothing left to say.
    const due = sessions.isDue(time) ? sessions.due(time) : [];
    if (due.length > 0) return this.#write(due, []);
    const carriesOn = this.#carriesOn();
    const taken = this.#take(carriesOn ? 0 : this.#pace.stepsIn(SEARCH_MS));
    return carriesOn || taken.length > 0 ? this.#write(timed(taken, carriesOn, time), taken) : null;
  }

  #write(commands: readonly JournaledCommand[], taken: readonly Waiting[]): Group {
    const { journal } = this.#parts;
    const lastSequence = journal.sequence + commands.length;
    return { commands, taken, lastSequence, written: journal.append(commands.map(encodeCommand)) };
  }

  /**
   * Whether searches are due that did not fit the work of earlier commands (M9): they take turns with the commands of
   * clients. When the venue stops they wait for the next start.
   */
  get #hasDue(): boolean {
    return this.#state === 'accepting' && this.#parts.state.engine.isDue;
  }

  /**
   * Whether the next group has a `continue`: while clients wait, every second one, and then it is all the searching
   * that the group does.
   */
  #carriesOn(): boolean {
    this.#carriedOn = this.#hasDue && !(this.#carriedOn && this.#waiting.length > 0);
    return this.#carriedOn;
  }

  /** The commands of clients for the next group, with so many steps of search work. */
  #take(steps: number): Waiting[] {
    const all = this.#waiting;
    const behind = all.splice(endOfOldHours(all));
    const taken = this.#takeOf(all, steps);
    if (behind.length > 0) this.#waiting = [...this.#waiting, ...behind];
    return taken;
  }

  #takeOf(all: Waiting[], steps: number): Waiting[] {
    const { state } = this.#parts;
    if (all.some(({ command }) => mayBeCostly(state.engine, command))) {
      const limits = { commands: COMMANDS_MAX, steps, clientSteps: Math.ceil(steps / 2) };
      const { taken, left } = this.#fairTake.split(all, limits, ({ command }) => costOf(command, state));
      this.#waiting = left;
      return taken;
    }
    if (all.length > COMMANDS_MAX) return all.splice(0, COMMANDS_MAX);
    this.#waiting = [];
    return all;
  }

  #apply({ commands }: Group): Outcome[] {
    const { sessions, state } = this.#parts;
    return this.#paced(() =>
      commands.map((command) => {
        const outcome = state.apply(command);
        if (outcome.ok) sessions.observe(command);
        return outcome;
      }),
    );
  }

  #paced<T>(apply: () => T): T {
    const { engine } = this.#parts.state;
    const stepsBefore = engine.steps;
    const startMs = performance.now();
    const result = apply();
    this.#pace.observe(engine.steps - stepsBefore, performance.now() - startMs);
    return result;
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

/**
 * How many of the commands may go in one group. An order behind a change of hours waits for what the session clock
 * makes of the change: it must not trade by the hours of before.
 */
function endOfOldHours(waiting: readonly Waiting[]): number {
  let changed = false;
  for (let index = 0; index < waiting.length; index++) {
    const { type } = (waiting[index] as Waiting).command;
    if (type === 'security' || type === 'calendar') changed = true;
    else if (changed) return index;
  }
  return waiting.length;
}

function rejectUnknown(taken: readonly Waiting[]): void {
  const unavailable = new VenueUnavailable('the journal could not be written; the outcome of this call is unknown');
  for (const { reject } of taken) reject(unavailable);
}

function costOf(command: UntimedCommand, state: VenueState): Costed {
  return { clientId: clientOf(command), steps: expectedSteps(state.engine, command) };
}

function timed(taken: readonly Waiting[], carriesOn: boolean, time: number): JournaledCommand[] {
  const untimed = [...(carriesOn ? [CONTINUE] : []), ...taken.map(({ command }) => command)];
  return untimed.map((command): JournaledCommand => ({ ...command, time }) as JournaledCommand);
}
