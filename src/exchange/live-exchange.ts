import type { TradingCalendar } from '../calendar/trading-calendar.ts';
import type { Clock } from '../time/clock.ts';
import type { Timers } from '../time/timers.ts';
import type { Microseconds } from '../time/units.ts';
import {
  type Amendment,
  type BlockReads,
  type BlockView,
  type BookDepth,
  type Command,
  type EventFeed,
  type EventSeq,
  type ExchangeEvent,
  type Idempotency,
  type MarketReads,
  type Markets,
  type MatchId,
  type MatchIds,
  type MatchView,
  type OrderId,
  type OrderLimits,
  type Orders,
  type OrderView,
  type Outcome,
  type RecentOrder,
  type ReferenceMarks,
  type RegisteredHolding,
  type RfqPage,
  type RiskReads,
  RULES,
  type SecurityId,
  type SecurityListing,
  type SecurityPages,
  type SecurityView,
  type ShownOrder,
  type TopOfBook,
  type TransferReads,
  type TransferRulesView,
  type UsualHours,
  VenueUnavailable,
} from './api/index.ts';
import {
  type CommandSeq,
  cutTornTail,
  type FileSystem,
  type GroupSource,
  type Journal,
  type JournalPosition,
  JournalWriter,
} from './journal/index.ts';
import { Replica } from './replica/index.ts';
import { Leader } from './sequencer/index.ts';
import { type Recovered, recover } from './storage/index.ts';

interface ExchangeLog {
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
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'soon'>;
  /** The market of every security is open around the clock (sandbox). */
  readonly alwaysOpen: boolean;
  /** Securities that are open around the clock (V30); looked at whenever hours change. None when absent. */
  readonly neverCloses?: ReadonlySet<SecurityId>;
  /** A segment of the journal is closed and a new one begun above this size. */
  readonly segmentBytesMax: number;
  /** As in LeaderOptions. */
  readonly waitingMax: number;
  readonly unprojectedMax: number;
  readonly limits: OrderLimits | null;
  /** Recovered only: it follows the journal of another process until it becomes the leader. */
  readonly isStandby?: boolean;
  readonly log: ExchangeLog;
}

/** The range of commands that were read back, each group with the hash of the one before. */
export interface ChainCheck {
  /** Microseconds since 1970 UTC. */
  readonly at: number;
  readonly after: CommandSeq;
  readonly upTo: CommandSeq;
}

/**
 * The matching engine made durable and live in one process: recovered from its files, a replica, and its leader. One
 * that is a standby has no leader until `lead`.
 */
export class LiveExchange implements Orders, Markets, SecurityPages, MarketReads, TransferReads, BlockReads, EventFeed {
  readonly nowUs: () => Microseconds;
  readonly #replica: Replica;
  readonly #options: ExchangeOptions;
  readonly #files: JournalWriter;
  readonly #recoverySeconds: number;
  readonly #checked: ChainCheck;
  #leader: Leader | undefined;
  #stopped: Promise<void> | undefined;
  #onWritten: (seconds: number) => void = () => {};

