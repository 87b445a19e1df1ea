import { Engine } from '../../matching/index.ts';
import {
  type Accepted,
  accepted,
  type CancelCommand,
  type DecideCommand,
  type EnterCommand,
  type HoldCause,
  idOf,
  NO_LISTENER,
  type OrderEnd,
  type OrderId,
  type OrderStatus,
  type OrderView,
  type Outcome,
  type Refused,
  type ReplaceCommand,
  refused,
} from '../api/index.ts';
import {
  approvedStatus,
  bookContingencyOf,
  bookGuardsOf,
  bookSideOf,
  displayOf,
  type EventPublisher,
  hasTerms,
  type NewTerms,
  newTerms,
  type OrderRecord,
  refusalOf,
  type SecurityRecord,
  type TransferRecord,
  type VenueRecords,
  viewOf,
  wouldKeepPriority,
} from '../records/index.ts';
import { BookReports } from './book-reports.ts';
import { DealDesk } from './deal-desk.ts';
import { EntryChecks, newOrder } from './entry-checks.ts';
import { MassDesk } from './mass-desk.ts';
import { OrderChanges } from './order-changes.ts';
import { RfqMarkers } from './rfq-markers.ts';
import type { TopOfBookPublisher } from './top-of-book-publisher.ts';
import { type Admission, TransferHolds } from './transfer-holds.ts';

/**
 * The commands of clients, issuers and the market about orders. Limit orders trade in the books of the engine; RFQ
 * orders have no place in a book and show as markers of the top.
 */
export class OrderDesk {
  readonly engine: Engine;
  /** Mass changes of orders. */
  readonly mass: MassDesk;
  /** Quotes and blocks. */
  readonly deals: DealDesk;
  readonly checks: EntryChecks;
  readonly #records: VenueRecords;
  readonly #changes: OrderChanges;
  readonly #reports: BookReports;
  readonly #markers: RfqMarkers;
  readonly #holds: TransferHolds;
  /** Outcomes of commands whose orders wait until other bids have left the book, by order id. */
  readonly #incomplete = new Map<number, Accepted>();

