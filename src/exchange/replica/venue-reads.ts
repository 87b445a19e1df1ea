import { BUY, SELL } from '../../matching/index.ts';
import {
  type Amendment,
  type BlockReads,
  type BlockView,
  type BookDepth,
  DepthBook,
  type DepthReach,
  type EntryPlace,
  type EventSeq,
  type HolderHistory,
  type HolderName,
  type HolderOpening,
  type Idempotency,
  idOf,
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
  type RegisterEntry,
  type RegisteredHolding,
  type RegisterPage,
  type RegisterPageMax,
  type RegisterPlace,
  type RegisterSums,
  type RfqPage,
  reachOf,
  type SecurityId,
  type SecurityListing,
  type SecurityPages,
  type SecurityView,
  type SettledHolders,
  type ShownOrder,
  shownOf,
  type TopOfBook,
  type TransferReads,
  type TransferRulesView,
} from '../api/index.ts';
import {
  holderEntries,
  holderHistory,
  holderOpening,
  registeredHolders,
  registerPage,
  registerSums,
  settledHolders,
  TransferRecord,
  UnprojectedHistory,
  viewOf,
  viewOfSecurity,
} from '../records/index.ts';
import { ScheduleReads, type VenueReadsDeps } from './schedule-reads.ts';
import { rfqOrdersOf } from './venue-quotes.ts';

type HolderOf = Parameters<TransferReads['holderHistory']>[0];

/** Answers reads from the state of the venue, and from the events that the order history may not have yet. */
export class VenueReads
  extends ScheduleReads
  implements OrderReads, Markets, SecurityPages, MarketReads, TransferReads, BlockReads
{
  protected readonly unprojectedHistory: UnprojectedHistory;
  readonly #startSeq: EventSeq;

  constructor(deps: VenueReadsDeps) {
    super(deps);
    const { eventSeq } = deps.state.counters;
    this.unprojectedHistory = new UnprojectedHistory(eventSeq);
    this.#startSeq = eventSeq;
  }

  // ---------------------------------------------------------------- OrderReads

  storedOutcome(clientId: string, idempotency: Idempotency): Outcome | undefined {
    return this.state.idempotency.peek(clientId, idempotency, this.nowUs());
  }

  order(orderId: OrderId): OrderView | undefined {
    const live = this.state.orders.get(orderId);
    return live === undefined ? this.unprojectedHistory.order(orderId) : viewOf(live);
  }

  recentOrder(orderId: OrderId): RecentOrder | undefined {
    const order = this.order(orderId);
    return order && { order, matches: this.unprojectedHistory.matchesOf(orderId) };
  }

  recentWithToken(clientId: string, token: string, limit: number, before: OrderId): OrderView[] {
    const ids = this.unprojectedHistory.idsWithToken(clientId, token, limit, before);
    // An order that the history may not hold yet is live, or has just ended.
    return ids.map((orderId) => this.order(orderId) as OrderView);
  }

  pendingOrders(securityId: SecurityId, after: OrderId, limit: number): OrderView[] {
    return this.state.securities.get(securityId)?.pending.after(after, limit).map(viewOf) ?? [];
  }

  rfqOrders(securityId: SecurityId, page: RfqPage): OrderView[] {
    return rfqOrdersOf(this.state, securityId, page).map(viewOf);
  }

  match(matchId: MatchId): MatchView | undefined {
    return this.unprojectedHistory.match(matchId);
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

  depth(securityId: SecurityId, levels: number): BookDepth | undefined {
    const security = this.state.securities.get(securityId);
    if (security === undefined) return undefined;
    const { engine, pending } = this.state;
    // While work is pending the book is ahead of the events of its orders.
    const isPending = pending.has(securityId);
    let bids = isPending ? undefined : engine.shown(securityId, BUY, levels);
    let offers = isPending ? undefined : engine.shown(securityId, SELL, levels);
    if (bids === undefined || offers === undefined) {
      const book = new DepthBook(this.shownOrders(securityId));
      [bids, offers] = [book.bids.best(levels), book.offers.best(levels)];
    }
    const seq = this.depthSeq(securityId, reachOf(bids, offers, levels));
    const { bid, offer } = security.top;
    return { seq, bids, offers, bidRfq: bid === 'RFQ', offerRfq: offer === 'RFQ' };
  }

  depthSeq(securityId: SecurityId, reach: DepthReach): EventSeq {
    const { counters, securities } = this.state;
    return Math.max(counters.depthFrom ?? this.#startSeq, securities.get(securityId)?.depth.lastWithin(reach) ?? 0);
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
    return (this.state.transfers.get(securityId) ?? new TransferRecord(securityId, this.state.register)).view;
  }

  ordersForRefusal(securityId: SecurityId, after: OrderId, limit: number): OrderView[] {
    return this.state.transfers.get(securityId)?.held.waitingForRefusal(after, limit).map(viewOf) ?? [];
  }

  holdings(securityId: SecurityId, after: string, limit: number): RegisteredHolding[] {
    return this.state.register.in(securityId).page(after, limit);
  }

  settledUpTo(): MatchId {
    return idOf<MatchId>(this.state.counters.registerFrom ?? 0, this.state.shard);
  }

  registerSums(securityId: SecurityId): RegisterSums {
    return registerSums(this.state.register.in(securityId));
  }

  registerPage(securityId: SecurityId, after: RegisterPlace | null, max: RegisterPageMax): RegisterPage {
    return registerPage(this.state.register.in(securityId), after, max);
  }

  holderHistory(whose: HolderOf, after: EntryPlace | null, limit: number): HolderHistory | undefined {
    const holder = this.state.register.find(whose);
    return holder && holderHistory(holder, this.state.register.issues, { after, limit });
  }

  registeredHolders(securityId: SecurityId, after: HolderName | null, limit: number): HolderName[] {
    return registeredHolders(this.state.register.in(securityId), after, limit);
  }

  settledHolders(securityId: SecurityId, after: HolderName | null, limit: number): SettledHolders {
    return settledHolders(this.state.register.in(securityId), after, limit);
  }

  holderOpening(whose: HolderOf): HolderOpening | undefined {
    const holder = this.state.register.find(whose);
    return holder && holderOpening(holder);
  }

  holderEntries(whose: HolderOf, after: EntryPlace | null, limit: number): RegisterEntry[] {
    const holder = this.state.register.find(whose);
    return holder === undefined ? [] : holderEntries(holder, this.state.register.issues, { after, limit });
  }

  // ---------------------------------------------------------------- BlockReads

  blocksOf(clientId: string, after: number, limit: number): BlockView[] {
    return this.state.blocks.page(clientId, after, limit);
  }

  topsSince(securityId: SecurityId, after: EventSeq): TopOfBook[] | undefined {
    const current = this.topOfBook(securityId);
    return current === undefined ? undefined : this.state.tops.since(current, after);
  }

  /** The clients that have live orders. */
  clientsWithOrders(): Set<string> {
    return new Set(this.state.orders.clientIds());
  }

  /** The journal's record of the reference database. */
  get referenceMarks(): ReferenceMarks {
    return this.state.counters;
  }
}
