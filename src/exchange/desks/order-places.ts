import type { Engine } from '../../matching/index.ts';
import {
  filledOf,
  type HoldCause,
  isAtAuction,
  type OrderEnd,
  type OrderStatus,
  type OrderView,
  type Outcome,
} from '../api/index.ts';
import {
  approvedStatus,
  bookContingencyOf,
  bookGuardsOf,
  bookSideOf,
  displayOf,
  isShown,
  type OrderRecord,
  type SecurityRecord,
  type TransferRecord,
  type UnfinishedOutcome,
  type VenueRecords,
  viewOf,
} from '../records/index.ts';
import type { OrderChanges } from './order-changes.ts';
import type { RfqMarkers } from './rfq-markers.ts';
import type { Admission, TransferHolds } from './transfer-holds.ts';

export interface OrderPlacesDeps {
  readonly records: VenueRecords;
  readonly changes: OrderChanges;
  readonly engine: Engine;
  readonly markers: RfqMarkers;
  readonly holds: TransferHolds;
}

/**
 * Brings a live order to its place and removes it: limit orders trade in the books of the engine, RFQ orders have no
 * place in a book and show as markers of the top, and the transfer rules hold what must not trade now (M16).
 */
export class OrderPlaces {
  readonly engine: Engine;
  readonly #records: VenueRecords;
  readonly #changes: OrderChanges;
  readonly #markers: RfqMarkers;
  readonly #holds: TransferHolds;
  /** Outcomes of commands whose orders wait until other bids have left the book, by order id. */
  readonly #unfinished = new Map<number, UnfinishedOutcome>();

  constructor({ records, changes, engine, markers, holds }: OrderPlacesDeps) {
    this.engine = engine;
    this.#records = records;
    this.#changes = changes;
    this.#markers = markers;
    this.#holds = holds;
  }

  /** The outcome shows the order as it is after the bids that lose their seat to it have left the book (M17). */
  finishedLater({ orderId }: OrderRecord, outcome: Outcome): Outcome {
    if (outcome.ok && outcome.order !== null) this.#unfinished.set(orderId, outcome);
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
    const outcome = this.#unfinished.get(orderId) ?? (key === null ? undefined : idempotency.outcomeOf(key));
    this.#unfinished.delete(orderId);
    if (outcome !== undefined) outcome.order = viewOf(order);
    if (admission === 'admitted') this.take(order);
  }

  /** The order goes live. */
  approve(order: OrderRecord, security: SecurityRecord, reason: string | null): OrderView {
    const approved = this.#changes.approve(order, approvedStatus(order), reason) ?? viewOf(order);
    this.join(order, security);
    return approved;
  }

  /** A held order goes live if it may trade now (M16). Returns whether that, or the cause of its hold, changed it. */
  reconsider(order: OrderRecord, record: TransferRecord): boolean {
    const { held } = order;
    const admission = this.#holds.admit(order, record, held);
    if (admission === 'admitted') this.take(order);
    return admission !== 'kept out' || order.held !== held;
  }

  /** A live order takes its place, unless the transfer rules of its security hold it (M16). */
  join(order: OrderRecord, security: SecurityRecord): Admission {
    const record = this.#records.transfers.touch(order.ticket.securityId);
    const admission = record === undefined ? 'admitted' : this.#holds.admit(order, record, null);
    if (admission === 'admitted') this.take(order, security);
    return admission;
  }

  /** Puts an order into the book, as an initiator first (M6), or shows an RFQ order as a marker of the top. */
  take(order: OrderRecord, security = this.#securityOf(order)): void {
    const { ticket } = order;
    const immediate = ticket.expiration === 'IOC';
    // Q9: it has a place in the book only during a call.
    if (security.auctions !== undefined && isAtAuction(ticket) && !security.auctions.call) return;
    if (ticket.type === 'Limit') {
      const filled = filledOf(order);
      const contingency = bookContingencyOf(order.contingency);
      const owner = this.#records.owners.numberOf(ticket);
      // biome-ignore format: in the order of the parameters
      this.engine.enter(ticket.securityId, order.orderId, bookSideOf(ticket.side), order.price, order.quantity,
        contingency, order.minimum, immediate, isShown(ticket), filled, owner, bookGuardsOf(order), displayOf(order));
    } else {
      this.#markers.show(order, security);
      if (immediate) this.end(order, 'immediate remainder cancelled');
    }
  }

  /** Q9. */
  takeToAuction(order: OrderRecord): void {
    if (order.held === null && !this.isInBook(order)) this.take(order);
  }

  /** Removes the marker of an RFQ order. */
  hide(order: OrderRecord): void {
    if (order.ticket.type === 'RFQ') this.#markers.hide(order, this.#securityOf(order));
  }

  /** Ends a live order wherever it is: awaiting approval, in the book, or as an RFQ marker. */
  end(order: OrderRecord, change: OrderEnd, status?: OrderStatus, reason?: string | null): OrderView | null {
    this.hide(order);
    const view = this.#changes.end(order, change, status, reason);
    if (this.isInBook(order)) this.engine.cancel(order.orderId);
    return view;
  }

  isInBook({ orderId }: OrderRecord): boolean {
    return this.engine.remainingOf(orderId) > 0;
  }

  #securityOf({ ticket }: OrderRecord): SecurityRecord {
    return this.#records.securities.known(ticket.securityId);
  }
}
