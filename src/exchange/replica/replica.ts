import { InvariantViolated, invariant, violated } from '../../invariant.ts';
import type {
  EventFeed,
  EventSeq,
  ExchangeEvent,
  Indicated,
  IndicationFeed,
  Outcome,
  Restore,
  SecurityId,
} from '../api/index.ts';
import { commandsIn, type JournaledCommand, type Origin } from '../commands/index.ts';
import type { CommandSeq, GroupSource } from '../journal/index.ts';
import { Followers } from './followers.ts';
import { HoursChanges } from './hours-changes.ts';
import { Indications, type IndicationTimers } from './indications.ts';
import type { VenueReadsDeps } from './schedule-reads.ts';
import { VenueFees } from './venue-fees.ts';
import { VenueQuotes } from './venue-quotes.ts';
import { VenueReads } from './venue-reads.ts';
import { VenueRisk } from './venue-risk.ts';

/** Commands that are durable together, in their order. */
export interface CommittedGroup {
  /** Sequence of the first of them. */
  readonly firstSequence: CommandSeq;
  readonly commands: readonly JournaledCommand[];
}

export interface ReplicaDeps extends VenueReadsDeps {
  /** Sequence of the last command that the state has. */
  readonly sequence: CommandSeq;
  /** For the indications of calls; absent: without them. */
  readonly timers?: IndicationTimers;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * A live copy of the venue of one shard: applies the groups that its journal holds, in order, feeds those who listen,
 * and answers reads. Whether this process wrote the groups (Leader) or another did (`follow`) makes no difference to it
 * (M11).
 */
export class Replica extends VenueReads implements EventFeed, IndicationFeed {
  readonly risk: VenueRisk;
  readonly fees: VenueFees;
  readonly quotes: VenueQuotes;
  readonly followers = new Followers();
  /** For who keeps the hours of the market. */
  readonly hoursChanges = new HoursChanges();
  /** None where the journal is in a database. */
  restores: readonly Restore[] = [];
  readonly #log: ReplicaDeps['log'];
  readonly #indications: Indications | null;
  #listeners: readonly ((event: ExchangeEvent) => void)[] = [];
  readonly #durableListeners = new Set<(sequence: CommandSeq) => void>();
  #onOrigin: (origin: Origin, outcome: Outcome) => void = () => {};
  /** Of the groups that were applied and not yet published. */
  #events: ExchangeEvent[] = [];
  #sequence: CommandSeq;
  #publishedEventSeq: EventSeq;

  constructor(deps: ReplicaDeps) {
    super(deps);
    const { state, sequence, timers, log } = deps;
    this.risk = new VenueRisk(state, this.nowUs);
    this.fees = new VenueFees(state, this.nowUs);
    this.quotes = new VenueQuotes(state, this.nowUs);
    this.#log = log;
    this.#indications = timers === undefined ? null : new Indications(state, timers);
    this.#sequence = sequence;
    this.#publishedEventSeq = state.counters.eventSeq;
    state.sink = (event) => this.#events.push(event);
  }

  get shard(): number {
    return this.state.shard;
  }

  /** Sequence of the last command that was applied. */
  get sequence(): CommandSeq {
    return this.#sequence;
  }

  /** Events that wait for the history. */
  get unprojected(): number {
    return this.unprojectedHistory.size;
  }

  /** Applies a group that is durable; `publish` then emits what it caused. Throws when it is not the next one. */
  apply({ firstSequence, commands }: CommittedGroup): Outcome[] {
    if (firstSequence !== this.#sequence + 1) {
      violated('M11', `the group starts at command ${firstSequence}; expected the command after ${this.#sequence}`);
    }
    const outcomes = commands.map((command) => this.#apply(command));
    this.#sequence += commands.length;
    return outcomes;
  }

  #apply(command: JournaledCommand): Outcome {
    const outcome = this.state.apply(command);
    if ((command.type !== 'security' && command.type !== 'calendar') || !outcome.ok) return outcome;
    if (command.type === 'security') this.hoursChanges.note(command.securityId);
    else {
      this.calendar.setOperatorDay(command.date, command.day);
      this.hoursChanges.noteAll();
    }
    return outcome;
  }

  /** Sends the effects of all groups applied so far to all listeners, in order. */
  publish(): void {
    const events = this.#events;
    this.#events = [];
    // By index: an iterator allocates for each item until V8 has compiled the loop, a tenth of what an opening did.
    for (let at = 0; at < events.length; at++) {
      const event = events[at] as ExchangeEvent;
      if (!(event.seq > this.#publishedEventSeq)) violated('M11', `event ${event.seq} is published twice`);
      this.#publishedEventSeq = event.seq;
      this.unprojectedHistory.add(event);
      this.#indications?.take(event);
      const listeners = this.#listeners;
      for (let of = 0; of < listeners.length; of++) this.#publish(listeners[of]!, event);
    }
    const { eventSeq } = this.state.counters;
    invariant(this.#publishedEventSeq <= eventSeq, 'M11', 'an event is published that no command has');
    for (const listener of this.#durableListeners) listener(this.#sequence);
  }

  /**
   * Published events are durable and applied: a failing listener must not stop the others, nor the venue. Where a rule
   * is broken the state is not to be trusted: the leader stops, and a standby fails.
   */
  #publish(listener: (event: ExchangeEvent) => void, event: ExchangeEvent): void {
    try {
      listener(event);
    } catch (error) {
      if (error instanceof InvariantViolated) throw error;
      const message = error instanceof Error ? error.message : String(error);
      this.#log.error({ error: message, event: event.type, seq: event.seq }, 'a listener of the venue failed');
    }
  }

  /** Applies and publishes the groups of a journal after this copy, up to the durable command. */
  async follow(source: GroupSource, durable: CommandSeq): Promise<void> {
    const { shard } = source.position;
    if (shard !== this.shard)
      throw new Error(`the journal belongs to shard ${shard}, the venue to shard ${this.shard}`);
    for (let group = await source.next(durable); group !== undefined; group = await source.next(durable)) {
      const commands = commandsIn(group.payload);
      const outcomes = this.apply({ firstSequence: group.firstSequence, commands });
      this.#matchOrigins(commands, outcomes);
      this.publish();
    }
  }

  #matchOrigins(commands: readonly JournaledCommand[], outcomes: readonly Outcome[]): void {
    for (const [index, command] of commands.entries()) {
      if (command.type !== 'origins') continue;
      for (const [offset, ...origin] of command.of) this.#onOrigin(origin, outcomes[index + offset] as Outcome);
    }
  }

  /** Calls back for each command of the followed journal that another process than the leader took. */
  onOrigin(listener: (origin: Origin, outcome: Outcome) => void): void {
    this.#onOrigin = listener;
  }

  /** The order history holds everything up to this event. */
  projected(eventSeq: EventSeq): void {
    this.unprojectedHistory.projected(eventSeq);
  }

  get venueId(): string {
    return this.state.counters.databaseId;
  }

  lastEventSeq(): EventSeq {
    return this.#publishedEventSeq;
  }

  subscribe(listener: (event: ExchangeEvent) => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
    };
  }

  indicated(securityId: SecurityId): Indicated | null {
    return this.#indications?.of(securityId) ?? null;
  }

  onIndicated(listener: (securityId: SecurityId, indicated: Indicated) => void): () => void {
    return this.#indications?.listen(listener) ?? (() => {});
  }

  /** Calls back with the sequence of the last durable command after each group. */
  onDurable(listener: (sequence: CommandSeq) => void): void {
    this.#durableListeners.add(listener);
  }
}
