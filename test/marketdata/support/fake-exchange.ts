import type { AuctionsView } from '../../../src/exchange/api/auctions.ts';
import type { Command } from '../../../src/exchange/api/commands.ts';
import type {
  BookDepth,
  DepthReach,
  MarketReads,
  ShownOrder,
  UsualHours,
} from '../../../src/exchange/api/market-reads.ts';
import { EVERYBODY, NO_SECURITY, type Note } from '../../../src/exchange/api/notices.ts';
import type { MatchView, OrderChange, OrderTicket, OrderView } from '../../../src/exchange/api/orders.ts';
import { type Outcome, VenueUnavailable } from '../../../src/exchange/api/outcomes.ts';
import type { EventFeed, Markets, Orders, Restore } from '../../../src/exchange/api/reads.ts';
import type { MarketState, SecurityView } from '../../../src/exchange/api/securities.ts';
import type { PricedTop, TopOfBook, TopSide } from '../../../src/exchange/api/top-views.ts';
import { type MatchId, type OrderId, priceText, type SecurityId, sharesText } from '../../../src/exchange/api/units.ts';
import { FakeAuctions, START } from './fake-auctions.ts';
import { FakeDepth } from './fake-depth.ts';

export const priced = (price: number, quantity = 100, orders = 1): PricedTop => ({
  price,
  quantity,
  orders,
  contingentQuantity: 0,
  contingentOrders: 0,
  firm: null,
});

/** The part of the exchange that the stream reads, driven by hand. Whatever else it calls throws. */
export class FakeExchange extends FakeAuctions implements Markets, MarketReads, EventFeed, Pick<Orders, 'submit'> {
  readonly venueId = '';
  readonly shard = 0;
  restores: readonly Restore[] = [];
  readonly #securities = new Map<number, SecurityView>();
  readonly #tops = new Map<number, TopOfBook>();
  readonly #kept = new Map<number, TopOfBook[]>();

  readonly #depths = new Map<number, FakeDepth>();
  hours: UsualHours = { market: 'open', next: { time: START + 3_600_000_000, market: 'closed' } };

