import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { type MarketReads, type ShownOrder, shownOf, type UsualHours } from '../../src/exchange/api/market-reads.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import type { EventFeed, Markets, Orders } from '../../src/exchange/api/reads.ts';
import type { SecurityView } from '../../src/exchange/api/securities.ts';
import type { TopOfBook } from '../../src/exchange/api/top-views.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { ChannelEvent } from './channel-flow.ts';

/** 2026-03-02T14:30:00Z, in microseconds. */
const TIME = 1_772_461_800_000_000;

function notUsed(): never {
  throw new Error('the stream has no business here');
}

/** What the stream needs of an exchange, without book and journal: changes of the top come from outside. */
export class StreamExchange implements Markets, MarketReads, EventFeed, Pick<Orders, 'submit'> {
  readonly venueId = '';
  readonly shard = 0;
  readonly restores = [];
  readonly #listeners = new Set<(event: ExchangeEvent) => void>();
  readonly #securities: ReadonlyMap<number, SecurityView>;
  readonly #tops = new Map<number, TopOfBook>();
  #seq = 0;

  readonly #shown = new Map<number, Map<number, ShownOrder>>();

  submit = notUsed;

  depth = notUsed;

  nextTransition(): null {
    return null;
  }

  usualHours(): UsualHours {
    return { market: 'open', next: null };
  }

  endedAuctions(): [] {
    return [];
  }

  indicated(): null {
    return null;
  }

  onIndicated(): () => void {
    return () => {};
  }

  depthSeq(): number {
    return this.#seq;
  }

  shownOrders(securityId: number): Iterable<ShownOrder> {
    return this.#shown.get(securityId)?.values() ?? [];
  }

  constructor(securityIds: readonly number[]) {
    this.#securities = new Map(securityIds.map((id) => [id, viewOf(id)]));
  }

  /** A durable change of the top: what an exchange sends its listeners. */
  publish(top: TopOfBook): void {
    this.emit({ type: 'top', top });
  }

  emit(sent: ChannelEvent): void {
    this.#seq += 1;
    if (sent.type === 'top') this.#tops.set(sent.top.securityId, sent.top);
    if (sent.type === 'order') this.#keep(sent.order);
    // The same bytes wherever it is sent: the flow has the time, not the clock.
    const event = { ...sent, seq: this.#seq, time: TIME + this.#seq } as ExchangeEvent;
    for (const listener of this.#listeners) listener(event);
  }

  #keep(order: OrderView): void {
    const { securityId } = order.ticket;
    const shown = this.#shown.get(securityId) ?? new Map<number, ShownOrder>();
    this.#shown.set(securityId, shown);
    shown.set(order.orderId, shownOf(order) as ShownOrder);
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

  topsSince(): undefined {
    return undefined;
  }

  nowUs(): number {
    return TIME + this.#seq;
  }

  lastEventSeq(): number {
    return this.#seq;
  }

  subscribe(listener: (event: ExchangeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function viewOf(securityId: number): SecurityView {
  return {
    securityId: securityId as SecurityId,
    issuerId: 1,
    ownerClientId: 'owner',
    name: `Security ${securityId}`,
    status: 'trading',
    orderApproval: false,
    hours: null,
    market: 'open',
    outsideWindow: false,
    haltReason: null,
    revision: 1,
  };
}
