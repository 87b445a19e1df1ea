import {
  accepted,
  type BlockTerms,
  filledOf,
  idOf,
  leastFill,
  NO_LISTENER,
  type OrderTerms,
  type OrderTicket,
  type OrderView,
  type Outcome,
  type Refusal,
  type Refused,
  refused,
  type TakeQuoteCommand,
} from '../api/index.ts';
import {
  bookSideOf,
  isTrading,
  type OrderRecord,
  ofOther,
  type SecurityRecord,
  type VenueRecords,
} from '../records/index.ts';
import type { BookReports } from './book-reports.ts';
import { newOrder } from './entry-checks.ts';
import type { OrderChanges } from './order-changes.ts';
import type { RfqMarkers } from './rfq-markers.ts';

/** Trades outside of the book: quotes on RFQ orders, and blocks. */
export class DealDesk {
  readonly #records: VenueRecords;
  readonly #changes: OrderChanges;
  readonly #reports: BookReports;
  readonly #markers: RfqMarkers;

  constructor(records: VenueRecords, changes: OrderChanges, reports: BookReports, markers: RfqMarkers) {
    this.#records = records;
    this.#changes = changes;
    this.#reports = reports;
    this.#markers = markers;
  }

  /** V39, of a quote that is not part of the state: in journals of before QUOTES_SINCE. */
  takeQuote(command: TakeQuoteCommand): Outcome {
    const { massCancels, orders } = this.#records;
    const order = orders.get(command.orderId);
    if (order?.ticket.clientId !== command.clientId) return refused('unknown order');
    const quote = { ...command.ticket, massCancels: command.massCancels ?? 0 };
    if (massCancels.endOf(quote) !== undefined) return refused('quote has another state');
    return this.refusalOf(order, command) ?? this.trade(order, command);
  }

  /** Why the RFQ order cannot trade with the quote now; undefined when it can. */
  refusalOf(order: OrderRecord, quote: TakeQuoteCommand): Refused | undefined {
    const { counters, risk, securities, transfers } = this.#records;
    const security = securities.known(order.ticket.securityId);
    const refusal =
      refusalOfQuote(order, security, quote) ??
      transfers.get(security.securityId)?.refusalOfQuote(order, quote, counters.time);
    return refusal === undefined ? risk.refusalOfQuote(order, quote) : refused(refusal);
  }

  /** V39. The order for the quote enters and trades at once. Neither it nor the RFQ order has a place in the book. */
  trade(order: OrderRecord, quote: TakeQuoteCommand): Outcome {
    const { ticket, quantity, price } = quote;
    const security = this.#records.securities.known(order.ticket.securityId);
    const [quoted, view] = this.#enterAtOnce(ticket, quote, security);
    const remaining = order.remaining - quantity;
    if (remaining === 0) this.#markers.hide(order, security);
    const side = bookSideOf(ticket.side);
    const { securityId } = security;
    this.#reports.matched(securityId, quoted.orderId, order.orderId, side, price, quantity, 0, remaining);
    return view === null ? NO_LISTENER : accepted(view);
  }

  /** V61: makes an order for each side and executes both at once. Returns undefined when both executed. */
  tradeBlock(block: BlockTerms, confirmed: OrderTicket, security: SecurityRecord): Refused | undefined {
    const { counters, risk, transfers } = this.#records;
    const { ticket: reported, price, quantity } = block;
    const [buyer, seller] = reported.side === 'buy' ? [reported, confirmed] : [confirmed, reported];
    const trade = { buyer, seller, quantity, waived: false };
    const refusal = transfers.get(security.securityId)?.refusalOfTrade(trade, counters.time);
    if (refusal !== undefined) return refused(refusal);
    const exceeded = ofOther(risk.refusalOf(reported, block), reported, confirmed) ?? risk.refusalOf(confirmed, block);
    if (exceeded !== undefined) return exceeded;
    const [first] = this.#enterAtOnce(reported, block, security);
    const [second] = this.#enterAtOnce(confirmed, block, security);
    const side = bookSideOf(confirmed.side);
    this.#reports.matched(security.securityId, second.orderId, first.orderId, side, price, quantity, 0, 0);
    return undefined;
  }

  /** An order with a known contra order, without a place in the book. */
  #enterAtOnce(
    ticket: OrderTicket,
    { quantity, price }: Pick<OrderTerms, 'quantity' | 'price'>,
    security: SecurityRecord,
  ): readonly [OrderRecord, OrderView | null] {
    const { counters, risk, shard } = this.#records;
    risk.entered(ticket);
    const terms = { ticket, quantity, price, contingency: 'None', minimum: 0 } as const;
    const entry = { time: counters.time, selfTrade: 'None', display: undefined } as const;
    const order = newOrder(idOf(++counters.orders, shard), { type: 'enter', ...terms }, security, entry);
    return [order, this.#changes.enter(order, security)];
  }
}

/** Why a live order of its client cannot trade with the quote now (V39); undefined when it can. */
function refusalOfQuote(
  order: OrderRecord,
  security: SecurityRecord,
  { ticket, quantity, filled }: TakeQuoteCommand,
): Refusal | undefined {
  if (order.ticket.type !== 'RFQ' || order.status === 'Pending') return 'order takes no quotes';
  if (ticket.side === order.ticket.side || ticket.securityId !== security.securityId) return 'order takes no quotes';
  if (filledOf(order) !== filled || quantity > order.remaining) return 'order has other terms';
  if (quantity < leastFill(order)) return 'contingency not met';
  if (security.orderApproval) return 'security wants approval';
  return isTrading(security) ? undefined : 'market is not open';
}
