import {
  type Fill,
  filledOf,
  idOf,
  type Millionths,
  type OrderChange,
  type OrderEnd,
  type OrderId,
  type OrderStatus,
  type OrderView,
  PENDING_SINCE,
  type ReplaceableTerms,
  type Shares,
  textOf,
  withFill,
  wouldShow,
} from '../api/index.ts';
import {
  type AdjustedTerms,
  checkFill,
  checkStatus,
  type EventPublisher,
  endedStatus,
  type NewTerms,
  type OrderRecord,
  type SecurityRecord,
  showFirstPart,
  type VenueRecords,
  viewOf,
} from '../records/index.ts';

/**
 * Changes live orders and publishes each change. Each method returns a view of the changed order, or null when no
 * listener needs one.
 */
export class OrderChanges {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;

  /** Called when an RFQ order has ended: its quotes end with it (V41). */
  onRfqEnd: (order: OrderRecord) => void = () => {};

  constructor(records: VenueRecords, events: EventPublisher) {
    this.#records = records;
    this.#events = events;
  }

  enter(order: OrderRecord, security: SecurityRecord): OrderView | null {
    this.#records.orders.add(order, security);
    if (this.#records.risk.sums) this.#records.risk.limits.hold(order);
    const view = this.#view(order);
    this.#events.order('entered', view, null);
    if (shows(order)) this.#markDepth(order, order.price);
    return view;
  }

  approve(order: OrderRecord, status: OrderStatus, reason: string | null): OrderView | null {
    showFirstPart(order);
    const view = this.#change(order, 'approved', status, reason);
    if (shows(order)) this.#markDepth(order, order.price);
    return view;
  }

  /** M16. The order is marked as held: it showed before. */
  hold(order: OrderRecord, reason: string): void {
    this.#change(order, 'held', order.status, reason);
    if (wouldShow(order)) this.#markDepth(order, order.price);
  }

  /** M16 */
  release(order: OrderRecord): void {
    showFirstPart(order);
    this.#change(order, 'released', order.status, null);
    if (shows(order)) this.#markDepth(order, order.price);
  }

  fill(order: OrderRecord, remaining: Shares, fill: Fill, isInitiator: boolean): void {
    const { risk } = this.#records;
    checkFill(order, remaining, fill.quantity);
    const showed = shows(order);
    if (risk.sums) risk.limits.filled(order, order.remaining - remaining, remaining === 0);
    order.remaining = remaining;
    if (order.displayed !== undefined) order.displayed = Math.min(order.displayed, remaining);
    order.executed = withFill(order.executed, fill.price, fill.quantity);
    if (remaining === 0) this.#forget(order);
    this.#setStatus(order, remaining === 0 ? 'Executed' : 'Partially Executed');
    this.#events.filled(this.#view(order), fill, isInitiator);
    if (showed) this.#markDepth(order, order.price);
    if (remaining === 0 && order.ticket.type === 'RFQ') this.onRfqEnd(order);
  }

  /** M10 */
  replace(order: OrderRecord, terms: NewTerms, status: OrderStatus, lostPriority: boolean): OrderView | null {
    const filled = filledOf(order);
    const { risk } = this.#records;
    const before = shows(order) ? order.price : null;
    const { displayed } = order;
    risk.replaced(order, terms);
    if (risk.sums) risk.limits.release(order);
    this.#records.orders.changeContingency(order, terms.contingency);
    order.price = terms.price;
    order.quantity = terms.quantity;
    order.remaining = terms.quantity - filled;
    order.contingency = terms.contingency;
    order.minimum = terms.minimum;
    this.#changeOptional(order, terms.optional, lostPriority);
    if (risk.sums) risk.limits.hold(order);
    const isSentBack = status === 'Pending' && order.status !== 'Pending';
    this.#setStatus(order, status);
    if (isSentBack) this.#sentBack(order);
    order.reason = null;
    const previousToken = terms.token === undefined ? undefined : this.#rename(order, terms.token);
    const view = this.#view(order);
    this.#events.replaced(view, lostPriority, previousToken);
    const after = shows(order) ? order.price : null;
    // A mark would reveal to everybody that a reserve has changed (M19).
    const isUnseen = displayed !== undefined && displayed === order.displayed && before === after;
    if (before !== null && !isUnseen) this.#markDepth(order, before);
    if (after !== null && !isUnseen) this.#markDepth(order, after);
    return view;
  }

  /** R2: the order has other terms; what is filled stays. The caller has taken it out of the book. */
  adjust(order: OrderRecord, { price, quantity, minimum, display }: AdjustedTerms, reason: string): void {
    const { risk } = this.#records;
    const before = shows(order) ? order.price : null;
    const filled = filledOf(order);
    if (risk.sums) risk.limits.release(order);
    Object.assign(order, { price, quantity, minimum, remaining: quantity - filled });
    if (display > 0) {
      order.ticket = { ...order.ticket, optional: { ...order.ticket.optional, displayQuantity: display } };
      showFirstPart(order);
    }
    if (risk.sums) risk.limits.hold(order);
    this.#change(order, 'restated', order.status, reason);
    if (before !== null) this.#markDepth(order, before);
    if (shows(order)) this.#markDepth(order, order.price);
  }

  /** The reserve shrinks first; an order that enters again displays its first part (M19). */
  #changeOptional(order: OrderRecord, changed: ReplaceableTerms | undefined, lostPriority: boolean): void {
    if (changed !== undefined) {
      order.ticket = { ...order.ticket, optional: { ...order.ticket.optional, ...changed } };
      order.displayed ??= order.remaining;
    }
    if (lostPriority) showFirstPart(order);
    else if (order.displayed !== undefined) order.displayed = Math.min(order.displayed, order.remaining);
  }