  /** Recovers the venue from its folder. Throws JournalDamaged for damage that must not be passed over. */
  constructor(options: ExchangeOptions) {
    const { files, folder, clock, timers, alwaysOpen, neverCloses = new Set<SecurityId>(), log } = options;
    const startedMs = timers.nowMs();
    const { state, end, snapshotSequence } = recoverFrom(options);
    this.#recoverySeconds = (timers.nowMs() - startedMs) / 1000;
    this.#checked = { at: clock.nowUs(), after: snapshotSequence, upTo: end.sequence };
    this.#options = options;
    this.#files = new JournalWriter(files, folder, options.segmentBytesMax, end);
    this.#replica = new Replica({ state, sequence: end.sequence, clock, alwaysOpen, neverCloses, log });
    this.nowUs = this.#replica.nowUs;
    if (options.isStandby !== true) this.lead(this.#files);
  }

  /**
   * From now on commands are taken, once it is started, and go to this journal: the replica has all that it holds.
   * `rules` as in LeaderOptions.
   */
  lead(journal: Journal, rules = RULES): void {
    const onWritten = (seconds: number) => this.#onWritten(seconds);
    this.#leader = new Leader({ ...this.#options, replica: this.#replica, journal, rules, onWritten });
  }

  /**
   * Follows a journal again, where its own takes nothing more of this process. Throws where a group that the files hold
   * was not applied as a whole.
   */
  async becomeStandby(): Promise<void> {
    const leader = this.#leader;
    this.#leader = undefined;
    await leader?.finish();
    if (this.#replica.sequence !== this.#files.sequence) {
      throw new Error(`the venue ends at command ${this.#replica.sequence}, its files at ${this.#files.sequence}`);
    }
  }

  /** The journal in the files of this process: of a standby, a copy of the journal that it follows. */
  get files(): JournalWriter {
    return this.#files;
  }

  /** Applies and publishes what the journal of another process holds, as far as it is said to be durable. */
  follow(source: GroupSource, durable: CommandSeq): Promise<void> {
    return this.#replica.follow(source, durable);
  }

  /** After the last command in the files. */
  get position(): JournalPosition {
    const { shard, sequence, hash } = this.#files;
    return { shard, sequence, hash };
  }

  /** Makes up for the openings and closes that were missed, and keeps the market's hours from then on. */
  start(): void {
    this.#leader?.start();
  }

  /** Takes no more commands, finishes those that wait, closes the journal and marks its end. */
  stop(): Promise<void> {
    this.#stopped ??= (this.#leader ?? this.#files).stop();
    return this.#stopped;
  }

  // ---------------------------------------------------------------- Orders

  submit(command: Command): Promise<Outcome> {
    return this.#leader?.submit(command) ?? Promise.reject(new VenueUnavailable(STANDBY));
  }

  storedOutcome(clientId: string, idempotency: Idempotency): Outcome | undefined {
    return this.#replica.storedOutcome(clientId, idempotency);
  }

  order(orderId: OrderId): OrderView | undefined {
    return this.#replica.order(orderId);
  }

  recentOrder(orderId: OrderId): RecentOrder | undefined {
    return this.#replica.recentOrder(orderId);
  }

  recentWithToken(clientId: string, token: string, limit: number, before: OrderId): OrderView[] {
    return this.#replica.recentWithToken(clientId, token, limit, before);
  }

  pendingOrders(securityId: SecurityId, after: OrderId, limit: number): OrderView[] {
    return this.#replica.pendingOrders(securityId, after, limit);
  }

  rfqOrders(securityId: SecurityId, page: RfqPage): OrderView[] {
    return this.#replica.rfqOrders(securityId, page);
  }

  match(matchId: MatchId): MatchView | undefined {
    return this.#replica.match(matchId);
  }

  amendmentsOf(matchIds: readonly MatchId[]): ReadonlyMap<MatchId, Amendment> {
    return this.#replica.amendmentsOf(matchIds);
  }

  amendmentsIn(securityId: SecurityId, ids: MatchIds): readonly Amendment[] {
    return this.#replica.amendmentsIn(securityId, ids);
  }

  get risk(): RiskReads {
    return this.#replica.risk;
  }

  // ---------------------------------------------------------------- Markets

  security(securityId: SecurityId): SecurityView | undefined {
    return this.#replica.security(securityId);
  }

  listing(securityId: SecurityId): SecurityListing | undefined {
    return this.#replica.listing(securityId);
  }

  securityNamed(symbol: string): SecurityId | undefined {
    return this.#replica.securityNamed(symbol);
  }

  securities(): SecurityView[] {
    return this.#replica.securities();
  }

  securitiesAfter(securityId: SecurityId, limit: number): SecurityView[] {
    return this.#replica.securitiesAfter(securityId, limit);
  }

  topOfBook(securityId: SecurityId): TopOfBook | undefined {
    return this.#replica.topOfBook(securityId);
  }

  usualHours(): UsualHours {
    return this.#replica.usualHours();
  }

  depth(securityId: SecurityId, levels: number): BookDepth | undefined {
    return this.#replica.depth(securityId, levels);
  }

  shownOrders(securityId: SecurityId): Iterable<ShownOrder> {
    return this.#replica.shownOrders(securityId);
  }

  nextTransition(securityId: SecurityId): { time: Microseconds; market: 'open' | 'closed' } | null {
    return this.#replica.nextTransition(securityId);
  }

  // ---------------------------------------------------------------- TransferReads

  transferRules(securityId: SecurityId): TransferRulesView | undefined {
    return this.#replica.transferRules(securityId);
  }

  ordersForRefusal(securityId: SecurityId, after: OrderId, limit: number): OrderView[] {
    return this.#replica.ordersForRefusal(securityId, after, limit);
  }

  holdings(securityId: SecurityId, after: string, limit: number): RegisteredHolding[] {
    return this.#replica.holdings(securityId, after, limit);
  }

  // ---------------------------------------------------------------- BlockReads

  blocksOf(clientId: string, after: number, limit: number): BlockView[] {
    return this.#replica.blocksOf(clientId, after, limit);
  }

  // ---------------------------------------------------------------- EventFeed

  get shard(): number {
    return this.#replica.shard;
  }

  get venueId(): string {
    return this.#replica.venueId;
  }

  lastEventSeq(): EventSeq {
    return this.#replica.lastEventSeq();
  }

  subscribe(listener: (event: ExchangeEvent) => void): () => void {
    return this.#replica.subscribe(listener);
  }

  topsSince(securityId: SecurityId, after: EventSeq): TopOfBook[] | undefined {
    return this.#replica.topsSince(securityId, after);
  }

  // ---------------------------------------------------------------- for the rest of the process

  /** Resolves with the reason when its leader, which it must have, has stopped for good. */
  get failed(): Promise<Error> {
    if (this.#leader === undefined) throw new Error('a standby has no leader');
    return this.#leader.failed;
  }

  /** Why no command is taken now, or null: what /health and /ready say. */
  get unavailable(): string | null {
    return this.#leader === undefined ? STANDBY : this.#leader.unavailable;
  }

  /** Whether the venue takes no commands because it was stopped, and not because something failed. */
  get isStopping(): boolean {
    return this.#leader?.isStopping ?? this.#stopped !== undefined;
  }

  /** Calls back with the sequence of the last durable command after each group. */
  /** Sliced commands are resumed only as fast as this follower can make something of their events (M17). */
  addFollower(pending: () => number): void {
    this.#replica.followers.add(pending);
  }

  onDurable(listener: (sequence: CommandSeq) => void): void {
    this.#replica.onDurable(listener);
  }

  /** Calls back after each group with the seconds from its write until it was known to be durable. */
  onGroupWritten(listener: (seconds: number) => void): void {
    this.#onWritten = listener;
  }

  /** Sequence of the last durable command. */
  get sequence(): CommandSeq {
    return this.#replica.sequence;
  }

  /** The journal's record of the reference database. */
  get referenceMarks(): ReferenceMarks {
    return this.#replica.referenceMarks;
  }

  /** The clients that have live orders. */
  clientsWithOrders(): Set<string> {
    return this.#replica.clientsWithOrders();
  }

  /** The order history holds everything up to this event. */
  projected(eventSeq: EventSeq): void {
    this.#replica.projected(eventSeq);
  }

  /** The calendar with the operator's dates, as the session clock uses it. */
  get calendar(): TradingCalendar {
    return this.#replica.calendar;
  }

  /** The part of the journal's chain that the start checked: after the snapshot that it began with. */
  get chainCheck(): ChainCheck {
    return this.#checked;
  }

  /** Events that wait for the history. */
  get unprojected(): number {
    return this.#replica.unprojected;
  }

  /** Figures for the metrics. */
  get figures() {
    const { state, unprojected } = this.#replica;
    return {
      ...(this.#leader?.figures ?? NO_FIGURES),
      liveOrders: state.orders.size,
      securities: state.securities.size,
      unprojected,
      searchSteps: state.engine.steps,
      pendingBooks: state.engine.pendingBooks,
      pendingEffects: state.pending.size,
      recoverySeconds: this.#recoverySeconds,
    };
  }
}

const STANDBY = 'this node is a standby';
const NO_FIGURES = { waiting: 0, groups: 0, commands: 0, journalBytes: 0 };

/** The venue as its folder has it, and ready to be gone on with: what a crash tore is cut off. */
function recoverFrom({ files, folder, shard, archiveFolder, timers, log }: ExchangeOptions): Recovered {
  files.ensureFolder(folder);
  if (archiveFolder) files.ensureFolder(archiveFolder);
  const startedMs = timers.nowMs();
  const recovered = recover(files, folder, shard, { archiveFolder });
  for (const warning of recovered.warnings) log.warn({}, warning);
  const kept = cutTornTail(files, recovered.end);
  if (kept !== null) log.warn({ file: kept, bytes: recovered.end.tornBytes }, 'a torn last record was cut off');
  log.info(
    {
      snapshot: recovered.snapshotSequence,
      commands: recovered.commands,
      liveOrders: recovered.state.orders.size,
      securities: recovered.state.securities.size,
      duration_ms: Math.round(timers.nowMs() - startedMs),
    },
    'the venue is recovered',
  );
  return recovered;
}