  constructor(records: VenueRecords, events: EventPublisher, tops: TopOfBookPublisher) {
    this.#records = records;
    this.#markers = new RfqMarkers(tops);
    this.#changes = new OrderChanges(records, events);
    this.#reports = new BookReports(records, events, this.#changes, tops);
    this.engine = new Engine(this.#reports);
    this.checks = new EntryChecks(records, this.engine);
    this.deals = new DealDesk(records, this.#changes, this.#reports, this.#markers);
    this.#holds = new TransferHolds(records, this.#changes, this.engine, this.#markers);
    this.mass = new MassDesk(records, this, { changes: this.#changes, reports: this.#reports, holds: this.#holds });
  }

  enter(command: EnterCommand): Outcome {
    const { counters, risk, securities, shard } = this.#records;
    const security = securities.get(command.ticket.securityId);
    const refusal = this.checks.refusalOf(command, security);
    if (security === undefined || refusal !== undefined) return refusal ?? refused('unknown security');
    risk.entered(command.ticket);
    const selfTrade = command.ticket.optional?.selfTradePrevention ?? this.#records.selfTrade.modeOf(command.ticket);
    const display = this.checks.displayed(command.ticket.optional)?.displayQuantity;
    const entry = { time: counters.time, selfTrade, display };
    const order = newOrder(idOf(++counters.orders, shard), command, security, entry);
    const entered = outcomeFor(this.#changes.enter(order, security), order, command);
    if (order.status === 'Live' && this.#join(order, security) === 'waits') return this.#completedLater(order, entered);
    return order.held === null ? entered : accepted(viewOf(order));
  }

  cancel(command: CancelCommand): Outcome {
    const order = this.#named(command);
    if ('ok' in order) return order;
    return outcomeFor(this.#end(order, 'cancelled', 'Cancelled'), order, command);
  }

  /** M10. A change that may lose the order its place returns it to approval when the security requires approval. */
  replace(command: ReplaceCommand): Outcome {
    const order = this.#named(command);
    if ('ok' in order) return order;
    const { counters, limits, orders } = this.#records;
    const newToken = this.checks.newTokenOf(command);
    const taken = this.checks.refusalOfNewToken(command.clientId, newToken);
    if (taken !== undefined) return taken;
    const optional = this.checks.displayed(command.optional);
    const terms = newTerms(order, command, { token: newToken, optional });
    const security = this.#records.securities.known(order.ticket.securityId);
    const refusal =
      refusalOf(order, terms) ??
      (optional && this.checks.refusalOfShares(terms.display, terms.quantity, security)) ??
      orders.refusalOfContingency(order, terms.contingency, limits);
    if (refusal !== undefined) return refused(refusal);
    const exceeded = this.#records.risk.refusalOfTerms(order, terms);
    if (exceeded !== undefined) return exceeded;
    if (order.status !== 'Pending' && security.orderApproval && !wouldKeepPriority(order, terms)) {
      return this.#sendBack(order, terms);
    }
    const record = order.status === 'Pending' ? undefined : this.#transferOf(order);
    const filled = order.quantity - order.remaining;
    const broken = record?.refusalOf(order, terms.quantity - filled, counters.time);
    if (broken !== undefined) return refused(broken);
    if (this.#isInBook(order) && !wouldKeepPriority(order, terms)) {
      const crossing = this.checks.refusalOfCrossing(order.ticket, terms.price);
      if (crossing !== undefined) return crossing;
    }
    if (record !== undefined) return this.#replaceUnderRules(order, terms, record);
    if (this.#isInBook(order)) return this.#replaceInBook(order, terms);
    // A waiting order and an RFQ order have no place in the book to lose.
    const view = this.#changes.replace(order, terms, order.status, false);
    return accepted(view ?? viewOf(order));
  }

  /** The outcome shows the order before the matches that follow in its book. */
  #replaceInBook(order: OrderRecord, terms: NewTerms): Outcome {
    const { price, quantity, contingency, minimum, display } = terms;
    const lostPriority = !wouldKeepPriority(order, terms);
    const view = this.#changes.replace(order, terms, order.status, lostPriority) ?? viewOf(order);
    this.engine.replace(order.orderId, price, quantity, bookContingencyOf(contingency), minimum, display);
    return { ok: true, order: view, lostPriority, replayed: false };
  }

  #replaceUnderRules(order: OrderRecord, terms: NewTerms, record: TransferRecord): Outcome {
    if (!this.#isInBook(order)) return this.#replaceOutside(order, terms, record);
    const outcome = this.#holds.replaceInBook(order, terms, record);
    if (outcome !== null) return outcome;
    const replaced = this.#replaceInBook(order, terms);
    if (this.#isInBook(order)) record.consider(order);
    return replaced;
  }

  #replaceOutside(order: OrderRecord, terms: NewTerms, record: TransferRecord): Outcome {
    const wasHeld = order.held !== null;
    const admission = this.#holds.replaceOutside(order, terms, record);
    const outcome = accepted(viewOf(order));
    if (admission === 'waits') return this.#completedLater(order, outcome);
    if (admission === 'admitted' && wasHeld)
      this.#takePlace(order, this.#records.securities.known(order.ticket.securityId));
    return outcome;
  }

  /** The outcome shows the order as it is after the bids that lose their seat to it have left the book (M17). */
  #completedLater({ orderId }: OrderRecord, outcome: Outcome): Outcome {
    if (outcome.ok && outcome.order !== null) this.#incomplete.set(orderId, outcome);
    return outcome;
  }

  /**
   * Places an order after the bids have left the book, unless it is held by now.
   * @param key the idempotency key of its command, as in the table of outcomes
   */
  place(order: OrderRecord, published: HoldCause | null, key: string | null): void {
    const { idempotency, transfers } = this.#records;
    const { orderId, ticket } = order;
    const admission = this.#holds.admitAgain(order, transfers.of(ticket.securityId), published);
    if (admission === 'waits') return;
    const outcome = this.#incomplete.get(orderId) ?? (key === null ? undefined : idempotency.outcomeOf(key));
    this.#incomplete.delete(orderId);
    if (outcome !== undefined) (outcome as { order: OrderView }).order = viewOf(order);
    if (admission === 'admitted') this.#takePlace(order, this.#records.securities.known(order.ticket.securityId));
  }

  #sendBack(order: OrderRecord, terms: NewTerms): Outcome {
    this.hide(order);
    this.#transferOf(order)?.forget(order);
    const view = this.#changes.replace(order, terms, 'Pending', true) ?? viewOf(order);
    if (this.#isInBook(order)) this.engine.cancel(order.orderId);
    return { ok: true, order: view, lostPriority: true, replayed: false };
  }

  /**
   * The issuer approves or refuses a waiting order of its security. For every other client the order does not exist.
   */
  decide(command: DecideCommand): Outcome {
    const order = this.#records.orders.get(command.orderId);
    const security = order === undefined ? undefined : this.#records.securities.known(order.ticket.securityId);
    if (order === undefined || security?.ownerClientId !== command.clientId) return refused('unknown order');
    if (security.issuerId !== command.issuerId) return refused('issuer does not own the security');
    if (order.status !== 'Pending') return refused('order is not pending');
    if (!hasTerms(order, command.terms)) return refused('order has other terms');
    if (command.approved) return accepted(this.approve(order, security, command.reason));
    return accepted(this.#end(order, 'refused', 'Not Approved', command.reason) ?? viewOf(order));
  }

  /** The order goes live. */
  approve(order: OrderRecord, security: SecurityRecord, reason: string | null): OrderView {
    const approved = this.#changes.approve(order, approvedStatus(order), reason) ?? viewOf(order);
    this.#join(order, security);
    return approved;
  }

  /** The issuer exercised the right of first refusal: the order ends (F7). */
  exerciseRefusal(order: OrderRecord, reason: string | null): OrderView {
    return this.#end(order, 'first refusal exercised', undefined, reason ?? undefined) ?? viewOf(order);
  }

  /** A held order goes live if it may trade now (M16). Returns whether that, or the cause of its hold, changed it. */
  reconsider(order: OrderRecord, record: TransferRecord): boolean {
    const { held } = order;
    const admission = this.#holds.admit(order, record, held);
    if (admission === 'admitted') this.#takePlace(order, this.#records.securities.known(order.ticket.securityId));
    return admission !== 'kept out' || order.held !== held;
  }

  /** Holds orders that the command no longer lets trade (M16). Call it at the end of each command. */
  settleHolds(): void {
    this.#holds.settle();
  }

  /** A live order takes its place, unless the transfer rules of its security hold it (M16). */
  #join(order: OrderRecord, security: SecurityRecord): Admission {
    const record = this.#transferOf(order);
    const admission = record === undefined ? 'admitted' : this.#holds.admit(order, record, null);
    if (admission === 'admitted') this.#takePlace(order, security);
    return admission;
  }

  /** Puts an order into the book, as an initiator first (M6), or shows an RFQ order as a marker of the top. */
  #takePlace(order: OrderRecord, security: SecurityRecord): void {
    const { ticket } = order;
    const immediate = ticket.expiration === 'IOC';
    if (ticket.type === 'Limit') {
      const filled = order.quantity - order.remaining;
      const contingency = bookContingencyOf(order.contingency);
      const owner = this.#records.owners.numberOf(ticket);
      // biome-ignore format: in the order of the parameters
      this.engine.enter(ticket.securityId, order.orderId, bookSideOf(ticket.side), order.price, order.quantity,
        contingency, order.minimum, immediate, ticket.disclosed, filled, owner, bookGuardsOf(order), displayOf(order));
    } else {
      this.#markers.show(order, security);
      if (immediate) this.#end(order, 'immediate remainder cancelled');
    }
  }

  /** Removes the marker of an RFQ order. */
  hide(order: OrderRecord): void {
    if (order.ticket.type === 'RFQ') this.#markers.hide(order, this.#records.securities.known(order.ticket.securityId));
  }

  /** Ends a live order wherever it is: awaiting approval, in the book, or as an RFQ marker. */
  #end(order: OrderRecord, change: OrderEnd, status?: OrderStatus, reason?: string | null): OrderView | null {
    this.hide(order);
    const view = this.#changes.end(order, change, status, reason);
    if (this.#isInBook(order)) this.engine.cancel(order.orderId);
    return view;
  }

  /** A live order of the client. An order of another client is reported as unknown. */
  #orderOf(command: { readonly clientId: string; readonly orderId: OrderId }): OrderRecord | undefined {
    const order = this.#records.orders.get(command.orderId);
    return order?.ticket.clientId === command.clientId ? order : undefined;
  }

  /** The same by the token or the id of the command (H11). */
  #named(command: CancelCommand | ReplaceCommand): OrderRecord | Refused {
    const { clientId, token } = command;
    if (token === undefined) return this.#orderOf(command) ?? refused('unknown order');
    const { orders } = this.#records;
    const isShared = orders.countWithToken(clientId, token) > 1;
    return orders.withToken(clientId, token) ?? refused(isShared ? 'token of several orders' : 'unknown order');
  }

  #transferOf({ ticket }: OrderRecord): TransferRecord | undefined {
    return this.#records.transfers.touch(ticket.securityId);
  }

  #isInBook(order: OrderRecord): boolean {
    return this.engine.remainingOf(order.orderId) > 0;
  }
}

/** Recovery has no listeners: it makes a view only when an idempotency key must store the outcome. */
function outcomeFor(
  view: OrderView | null,
  order: OrderRecord,
  { idempotency }: EnterCommand | CancelCommand,
): Outcome {
  if (view !== null) return accepted(view);
  return idempotency === undefined ? NO_LISTENER : accepted(viewOf(order));
}
