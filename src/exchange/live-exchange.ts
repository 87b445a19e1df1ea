import { isDeepStrictEqual } from 'node:util';
import { TradingCalendar } from '../calendar/trading-calendar.ts';
import type { Clock } from '../time/clock.ts';
import type { Timers } from '../time/timers.ts';
import type { FileSystem } from './file-system.ts';
import {
  type Command,
  type EventFeed,
  type ExchangeEvent,
  type Idempotency,
  type Markets,
  type MatchView,
  type OrderLimits,
  type Orders,
  type OrderView,
  type Outcome,
  type ReferenceMarks,
  type SecurityView,
  type TopOfBook,
  VenueUnavailable,
} from './interface.ts';
import type { Journal } from './journal/journal.ts';
import { cutTornTail } from './journal/torn-tail.ts';
import { JournalWriter } from './journal/writer.ts';
import { viewOf } from './order-record.ts';
import { recover } from './recovery.ts';
import { viewOfSecurity } from './security-record.ts';
import { Sequencer } from './sequencer.ts';
import { SessionClock } from './session-clock.ts';
import { UnprojectedHistory } from './unprojected-history.ts';
import type { VenueState } from './venue-state.ts';

export interface ExchangeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ExchangeOptions {
  /** Folder of the journal and the snapshots. */
  readonly folder: string;
  /** Where full segments of the journal were moved to; null or absent: nowhere. */
  readonly archiveFolder?: string | null;
  readonly shard: number;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after'>;
  /** The market of every security is open around the clock (sandbox). */
  readonly alwaysOpen: boolean;
  /** A segment of the journal is closed and a new one begun beyond this size. */
  readonly segmentBytesMax: number;
  /** Commands that may wait for the journal; more are turned away. */
  readonly waitingMax: number;
  /** Events that the history may be behind; beyond, orders are turned away until it has caught up. */
  readonly unprojectedMax: number;
  /** What a client may keep; null: as the journal has it. */
  readonly limits: OrderLimits | null;
  readonly log: ExchangeLog;
}

/** A timer never sleeps longer, so that a system clock that was set is noticed. */
const POKE_DELAY_MS_MAX = 60_000;

/** The matching engine made durable and live: recovery, sequencer, session clock, and what may be read of the state. */
export class LiveExchange implements Orders, Markets, EventFeed {
  readonly #state: VenueState;
  readonly #journal: Journal;
  readonly #calendar: TradingCalendar;
  readonly #sessions: SessionClock;
  readonly #sequencer: Sequencer;
  readonly #unprojected = new UnprojectedHistory();
  readonly #options: ExchangeOptions;
  readonly #listeners = new Set<(event: ExchangeEvent) => void>();
  readonly #durableListeners = new Set<(sequence: number) => void>();
  readonly #failed: Promise<Error>;
  #cancelTimer: () => void = () => {};
  #timerFor = 0;
  #durableEventSeq: number;
  readonly #recoverySeconds: number;

