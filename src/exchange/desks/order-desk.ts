import { Engine } from '../../matching/index.ts';
import {
  accepted,
  type CancelCommand,
  type DecideCommand,
  type EnterCommand,
  filledOf,
  idOf,
  NO_LISTENER,
  type OrderId,
  type OrderView,
  type Outcome,
  type Refused,
  type ReplaceCommand,
  refused,
} from '../api/index.ts';
import type { ExpireCommand } from '../commands/index.ts';
import {
  type AdjustedTerms,
  bookContingencyOf,
  type EventPublisher,
  hasTerms,
  isWorse,
  type NewTerms,
  newTerms,
  type OrderRecord,
  refusalOf,
  type TransferRecord,
  type VenueRecords,
  viewOf,
  wouldKeepPriority,
} from '../records/index.ts';
import { BlockNotices } from './block-notices.ts';
import { BookReports } from './book-reports.ts';
import { DealDesk } from './deal-desk.ts';
import { EntryChecks, newOrder } from './entry-checks.ts';
import { MassDesk } from './mass-desk.ts';
import { MassQuotes } from './mass-quotes.ts';
import { OrderChanges } from './order-changes.ts';
import { OrderPlaces } from './order-places.ts';
import { QuoteChanges } from './quote-changes.ts';
import { RfqMarkers } from './rfq-markers.ts';
import type { TopOfBookPublisher } from './top-of-book-publisher.ts';
import { TransferHolds } from './transfer-holds.ts';

/** The commands of clients and issuers about orders. */
export class OrderDesk {
  readonly engine: Engine;
  readonly places: OrderPlaces;
  /** Mass changes of orders. */
  readonly mass: MassDesk;
  readonly blocks: BlockNotices;
  readonly quotes: QuoteChanges;
  /** Mass changes of quotes. */
  readonly massQuotes: MassQuotes;
  readonly reports: BookReports;
  /** Quotes and blocks. */
  readonly deals: DealDesk;
  readonly checks: EntryChecks;
  readonly #records: VenueRecords;
  readonly #changes: OrderChanges;
  readonly #holds: TransferHolds;

  constructor(records: VenueRecords, events: EventPublisher, tops: TopOfBookPublisher) {
    const markers = new RfqMarkers(records, events, tops);
    const changes = new OrderChanges(records, events);
    const reports = new BookReports(records, events, changes, tops);
    const engine = new Engine(reports);
    const holds = new TransferHolds(records, changes, engine, markers);
    const places = new OrderPlaces({ records, changes, engine, markers, holds });
    this.engine = engine;
    this.reports = reports;
    this.places = places;
    this.blocks = new BlockNotices(records, events);
    this.quotes = new QuoteChanges(records, events);
    const { blocks, quotes } = this;
    this.mass = new MassDesk(records, places, { changes, reports, holds, blocks, quotes });
    this.massQuotes = new MassQuotes(records, this.quotes);
    changes.onRfqEnd = (order) => this.massQuotes.endOn(order);
    this.deals = new DealDesk(records, changes, reports, markers);
    this.checks = new EntryChecks(records, engine);
    this.#records = records;
    this.#changes = changes;
    this.#holds = holds;
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
    if (order.status === 'Live' && this.places.join(order, security) === 'waits')
      return this.places.finishedLater(order, entered);
    return order.held === null ? entered : accepted(viewOf(order));
  }