  nextTransition(): UsualHours['next'] {
    return this.hours.next;
  }
  usualHours(): UsualHours {
    return this.hours;
  }
  shownOrders(securityId: number): Iterable<ShownOrder> {
    return this.#depthOf(securityId).orders;
  }
  depthSeq(securityId: number, reach: DepthReach): number {
    return this.#depthOf(securityId).seq(reach);
  }
  depth(securityId: number, levels: number): BookDepth {
    const top = this.topOfBook(securityId);
    const rfq = { bidRfq: top?.bid === 'RFQ', offerRfq: top?.offer === 'RFQ' };
    return { ...this.#depthOf(securityId).best(levels), ...rfq };
  }

  /** What was submitted; while the venue is down nothing is taken. */
  readonly submitted: Command[] = [];
  isDown = false;
  #wake: (() => void) | null = null;

  async submit(command: Command): Promise<Outcome> {
    if (this.isDown) throw new VenueUnavailable('the venue is down');
    this.submitted.push(command);
    this.#wake?.();
    return { ok: true, order: null, lostPriority: false, replayed: false };
  }

  /** Until `count` commands were submitted. */
  async hasSubmitted(count: number): Promise<void> {
    while (this.submitted.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  security(id: number): SecurityView | undefined {
    return this.#securities.get(id);
  }
  securities(): SecurityView[] {
    return [...this.#securities.values()];
  }
  topOfBook(id: number): TopOfBook | undefined {
    return this.#tops.get(id);
  }
  topsSince(id: number, after: number): TopOfBook[] | undefined {
    const current = this.#tops.get(id);
    if (current === undefined) return undefined;
    const missed = (this.#kept.get(id) ?? []).filter((top) => top.seq > after);
    // What a seq that never was gives is left open by the interface: here, nothing missed.
    return missed.length >= current.seq - after ? missed : undefined;
  }
  nowUs(): number {
    return this.time;
  }
  addSecurity(securityId: number, market: MarketState = 'open'): void {
    const security: SecurityView = {
      securityId: securityId as SecurityId,
      issuerId: 1,
      ownerClientId: 'owner',
      name: `Example Issuer ${securityId}`,
      status: 'trading',
      orderApproval: false,
      hours: null,
      market,
      outsideWindow: false,
      haltReason: null,
      revision: 1,
    };
    this.#securities.set(securityId, security);
    this.emit({ type: 'security', security });
    this.#depthOf(securityId).marks.addRfq(this.lastEventSeq());
  }

  protected override setAuctions(securityId: number, auctions: AuctionsView): void {
    this.#securities.set(securityId, { ...(this.#securities.get(securityId) as SecurityView), auctions });
  }

  setMarket(securityId: number, market: MarketState, reason: string | null = null): void {
    const security = this.#securities.get(securityId);
    const haltReason = market === 'halted' ? reason : null;
    if (security) this.#securities.set(securityId, { ...security, market, haltReason });
    const causes = { halted: 'halted', call: 'auction', open: 'scheduled', closed: 'scheduled' } as const;
    const cause = causes[market];
    this.emit({ type: 'market', securityId: securityId as SecurityId, market, reason, cause });
  }

  changeSecurity(securityId: number, more: Partial<SecurityView>): void {
    const security = { ...(this.#securities.get(securityId) as SecurityView), ...more };
    this.#securities.set(securityId, security);
    this.emit({ type: 'security', security });
  }

  /** Changes the visible top; returns its seq. */
  change(securityId: number, bid: TopSide, offer: TopSide = null): number {
    const seq = (this.#tops.get(securityId)?.seq ?? 0) + 1;
    this.time += 7;
    const top = Object.freeze({ securityId: securityId as SecurityId, seq, time: this.time, bid, offer });
    const before = this.#tops.get(securityId);
    this.#depthOf(securityId).topChanged(before, top, this.lastEventSeq() + 1);
    this.#tops.set(securityId, top);
    this.#kept.set(securityId, [...(this.#kept.get(securityId) ?? []).slice(-99), top]);
    this.emit({ type: 'top', top });
    return seq;
  }

  #orders = 0;

  /** An order changes; what is given of it and of its ticket, and else something. */
  order(clientId: string, more: Partial<OrderView> = {}, terms: Partial<OrderTicket> = {}): OrderView {
    this.time += 7;
    const ticket: OrderTicket = {
      clientId,
      securityId: 549119 as SecurityId,
      memberId: 'M',
      accountId: null,
      type: 'Limit',
      side: 'buy',
      token: null,
      disclosed: true,
      solicited: true,
      expiration: 'GTC',
      expirationDate: null,
      ip: '127.0.0.1',
      ...terms,
    };
    const order: OrderView = {
      orderId: ++this.#orders as OrderId,
      ticket,
      issuerId: 1,
      inSession: true,
      createdAt: this.time,
      quantity: 10,
      price: 10_000_000,
      contingency: 'None',
      minimum: 0,
      remaining: 10,
      executed: 0,
      status: 'Live',
      updatedAt: this.time,
      reason: null,
      ended: null,
      selfTrade: 'None',
      held: null,
      ...more,
    };
    this.changeOrder(order, 'entered');
    return order;
  }

  changeOrder(order: OrderView, change: OrderChange): void {
    this.#depthOf(order.ticket.securityId).change(order, this.lastEventSeq() + 1);
    this.emit({ type: 'order', change, order, reason: null });
  }

  #depthOf(securityId: number): FakeDepth {
    const depth = this.#depths.get(securityId) ?? new FakeDepth();
    this.#depths.set(securityId, depth);
    return depth;
  }

  #matches = 0;

  /** Two orders trade; returns the match. */
  trade(securityId: number, price: number, quantity: number, more: Partial<MatchView> = {}): MatchView {
    this.time += 7;
    const matchId = ++this.#matches;
    const match: MatchView = {
      matchId: matchId as MatchId,
      securityId: securityId as SecurityId,
      time: this.time,
      price,
      quantity,
      buyOrderId: (matchId * 2) as OrderId,
      sellOrderId: (matchId * 2 + 1) as OrderId,
      buyClientId: 'A',
      sellClientId: 'B',
      initiatorOrderId: (matchId * 2) as OrderId,
      ...more,
    };
    this.emit({ type: 'match', match });
    return match;
  }

  /** The match is busted; both sides get a notice. */
  bust({ matchId, securityId, price, quantity }: MatchView): void {
    const fields = { tradeID: String(matchId), price: priceText(price), quantity: sharesText(quantity) };
    const noticeId = `bust ${matchId}`;
    this.emit({ type: 'notice', notice: { noticeId, kind: 'bust', securityId, to: toBoth(fields) } });
  }

  /** The operator corrects the match; both sides get a notice. Returns it as it is now. */
  adjust(match: MatchView, price: number, quantity: number): MatchView {
    const { matchId, securityId } = match;
    const fields = {
      ...{ tradeID: String(matchId), price: priceText(price), quantity: sharesText(quantity) },
      ...{ priceBefore: priceText(match.price), quantityBefore: sharesText(match.quantity) },
    };
    const noticeId = `adjust ${matchId} ${this.lastEventSeq()}`;
    this.emit({ type: 'notice', notice: { noticeId, kind: 'adjust', securityId, to: toBoth(fields) } });
    return { ...match, price, quantity };
  }

  #notices = 0;

  /** @param securityId 0: about none */
  notice(text: string, securityId = NO_SECURITY, severity = 'info'): void {
    const noticeId = `notice ${++this.#notices}`;
    const fields = { noticeId, severity, securityId: securityId === 0 ? null : String(securityId), text };
    const to = [{ clientId: EVERYBODY, fields }];
    this.emit({ type: 'notice', notice: { noticeId, kind: 'notice', securityId, to } });
  }

  /** As change(), but the state is ahead of the event, as within a group commit; returns what delivers the event. */
  changeSilently(securityId: number, bid: TopSide): () => void {
    const seq = (this.#tops.get(securityId)?.seq ?? 0) + 1;
    const top = { securityId: securityId as SecurityId, seq, time: this.time, bid, offer: null };
    this.#tops.set(securityId, top);
    this.#kept.get(securityId)?.push(top);
    return () => this.emit({ type: 'top', top });
  }

  forgetChanges(securityId: number): void {
    this.#kept.delete(securityId);
  }
}

const toBoth = (fields: Note['fields']) => ['A', 'B'].map((clientId) => ({ clientId, fields }));
