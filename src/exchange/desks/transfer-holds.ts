import type { Engine } from '../../matching/index.ts';
import { filledOf, type HoldCause, holdText, NO_ORDER, type Outcome, type SecurityId } from '../api/index.ts';
import {
  type Asked,
  type NewTerms,
  type OrderRecord,
  type PendingEffects,
  type TransferRecord,
  type VenueRecords,
  viewOf,
  wouldKeepPriority,
} from '../records/index.ts';
import type { OrderChanges } from './order-changes.ts';
import type { RfqMarkers } from './rfq-markers.ts';

/**
 * The result for an order that asks to trade: it enters the book, is held, ends, or waits until other bids have left.
 */
export type Admission = 'admitted' | 'kept out' | 'waits';

/**
 * Keeps orders that must not trade now out of the books (M16). The caller has found the transfer record of the
 * security, so a venue without transfer rules never runs this code.
 */
export class TransferHolds {
  readonly #records: VenueRecords;
  readonly #changes: OrderChanges;
  readonly #engine: Engine;
  readonly #markers: RfqMarkers;
  readonly #pending: PendingEffects;

  constructor(records: VenueRecords, changes: OrderChanges, engine: Engine, markers: RfqMarkers) {
    this.#records = records;
    this.#changes = changes;
    this.#engine = engine;
    this.#markers = markers;
    this.#pending = records.pending;
  }

  /**
   * Decides whether an order that becomes live or was held may trade now. An admitted order reserves the shares or seat
   * that it needs, and the caller puts it into the book. If bids of others must leave the book first, the order waits
   * and is placed after the last of them (M17).
   * @param published the published cause of a hold
   */
  admit(order: OrderRecord, record: TransferRecord, published: HoldCause | null): Admission {
    const cause = this.#ask(order, record);
    if (cause === null) return this.#admitted(order, record, published);
    if (order.ticket.expiration === 'IOC') {
      this.#changes.end(order, 'immediate remainder cancelled', undefined, holdText(cause, undefined));
    } else if (cause !== published) this.#hold(order, cause, record);
    return 'kept out';
  }

  /** The same for an order that waited. Bids that left may let others trade, which may take more seats. */
  admitAgain(order: OrderRecord, record: TransferRecord, published: HoldCause | null): Admission {
    if (record.nextUnseated === undefined) return this.admit(order, record, published);
    this.#waits(order, record, published);
    return 'waits';
  }

  #admitted(order: OrderRecord, record: TransferRecord, published: HoldCause | null): Admission {
    if (record.nextUnseated !== undefined) {
      this.#waits(order, record, published);
      return 'waits';
    }
    if (order.held !== null) {
      record.release(order);
      this.#changes.release(order);
    }
    return 'admitted';
  }

  #waits({ orderId }: OrderRecord, record: TransferRecord, published: HoldCause | null): void {
    this.#takeOutUnseated(record);
    this.#pending.add(record.securityId, ['place', orderId, published, this.#pending.key ?? null]);
  }

  /**
   * M10 under transfer rules: checks the new terms of a live order in the book like those of a new order. Returns null
   * when the order may stay in the book: then the book replaces it.
   */
  replaceInBook(order: OrderRecord, terms: NewTerms, record: TransferRecord): Outcome | null {
    const { orderId, ticket } = order;
    record.leave(order);
    if (!wouldKeepPriority(order, terms)) record.waived.delete(orderId);
    const remaining = terms.quantity - filledOf(order);
    // Its owner already had a seat: no other owner loses one.
    const cause = this.#ask({ orderId, ticket, price: terms.price, remaining, held: null }, record);
    if (cause === null) return null;
    this.#changes.replace(order, terms, order.status, true);
    record.consider(order);
    this.#hold(order, cause, record);
    return { ok: true, order: viewOf(order), lostPriority: true, replayed: false };
  }

  /** The same for a held order and for an RFQ order, which have no place to lose. */
  replaceOutside(order: OrderRecord, terms: NewTerms, record: TransferRecord): Admission {
    if (!wouldKeepPriority(order, terms)) {
      record.waived.delete(order.orderId);
      record.deadlines.clear(order.orderId);
    }
    this.#changes.replace(order, terms, order.status, false);
    return this.admit(order, record, null);
  }

  /** Checks one order again. An order that must not trade leaves its book; `settleBooks` follows. */
  perform(type: 'consider' | 'judge', order: OrderRecord, record: TransferRecord): void {
    if (type === 'consider') record.consider(order);
    else if (order.held === null) {
      const cause = record.holdOf(order, this.#now);
      if (cause === null) record.admit(order);
      else {
        this.#mark(order, cause, record);
        this.#engine.withdraw(order.orderId);
      }
    }
  }

  /** Orders that left these books may let others trade (M7). */
  settleBooks(bookIds: Iterable<SecurityId>): void {
    this.#engine.beginSettling();
    for (const bookId of bookIds) {
      if (this.#pending.isQueued(bookId)) this.#pending.add(bookId, ['settle']);
      else this.#engine.settle(bookId);
    }
  }

  /** Call it at the end of each command that may have changed a security with transfer rules. */
  settle(): void {
    const { transfers } = this.#records;
    for (let record = transfers.takeTouched(); record !== undefined; record = transfers.takeTouched()) {
      const { securityId } = record;
      if (record.nextUnseated !== undefined && !this.#pending.has(securityId)) this.#takeOutUnseated(record);
      this.#pending.perform(securityId);
      // Pending effects decide who has a seat: the last of them touches the record again.
      if (record.nextUnseated === undefined && !this.#pending.has(securityId)) record.schedule(this.#now);
    }
  }

  #ask(order: Asked, record: TransferRecord): HoldCause | null {
    record.consider(order);
    const cause = record.holdOf(order, this.#now);
    if (cause === null) record.admit(order);
    return cause;
  }

  /** Bids that have lost their seat leave the book, one by one (M17). */
  #takeOutUnseated({ securityId }: TransferRecord): void {
    this.#engine.beginSettling();
    this.#pending.add(securityId, { type: 'unseat', next: NO_ORDER });
    this.#pending.add(securityId, ['settle']);
  }

  /** Removes the next such bid. Returns false when no bid is left. */
  unseatNext(record: TransferRecord): boolean {
    const { nextUnseated } = record;
    if (nextUnseated === undefined) return false;
    const bid = this.#records.orders.known(nextUnseated);
    record.hold(bid, 'holder cap', this.#now);
    this.#changes.hold(bid, holdText('holder cap', undefined));
    this.#engine.withdraw(bid.orderId);
    return true;
  }

  #hold(order: OrderRecord, cause: HoldCause, record: TransferRecord): void {
    this.#mark(order, cause, record);
    this.#engine.withdraw(order.orderId);
    this.settleBooks([record.securityId]);
  }

  /** A marker goes at once; an order in the book is taken out later. */
  #mark(order: OrderRecord, cause: HoldCause, record: TransferRecord): void {
    if (order.ticket.type === 'RFQ') this.#markers.hide(order, this.#records.securities.known(order.ticket.securityId));
    record.hold(order, cause, this.#now);
    const text = holdText(cause, record.deadlines.get(order.orderId));
    if (this.#pending.fits(record.securityId)) this.#changes.hold(order, text);
    else this.#pending.add(record.securityId, ['held', order.orderId, text]);
  }

  get #now(): number {
    return this.#records.counters.time;
  }
}
