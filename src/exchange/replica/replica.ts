import { TradingCalendar } from '../../calendar/trading-calendar.ts';
import { BUY, SELL } from '../../matching/index.ts';
import type { Clock } from '../../time/clock.ts';
import {
  type Amendment,
  type BlockReads,
  type BlockView,
  type BookDepth,
  DepthBook,
  type EventFeed,
  type EventSeq,
  type ExchangeEvent,
  type Idempotency,
  type MarketChange,
  type MarketReads,
  type Markets,
  type MatchId,
  type MatchIds,
  type MatchView,
  type OrderId,
  type OrderReads,
  type OrderView,
  type Outcome,
  type RecentOrder,
  type ReferenceMarks,
  type RegisteredHolding,
  type RfqPage,
  type SecurityId,
  type SecurityListing,
  type SecurityPages,
  type SecurityView,
  type ShownOrder,
  shownOf,
  type TopOfBook,
  type TransferReads,
  type TransferRulesView,
  type UsualHours,
} from '../api/index.ts';
import { commandsIn, type JournaledCommand, type Origin } from '../commands/index.ts';
import type { VenueState } from '../desks/index.ts';
import type { CommandSeq, GroupSource } from '../journal/index.ts';
import { nextChange, TransferRecord, UnprojectedHistory, viewOf, viewOfSecurity } from '../records/index.ts';
import { Followers } from './followers.ts';
import { HoursChanges } from './hours-changes.ts';
import { VenueRisk } from './venue-risk.ts';

/** Commands that are durable together, in their order. */
export interface CommittedGroup {
  /** Sequence of the first of them. */
  readonly firstSequence: CommandSeq;
  readonly commands: readonly JournaledCommand[];
}

export interface ReplicaOptions {
  readonly state: VenueState;
  /** Sequence of the last command that the state has. */
  readonly sequence: CommandSeq;
  readonly clock: Clock;
  /** The market of every security is open around the clock (sandbox). */
  readonly alwaysOpen: boolean;
  /** Securities with separate hours that are open around the clock all the same (V30); none when absent. */
  readonly neverCloses?: ReadonlySet<SecurityId>;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * A live copy of the venue of one shard: applies the groups that its journal holds, in order, feeds those who listen,
 * and answers reads. Whether this process wrote the groups (Leader) or another did (`follow`) makes no difference to it
 * (M11).
 */
export class Replica implements OrderReads, Markets, SecurityPages, MarketReads, TransferReads, BlockReads, EventFeed {
  readonly state: VenueState;
  /** The calendar with the operator's dates. */
  readonly calendar: TradingCalendar;
  readonly alwaysOpen: boolean;
  /** Securities with separate hours that are open around the clock all the same (V30). */
  readonly neverCloses: ReadonlySet<SecurityId>;
  readonly risk: VenueRisk;
  readonly followers = new Followers();
  /** For who keeps the hours of the market. */
  readonly hoursChanges = new HoursChanges();
  readonly #clock: Clock;
  readonly #log: ReplicaOptions['log'];
  readonly #unprojected: UnprojectedHistory;
  readonly #listeners = new Set<(event: ExchangeEvent) => void>();
  readonly #durableListeners = new Set<(sequence: CommandSeq) => void>();
  #onOrigin: (origin: Origin, outcome: Outcome) => void = () => {};
  /** Of the groups that were applied and not yet published. */
  #events: ExchangeEvent[] = [];
  #sequence: CommandSeq;
  #publishedEventSeq: EventSeq;

  constructor({ state, sequence, clock, alwaysOpen, neverCloses = new Set(), log }: ReplicaOptions) {
    this.state = state;
    this.calendar = new TradingCalendar(state.calendar);
    this.alwaysOpen = alwaysOpen;
    this.neverCloses = neverCloses;
    this.risk = new VenueRisk(state, this.nowUs);
    this.#clock = clock;
    this.#log = log;
    this.#sequence = sequence;
    this.#publishedEventSeq = state.counters.eventSeq;
    this.#unprojected = new UnprojectedHistory(state.counters.eventSeq);
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
    return this.#unprojected.size;
  }