  /** Returns the token before. */
  #rename(order: OrderRecord, token: string): string | null {
    const previous = order.ticket.token;
    this.#records.orders.rename(order, token);
    return previous;
  }

  /** @param reason default: the venue's text for such an end, if it has one */
  end(
    order: OrderRecord,
    change: OrderEnd,
    status: OrderStatus = endedStatus(order),
    reason: string | null = textOf(change),
  ): OrderView | null {
    const showed = shows(order);
    if (this.#records.risk.sums) this.#records.risk.limits.release(order);
    this.#forget(order);
    order.ended = change;
    const view = this.#change(order, change, status, reason);
    if (showed) this.#markDepth(order, order.price);
    if (order.ticket.type === 'RFQ') this.onRfqEnd(order);
    return view;
  }

  #change(order: OrderRecord, change: OrderChange, status: OrderStatus, reason: string | null): OrderView | null {
    this.#setStatus(order, status);
    order.reason = reason;
    const view = this.#view(order);
    this.#events.order(change, view, reason);
    return view;
  }

  /** The last event changed the book at this price (S27). */
  #markDepth({ ticket: { securityId, side } }: OrderRecord, price: Millionths): void {
    const { counters, securities } = this.#records;
    securities.known(securityId).depth.add(side, price, counters.eventSeq);
  }

  #setStatus(order: OrderRecord, status: OrderStatus): void {
    checkStatus(order, status);
    const waited = order.status === 'Pending';
    order.status = status;
    if (waited !== (status === 'Pending')) this.#countPending(order);
    order.updatedAt = this.#records.counters.time;
  }

  /** V8: orders that became Pending before this moment go Live before it. */
  #sentBack(order: OrderRecord): void {
    const { counters, securities, shard } = this.#records;
    if ((counters.rules ?? 1) < PENDING_SINCE) return;
    const { orderId, ticket } = order;
    const moment = { orderId, after: idOf<OrderId>(counters.orders, shard), number: counters.eventSeq };
    securities.known(ticket.securityId).pending.sendBack(order, moment);
  }

  #countPending(order: OrderRecord): void {
    const { pending } = this.#records.securities.known(order.ticket.securityId);
    if (order.status === 'Pending') pending.add(order);
    else pending.delete(order);
  }

  #forget(order: OrderRecord): void {
    this.#records.orders.remove(order, this.#records.securities.known(order.ticket.securityId));
    this.#records.transfers.touch(order.ticket.securityId)?.forget(order);
  }

  #view(order: OrderRecord): OrderView | null {
    return this.#events.hasListeners ? viewOf(order) : null;
  }
}

/** Whether its price is in the depth of its book. */
function shows(order: OrderRecord): boolean {
  return order.held === null && wouldShow(order);
}
