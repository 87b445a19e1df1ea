import {
  type AuctionCall,
  type AuctionPhase,
  type AuctionResult,
  type ChangedBy,
  type ExchangeEvent,
  type FeeChange,
  type Fill,
  type MarketCause,
  type MarketState,
  type MatchView,
  type Note,
  type NoticeEvent,
  type NoticeView,
  ONE_NOTICE_SINCE,
  type OrderChange,
  type OrderEvent,
  type OrderView,
  ownQuoteFields,
  type QuoteView,
  quoteFields,
  type RegisterChange,
  rfqFields,
  type SecurityId,
  type SecurityView,
  type TopOfBook,
} from '../api/index.ts';
import type { OrderRecord } from './order-record.ts';
import type { PendingEffects } from './pending-effects.ts';
import type { VenueCounters } from './venue-counters.ts';

export type EventSink = (event: ExchangeEvent) => void;

/**
 * Numbers the events of the venue and hands them out. While nobody takes them they are counted and not built: whoever
 * reports an order or a match may then leave its view out.
 */
export class EventPublisher {
  sink: EventSink | null = null;
  readonly #counters: VenueCounters;
  readonly #pending: Pick<PendingEffects, 'user'>;

  /** @param pending whose user caused the events of now */
  constructor(counters: VenueCounters, pending: Pick<PendingEffects, 'user'>) {
    this.#counters = counters;
    this.#pending = pending;
  }

  get hasListeners(): boolean {
    return this.sink !== null;
  }

  /** @param order null only while nobody listens */
  order(change: OrderChange, order: OrderView | null, reason: string | null): void {
    const seq = ++this.#counters.eventSeq;
    if (order !== null) this.#publish({ type: 'order', change, order, reason, seq, time: this.#counters.time });
  }

  /** @param order null only while nobody listens */
  filled(order: OrderView | null, fill: Fill, isInitiator: boolean): void {
    const seq = ++this.#counters.eventSeq;
    if (order === null) return;
    const { time } = this.#counters;
    this.sink?.({ type: 'order', change: 'filled', order, reason: null, seq, time, fill, isInitiator });
  }

  /**
   * @param order null only while nobody listens
   * @param previousToken where the order has another one now
   */
  replaced(order: OrderView | null, lostPriority: boolean, previousToken?: string | null): void {
    const seq = ++this.#counters.eventSeq;
    if (order === null) return;
    const { time } = this.#counters;
    const event: OrderEvent = { type: 'order', change: 'replaced', order, reason: null, seq, time, lostPriority };
    this.#publish(previousToken === undefined ? event : { ...event, previousToken });
  }

  /**
   * @param match null only while nobody listens
   * @param fees of its orders that pay; absent: neither does
   */
  match(match: MatchView | null, fees?: readonly FeeChange[]): void {
    const seq = ++this.#counters.eventSeq;
    if (match === null) return;
    const { time } = this.#counters;
    this.sink?.(fees === undefined ? { type: 'match', match, seq, time } : { type: 'match', match, fees, seq, time });
  }

  /**
   * One event, whoever is notified (S22); by older rules one for each.
   * @param fees that change with it
   */
  notice(notice: NoticeView, fees: readonly FeeChange[] = []): void {
    const isOne = (this.#counters.rules ?? 1) >= ONE_NOTICE_SINCE;
    const parts = isOne ? [notice] : notice.to.map((note) => ({ ...notice, to: [note] }));
    for (const part of parts) {
      const seq = ++this.#counters.eventSeq;
      const event: NoticeEvent = { type: 'notice', notice: part, seq, time: this.#counters.time };
      this.#publish(fees.length === 0 ? event : { ...event, fees });
    }
  }

  /** A change of a quote, to its two clients. */
  quote(quote: QuoteView): void {
    const seq = ++this.#counters.eventSeq;
    if (this.sink === null) return;
    const { quoteId, version, status, ticket, orderClientId } = quote;
    const to: Note[] = [{ clientId: ticket.clientId, fields: ownQuoteFields(quote) }];
    if (orderClientId !== ticket.clientId) to.push({ clientId: orderClientId, fields: quoteFields(quote) });
    const noticeId = `quote-${quoteId}-${version}-${status}`;
    const notice: NoticeView = { noticeId, kind: 'quote', securityId: ticket.securityId, to, quote };
    this.#publish({ type: 'notice', notice, seq, time: this.#counters.time });
  }

  /** An RFQ order that asks named clients alone began or ceased to take quotes: to these (Y6). */
  rfq(order: OrderRecord, asked: readonly string[], rfqStatus: 'Open' | 'Closed'): void {
    const seq = ++this.#counters.eventSeq;
    if (this.sink === null) return;
    const fields = { ...rfqFields(order), rfqStatus };
    const to = asked.map((clientId) => ({ clientId, fields }));
    const noticeId = `rfq-${order.orderId}-${rfqStatus}`;
    const notice: NoticeView = { noticeId, kind: 'rfq', securityId: order.ticket.securityId, to };
    this.#publish({ type: 'notice', notice, seq, time: this.#counters.time });
  }

  massCancel(clientId: string): void {
    const seq = ++this.#counters.eventSeq;
    this.sink?.({ type: 'massCancel', clientId, seq, time: this.#counters.time });
  }

  /** @param changes null only while nobody listens */
  register(by: ChangedBy, changes: readonly RegisterChange[] | null): void {
    const seq = ++this.#counters.eventSeq;
    if (changes === null) return;
    const { time } = this.#counters;
    this.#publish({ type: 'register', ...by, changes, seq, time });
  }

  top(top: TopOfBook): void {
    const seq = ++this.#counters.eventSeq;
    this.sink?.({ type: 'top', top, seq, time: this.#counters.time });
  }

  /** @param reason what the operator said */
  market(securityId: SecurityId, market: MarketState, cause: MarketCause, reason: string | null): void {
    const seq = ++this.#counters.eventSeq;
    this.#publish({ type: 'market', securityId, market, reason, cause, seq, time: this.#counters.time });
  }

  auction(securityId: SecurityId, phase: AuctionPhase, call: AuctionCall, result: AuctionResult): void {
    const seq = ++this.#counters.eventSeq;
    this.sink?.({ type: 'auction', securityId, phase, call, result, seq, time: this.#counters.time });
  }

  security(security: SecurityView): void {
    const seq = ++this.#counters.eventSeq;
    this.#publish({ type: 'security', security, seq, time: this.#counters.time });
  }

  /**
   * With its user, where one caused it. Matches and fills have none: their orders have (O14). Events of calls with API
   * keys keep their shape.
   */
  #publish(event: ExchangeEvent): void {
    const { user } = this.#pending;
    this.sink?.(user === undefined ? event : { ...event, user });
  }
}