  // ---------------------------------------------------------------- groups

  /** Applies a group that is durable; `publish` then emits what it caused. Throws when it is not the next one. */
  apply({ firstSequence, commands }: CommittedGroup): Outcome[] {
    if (firstSequence !== this.#sequence + 1) {
      throw new Error(`the group starts at command ${firstSequence}; expected the command after ${this.#sequence}`);
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
    for (const event of events) {
      this.#publishedEventSeq = event.seq;
      this.#unprojected.add(event);
      for (const listener of this.#listeners) this.#publish(listener, event);
    }
    for (const listener of this.#durableListeners) listener(this.#sequence);
  }

  /** Published events are durable and applied: a failing listener must not stop the others, nor the venue. */
  #publish(listener: (event: ExchangeEvent) => void, event: ExchangeEvent): void {
    try {
      listener(event);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#log.error({ error: message, event: event.type, seq: event.seq }, 'a listener of the venue failed');
    }
  }

  /** Applies and publishes what a journal holds after this copy, as far as it is said to be durable. */
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
    this.#unprojected.projected(eventSeq);
  }

  // ---------------------------------------------------------------- OrderReads

  storedOutcome(clientId: string, idempotency: Idempotency): Outcome | undefined {
    return this.state.idempotency.look(clientId, idempotency, this.nowUs());
  }

  order(orderId: OrderId): OrderView | undefined {
    const live = this.state.orders.get(orderId);
    return live === undefined ? this.#unprojected.order(orderId) : viewOf(live);
  }

  recentOrder(orderId: OrderId): RecentOrder | undefined {
    const order = this.order(orderId);
    return order && { order, matches: this.#unprojected.matchesOf(orderId) };
  }

  recentWithToken(clientId: string, token: string, limit: number, before: OrderId): OrderView[] {
    const ids = this.#unprojected.idsWithToken(clientId, token, limit, before);
    // An order that the history may not hold yet is live, or has just ended.
    return ids.map((orderId) => this.order(orderId) as OrderView);
  }

  pendingOrders(securityId: SecurityId, after: OrderId, limit: number): OrderView[] {
    return this.state.securities.get(securityId)?.pending.after(after, limit).map(viewOf) ?? [];
  }

  rfqOrders(securityId: SecurityId, { side, after, limit }: RfqPage): OrderView[] {
    const markers = this.state.securities.get(securityId)?.markers;
    if (markers === undefined) return [];
    const sides = side === undefined ? [markers.buy, markers.sell] : [markers[side]];
    const found = sides.flatMap((shown) => shown.after(after, limit)).sort((a, b) => a.orderId - b.orderId);
    return found.slice(0, limit).map(viewOf);
  }

  match(matchId: MatchId): MatchView | undefined {
    return this.#unprojected.match(matchId);
  }

  amendmentsOf(matchIds: readonly MatchId[]): ReadonlyMap<MatchId, Amendment> {
    return this.state.risk.amendments.of(matchIds);
  }

  amendmentsIn(securityId: SecurityId, ids: MatchIds): readonly Amendment[] {
    return this.state.risk.amendments.in(securityId, ids);
  }

  // ---------------------------------------------------------------- Markets

  security(securityId: SecurityId): SecurityView | undefined {
    const security = this.state.securities.get(securityId);
    return security === undefined ? undefined : viewOfSecurity(security);
  }

  listing(securityId: SecurityId): SecurityListing | undefined {
    return this.state.securities.get(securityId);
  }

  securityNamed(symbol: string): SecurityId | undefined {
    return this.state.securities.withSymbol(symbol)?.securityId;
  }

  securities(): SecurityView[] {
    return [...this.state.securities.values()].map(viewOfSecurity);
  }

  securitiesAfter(securityId: SecurityId, limit: number): SecurityView[] {
    return this.state.securities.after(securityId, limit).map(viewOfSecurity);
  }

  topOfBook(securityId: SecurityId): TopOfBook | undefined {
    return this.state.securities.get(securityId)?.top;
  }

  readonly nowUs = (): number => Math.max(this.#clock.nowUs(), this.state.counters.time);

  nextTransition(securityId: SecurityId): MarketChange | null {
    const security = this.state.securities.get(securityId);
    // The schedule does not open the market of an offering that may not be traded.
    if (security?.status !== 'trading') return null;
    const { calendar } = this;
    const isAlwaysOpen = this.alwaysOpen || this.neverCloses.has(securityId);
    const schedule = {
      isOpen: (at: number) => isAlwaysOpen || calendar.isOpen(at, security.hours),
      nextTransition: (at: number) => (isAlwaysOpen ? null : calendar.nextTransition(at, security.hours)),
    };
    return nextChange(this.nowUs(), schedule, this.state.transfers.get(securityId));
  }

  usualHours(): UsualHours {
    const { calendar, alwaysOpen } = this;
    if (alwaysOpen) return { market: 'open', next: null };
    const market = this.state.counters.defaultInSession ? 'open' : 'closed';
    return { market, next: calendar.nextTransition(this.nowUs(), null) };
  }

  depth(securityId: SecurityId, levels: number): BookDepth | undefined {
    const security = this.state.securities.get(securityId);
    if (security === undefined) return undefined;
    const { engine, pending, counters } = this.state;
    // While work is pending the book is ahead of the events of its orders.
    const isPending = pending.has(securityId);
    let bids = isPending ? undefined : engine.shown(securityId, BUY, levels);
    let offers = isPending ? undefined : engine.shown(securityId, SELL, levels);
    if (bids === undefined || offers === undefined) {
      const book = new DepthBook(this.shownOrders(securityId));
      [bids, offers] = [book.bids.best(levels), book.offers.best(levels)];
    }
    const bidRfq = bids.length === 0 && security.rfqBids > 0;
    return { seq: counters.eventSeq, bids, offers, bidRfq, offerRfq: offers.length === 0 && security.rfqOffers > 0 };
  }

  *shownOrders(securityId: SecurityId): Generator<ShownOrder> {
    for (const order of this.state.securities.get(securityId)?.orders ?? []) {
      const shown = shownOf(order);
      if (shown !== undefined) yield shown;
    }
  }

  // ---------------------------------------------------------------- TransferReads

  transferRules(securityId: SecurityId): TransferRulesView | undefined {
    if (!this.state.securities.has(securityId)) return undefined;
    return (this.state.transfers.get(securityId) ?? new TransferRecord(securityId)).view;
  }

  ordersForRefusal(securityId: SecurityId, after: OrderId, limit: number): OrderView[] {
    return this.state.transfers.get(securityId)?.held.waitingForRefusal(after, limit).map(viewOf) ?? [];
  }

  holdings(securityId: SecurityId, after: string, limit: number): RegisteredHolding[] {
    return this.state.transfers.get(securityId)?.register.page(after, limit) ?? [];
  }

  // ---------------------------------------------------------------- BlockReads

  blocksOf(clientId: string, after: number, limit: number): BlockView[] {
    return this.state.blocks.page(clientId, after, limit);
  }

  // ---------------------------------------------------------------- EventFeed

  get venueId(): string {
    return this.state.counters.databaseId;
  }

  lastEventSeq(): EventSeq {
    return this.#publishedEventSeq;
  }

  subscribe(listener: (event: ExchangeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  topsSince(securityId: SecurityId, after: EventSeq): TopOfBook[] | undefined {
    const current = this.topOfBook(securityId);
    return current === undefined ? undefined : this.state.tops.since(current, after);
  }

  // ---------------------------------------------------------------- for the rest of the process

  /** Calls back with the sequence of the last durable command after each group. */
  onDurable(listener: (sequence: CommandSeq) => void): void {
    this.#durableListeners.add(listener);
  }

  /** The journal's record of the reference database. */
  get referenceMarks(): ReferenceMarks {
    return this.state.counters;
  }

  /** The clients that have live orders. */
  clientsWithOrders(): Set<string> {
    return new Set(this.state.orders.clientIds());
  }
}