  /** Recovers the venue from its folder. Throws JournalDamaged when the record has damage that must not be passed over. */
  constructor(options: ExchangeOptions) {
    this.#options = options;
    const { files, folder, shard, archiveFolder, log } = options;
    files.ensureFolder(folder);
    if (archiveFolder) files.ensureFolder(archiveFolder);
    const started = performance.now();
    const recovered = recover(files, folder, shard, { archiveFolder });
    this.#recoverySeconds = (performance.now() - started) / 1000;
    for (const warning of recovered.warnings) log.warn({}, warning);
    const kept = cutTornTail(files, recovered.end);
    if (kept !== null) log.warn({ file: kept, bytes: recovered.end.tornBytes }, 'a torn last record was cut off');
    this.#state = recovered.state;
    this.#durableEventSeq = this.#state.counters.eventSeq;
    this.#journal = new JournalWriter(files, folder, shard, options.segmentBytesMax, recovered.end);
    this.#calendar = new TradingCalendar(this.#state.calendar);
    const nowUs = Math.max(options.clock.nowUs(), this.#state.counters.time);
    this.#sessions = new SessionClock(this.#state, this.#calendar, options.alwaysOpen, nowUs);
    let fail: (error: Error) => void = () => {};
    this.#failed = new Promise((resolve) => {
      fail = resolve;
    });
    this.#sequencer = new Sequencer({
      state: this.#state,
      journal: this.#journal,
      sessions: this.#sessions,
      clock: options.clock,
      waitingMax: options.waitingMax,
      publish: (events) => this.#publish(events),
      onDurable: (sequence) => {
        for (const listener of this.#durableListeners) listener(sequence);
      },
      onFailure: (error) => {
        log.error({ error: error.message }, 'the venue stops taking orders; a restart recovers');
        fail(error);
      },
    });
    log.info(
      {
        snapshot: recovered.snapshotSequence,
        commands: recovered.commands,
        liveOrders: this.#state.orders.size,
        securities: this.#state.securities.size,
        duration_ms: Math.round(1000 * this.#recoverySeconds),
      },
      'the venue is recovered',
    );
  }

  /** Makes up for the openings and closes that were missed, and keeps the market's hours from then on. */
  start(): void {
    this.#setLimits();
    this.#sequencer.poke();
    this.#armTimer();
  }

  /** Journals the limits where they are others than those that hold: before any client's command of this run. */
  #setLimits(): void {
    const { limits } = this.#options;
    if (limits === null || isDeepStrictEqual(limits, this.#state.limits)) return;
    // When it fails the venue has failed, and says so itself.
    this.#sequencer.submit({ type: 'limits', ...limits }).catch(() => {});
  }

  /** Takes no more commands, finishes those that wait, closes the journal and marks its end. */
  async stop(): Promise<void> {
    this.#cancelTimer();
    await this.#sequencer.stop();
    this.#cancelTimer();
    await this.#journal.stop();
  }

  // ---------------------------------------------------------------- Orders

  submit(command: Command): Promise<Outcome> {
    if (this.#unprojected.size >= this.#options.unprojectedMax) {
      return Promise.reject(new VenueUnavailable('the order history is behind; try again shortly'));
    }
    return this.#sequencer.submit(command);
  }

  remembered(clientId: string, idempotency: Idempotency): Outcome | undefined {
    return this.#state.idempotency.look(clientId, idempotency, this.nowUs());
  }

  order(orderId: number): OrderView | undefined {
    const live = this.#state.orders.get(orderId);
    return live === undefined ? this.#unprojected.order(orderId) : viewOf(live);
  }

  recentIdsWithToken(clientId: string, token: string, limit: number, before: number): number[] {
    return this.#unprojected.idsWithToken(clientId, token, limit, before);
  }

  pendingOrders(securityId: number, after: number, limit: number): OrderView[] {
    return this.#state.securities.get(securityId)?.pending.after(after, limit).map(viewOf) ?? [];
  }

  recentMatchesOf(orderId: number): MatchView[] {
    return this.#unprojected.matchesOf(orderId);
  }

  match(matchId: number): MatchView | undefined {
    return this.#unprojected.match(matchId);
  }

  // ---------------------------------------------------------------- Markets

  security(securityId: number): SecurityView | undefined {
    const security = this.#state.securities.get(securityId);
    return security === undefined ? undefined : viewOfSecurity(security);
  }

  securities(): SecurityView[] {
    return [...this.#state.securities.values()].map(viewOfSecurity);
  }

  topOfBook(securityId: number): TopOfBook | undefined {
    return this.#state.securities.get(securityId)?.top;
  }

  nowUs(): number {
    return Math.max(this.#options.clock.nowUs(), this.#state.counters.time);
  }

  nextTransition(securityId: number): { time: number; market: 'open' | 'closed' } | null {
    const security = this.#state.securities.get(securityId);
    // The schedule does not open the market of an offering that may not be traded.
    if (security?.status !== 'trading') return null;
    return this.#sessions.nextTransition(security.hours, this.nowUs());
  }

  // ---------------------------------------------------------------- EventFeed

  topsSince(securityId: number, after: number): TopOfBook[] | undefined {
    const current = this.topOfBook(securityId);
    return current === undefined ? undefined : this.#state.tops.since(current, after);
  }

  lastEventSeq(): number {
    return this.#durableEventSeq;
  }

  subscribe(listener: (event: ExchangeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // ---------------------------------------------------------------- for the rest of the process

  /** Resolves with the reason when the venue has stopped for good. */
  get failed(): Promise<Error> {
    return this.#failed;
  }

  /** Why no command is taken now, or null: what /health and /ready say. */
  get unavailable(): string | null {
    return this.#sequencer.unavailable;
  }

  /** Whether the venue takes no commands because it was told to stop, and not because something failed. */
  get isStopping(): boolean {
    return this.#sequencer.isStopping;
  }

  /** Calls back with the sequence of the last durable command after each group. */
  onDurable(listener: (sequence: number) => void): void {
    this.#durableListeners.add(listener);
  }

  /** Calls back after each group with the seconds from its write until it was known to be durable. */
  onGroupWritten(listener: (seconds: number) => void): void {
    this.#journal.onWritten = listener;
  }

  /** Sequence of the last durable command. */
  get sequence(): number {
    return this.#journal.sequence;
  }

  /** What the journal knows of the reference database. */
  get referenceMarks(): ReferenceMarks {
    return this.#state.counters;
  }

  /** The clients that have live orders. */
  clientsWithOrders(): Set<string> {
    const clientIds = new Set<string>();
    for (const { ticket } of this.#state.orders.values()) clientIds.add(ticket.clientId);
    return clientIds;
  }

  /** The order history holds everything up to this event. */
  projected(eventSeq: number): void {
    this.#unprojected.projected(eventSeq);
  }

  /** The calendar with the operator's dates, as the session clock uses it. */
  get calendar(): TradingCalendar {
    return this.#calendar;
  }

  /** Figures for the metrics. */
  get figures() {
    return {
      liveOrders: this.#state.orders.size,
      securities: this.#state.securities.size,
      waiting: this.#sequencer.waiting,
      groups: this.#sequencer.groups,
      commands: this.#sequencer.commands,
      journalBytes: this.#sequencer.journalBytes,
      unprojected: this.#unprojected.size,
      searchSteps: this.#state.engine.steps,
      dueBooks: this.#state.engine.dueBooks,
      recoverySeconds: this.#recoverySeconds,
    };
  }

  #publish(events: readonly ExchangeEvent[]): void {
    for (const event of events) {
      this.#durableEventSeq = event.seq;
      this.#unprojected.add(event);
      for (const listener of this.#listeners) this.#tell(listener, event);
    }
    if (this.#sessions.next !== this.#timerFor) this.#armTimer();
  }

  /** What is published is durable and applied: a listener that fails must not stop the others, nor the venue. */
  #tell(listener: (event: ExchangeEvent) => void, event: ExchangeEvent): void {
    try {
      listener(event);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#options.log.error({ error: message, event: event.type, seq: event.seq }, 'a listener of the venue failed');
    }
  }

  #armTimer(): void {
    this.#cancelTimer();
    this.#timerFor = this.#sessions.next;
    const delayMs = Math.ceil((this.#timerFor - this.#options.clock.nowUs()) / 1000);
    this.#cancelTimer = this.#options.timers.after(Math.min(Math.max(delayMs, 1), POKE_DELAY_MS_MAX), () => {
      this.#sequencer.poke();
      this.#armTimer();
    });
  }
}
