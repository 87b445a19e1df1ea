import {
  type BookContingency,
  type BookListener,
  type BookSide,
  BUY,
  type CancelCause,
  SELF_TRADE,
} from '../matching/index.ts';
import type { EventOutlet } from './event-outlet.ts';
import { idOf } from './identifiers.ts';
import type { MatchView, Outcome } from './interface.ts';
import type { OrderChanges } from './order-changes.ts';
import { contingencyOf, type OrderRecord, viewOf } from './order-record.ts';
import { UNHEARD } from './outcomes.ts';
import { countPrice, type SecurityRecord } from './security-record.ts';
import type { TopOutlet } from './top-outlet.ts';
import type { VenueRecords } from './venue-records.ts';

/** Takes what the books report into the records of the orders, and publishes it. */
export class BookReports implements BookListener {
  readonly #records: VenueRecords;
  readonly #events: EventOutlet;
  readonly #changes: OrderChanges;
  readonly #tops: TopOutlet;
  /** What became of the replacement that a book reported last. */
  replacement: Outcome = UNHEARD;

  constructor(records: VenueRecords, events: EventOutlet, changes: OrderChanges, tops: TopOutlet) {
    this.#records = records;
    this.#events = events;
    this.#changes = changes;
    this.#tops = tops;
  }

  accepted(): void {
    // The order was announced when its record was made.
  }

  matched(
    bookId: number,
    hubId: number,
    counterId: number,
    hubSide: BookSide,
    price: number,
    quantity: number,
    hubRemaining: number,
    counterRemaining: number,
  ): void {
    const { counters, limits, orders, securities, shard, transfers } = this.#records;
    const hub = orders.get(hubId) as OrderRecord;
    const counter = orders.get(counterId) as OrderRecord;
    const matchId = idOf(++counters.matches, shard);
    const [buy, sell] = hubSide === BUY ? [hub, counter] : [counter, hub];
    this.#records.risk.matched(buy.ticket, sell.ticket, price, quantity);
    transfers.touch(bookId)?.traded(buy, sell, quantity, counters.time);
    if (limits?.blockSeconds !== undefined) countPrice(securities.get(bookId) as SecurityRecord, price);
    let match: MatchView | null = null;
    if (this.#events.isHeard) {
      match = {
        matchId,
        securityId: bookId,
        time: counters.time,
        price,
        quantity,
        buyOrderId: buy.orderId,
        sellOrderId: sell.orderId,
        buyClientId: buy.ticket.clientId,
        sellClientId: sell.ticket.clientId,
        hubOrderId: hubId,
      };
      if (hub.ticket.type === 'Block') match = { ...match, block: true };
    }
    this.#events.match(match);
    this.#changes.fill(hub, hubRemaining);
    this.#changes.fill(counter, counterRemaining);
  }

  cancelled(_bookId: number, orderId: number, _remaining: number, cause: CancelCause): void {
    // An order that the venue itself ended is no longer known here, one that it took back waits or is held (M16); what
    // is left is the remainder of an IOC order, and what M15 ends.
    const order = this.#records.orders.get(orderId);
    if (order === undefined || order.status === 'Pending' || order.held !== null) return;
    this.#changes.end(order, cause === SELF_TRADE ? 'self-trade prevented' : 'immediate remainder cancelled');
  }

  /** Whether the order kept its place is the book's to say (M10); what it then matches follows. */
  replaced(
    _bookId: number,
    orderId: number,
    price: number,
    quantity: number,
    _remaining: number,
    contingency: BookContingency,
    minimum: number,
    keptPriority: boolean,
  ): void {
    const order = this.#records.orders.get(orderId) as OrderRecord;
    const terms = { price, quantity, contingency: contingencyOf(contingency), minimum };
    const lostPriority = !keptPriority;
    const view = this.#changes.replace(order, terms, order.status, lostPriority) ?? viewOf(order);
    this.replacement = { ok: true, order: view, lostPriority, replayed: false };
  }

  rejected(_bookId: number, orderId: number, reason: number): void {
    // Every command is checked before it reaches the book: a rejection means that the two disagree.
    throw new Error(`the book rejected order ${orderId} for reason ${reason}`);
  }

  topOfBookChanged(bookId: number, side: BookSide): void {
    this.#tops.touch(this.#records.securities.get(bookId) as SecurityRecord, side);
  }
}