  cancel(command: CancelCommand): Outcome {
    const order = this.#named(command);
    if ('ok' in order) return order;
    if (this.#isBinding(order)) return refused('order is binding');
    return outcomeFor(this.places.end(order, 'cancelled', 'Cancelled'), order, command);
  }

  /** M10. A change that may lose the order its place returns it to approval when the security requires approval. */
  replace(command: ReplaceCommand): Outcome {
    const order = this.#named(command);
    if ('ok' in order) return order;
    const { counters, limits, orders } = this.#records;
    const late = this.checks.refusalOfLate(command, counters.time);
    if (late !== undefined) return late;
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
    const lostPriority = !wouldKeepPriority(order, terms);
    // One that is sent back for approval leaves the book.
    if (this.#isBinding(order) && (isWorse(order, terms) || (security.orderApproval && lostPriority)))
      return refused('order is binding');
    if (order.status !== 'Pending' && security.orderApproval && lostPriority) {
      return this.#sendBack(order, terms);
    }
    const record = order.status === 'Pending' ? undefined : this.#transferOf(order);
    const filled = filledOf(order);
    const broken = record?.refusalOf(order, terms.quantity - filled, counters.time);
    if (broken !== undefined) return refused(broken);
    if (lostPriority && this.places.isInBook(order)) {
      const crossing = this.checks.refusalOfCrossing(order.ticket, terms.price);
      if (crossing !== undefined) return crossing;
    }
    if (record !== undefined) return this.#replaceUnderRules(order, terms, record);
    if (this.places.isInBook(order)) return this.#replaceInBook(order, terms, lostPriority);
    // A waiting order and an RFQ order have no place in the book to lose.
    const view = this.#changes.replace(order, terms, order.status, false);
    return accepted(view ?? viewOf(order));
  }

  /** Q10: whether its client may not take it back now. */
  #isBinding({ status, ticket }: OrderRecord): boolean {
    const { auctions, counters } = this.#records;
    if (auctions.calls.size === 0 || status === 'Pending' || ticket.type !== 'Limit') return false;
    return auctions.isBinding(ticket.securityId, counters.time);
  }

  /** The outcome shows the order before the matches that follow in its book. */
  #replaceInBook(order: OrderRecord, terms: NewTerms, lostPriority: boolean): Outcome {
    const { price, quantity, contingency, minimum, display } = terms;
    const view = this.#changes.replace(order, terms, order.status, lostPriority) ?? viewOf(order);
    this.engine.replace(order.orderId, price, quantity, bookContingencyOf(contingency), minimum, display);
    return { ok: true, order: view, lostPriority, replayed: false };
  }

  #replaceUnderRules(order: OrderRecord, terms: NewTerms, record: TransferRecord): Outcome {
    if (!this.places.isInBook(order)) return this.#replaceOutside(order, terms, record);
    const lostPriority = !wouldKeepPriority(order, terms);
    const outcome = this.#holds.replaceInBook(order, terms, record);
    if (outcome !== null) return outcome;
    const replaced = this.#replaceInBook(order, terms, lostPriority);
    if (this.places.isInBook(order)) record.consider(order);
    return replaced;
  }

  #replaceOutside(order: OrderRecord, terms: NewTerms, record: TransferRecord): Outcome {
    const wasHeld = order.held !== null;
    const admission = this.#holds.replaceOutside(order, terms, record);
    const outcome = accepted(viewOf(order));
    if (admission === 'waits') return this.places.finishedLater(order, outcome);
    if (admission === 'admitted' && wasHeld) this.places.take(order);
    return outcome;
  }

  #sendBack(order: OrderRecord, terms: NewTerms): Outcome {
    this.places.hide(order);
    this.#transferOf(order)?.forget(order);
    const view = this.#changes.replace(order, terms, 'Pending', true) ?? viewOf(order);
    if (this.places.isInBook(order)) this.engine.cancel(order.orderId);
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
    if (command.approved) return accepted(this.places.approve(order, security, command.reason));
    return accepted(this.places.end(order, 'refused', 'Not Approved', command.reason) ?? viewOf(order));
  }

  /** R2: of an order that is in no book, or on its way into a closed one. */
  adjust(order: OrderRecord, terms: AdjustedTerms, reason: string): void {
    this.#changes.adjust(order, terms, reason);
    this.engine.adjust(order.ticket.securityId, order.orderId, terms);
  }

  /** M14: orders whose expiration time has come. */
  expire({ orderIds }: ExpireCommand): Outcome {
    this.mass.expireListed(orderIds);
    return accepted(null);
  }

  /** The issuer exercised the right of first refusal: the order ends (F7). */
  exerciseRefusal(order: OrderRecord, reason: string | null): OrderView {
    return this.places.end(order, 'first refusal exercised', undefined, reason ?? undefined) ?? viewOf(order);
  }

  /** Holds orders that the command no longer lets trade (M16). Call it at the end of each command. */
  settleHolds(): void {
    this.#holds.settle();
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
