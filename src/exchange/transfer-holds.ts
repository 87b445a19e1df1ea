import type { Engine } from '../matching/index.ts';
import type { OrderTerms, Outcome } from './interface.ts';
import type { OrderChanges } from './order-changes.ts';
import { type OrderRecord, viewOf } from './order-record.ts';
import { refusalOf, wouldKeepPriority } from './order-terms.ts';
import { accepted, refused } from './outcomes.ts';
import type { PendingEffects } from './pending-effects.ts';
import type { HoldCause } from './reasons.ts';
import type { RfqMarkers } from './rfq-markers.ts';
import type { SecurityRecord } from './security-record.ts';
import { holdText } from './transfer-reasons.ts';
import type { Asked, TransferRecord } from './transfer-record.ts';
import type { VenueRecords } from './venue-records.ts';

interface Replaced {
  readonly record: TransferRecord;
  readonly keepsPriority: boolean;
}

/**
 * Keeps orders that must not trade now out of the books (M16). All that calls it has found the transfer record of the
 * security: a venue without transfer rules never comes here.
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

  /** Whether an order that becomes live is held, or ended, instead of being let into the book. */
  keepsOut(order: OrderRecord, record: TransferRecord): boolean {
    const cause = this.#judge(order, record);
    if (cause === null) return false;
    if (order.ticket.expiration === 'IOC') {
      this.#changes.end(order, 'immediate remainder cancelled', undefined, holdText(cause, undefined));
    } else this.#hold(order, cause, record);
    return true;
  }

  /** Why an order that is held must not trade by now; null when it may, and counts as let in. */
  judgeAgain(order: OrderRecord, record: TransferRecord): HoldCause | null {
    const cause = this.#judge(order, record);
    if (cause !== null && cause !== order.held) this.#hold(order, cause, record);
    return cause;
  }

  /** The order is held no more; whoever asks lets it into the book. */
  release(order: OrderRecord, record: TransferRecord): void {
    record.release(order);
    this.#changes.release(order);
  }

  /**
   * M10, where the security has transfer rules: what a live order is to be is judged like a new one. Returns null where
   * the order may stay in the book: then the book replaces it.
   */
  replace(order: OrderRecord, terms: OrderTerms, record: TransferRecord): Outcome | null {
    const keepsPriority = wouldKeepPriority(order, terms);
    if (!this.#isInBook(order)) return this.#replaceOutside(order, terms, { record, keepsPriority });
    for (;;) {
      const { orderId, ticket } = order;
      record.leave(order);
      if (!keepsPriority) record.waived.delete(orderId);
      const remaining = terms.quantity - (order.quantity - order.remaining);
      const cause = this.#ask({ orderId, ticket, price: terms.price, remaining, held: null }, record);
      if (cause !== null) {
        this.#changes.replace(order, terms, order.status, true);
        record.consider(order);
        this.#hold(order, cause, record);
        return { ok: true, order: viewOf(order), lostPriority: true, replayed: false };
      }
      if (!this.#unseat(record)) return null;
      // What has left may have let this order trade.
      if (!this.#isInBook(order)) return refused('unknown order');
      const refusal = refusalOf(order, terms);
      if (refusal !== undefined) return refused(refusal);
    }
  }

  /** An order that is held, and an RFQ order, has no place that it could lose. */
  #replaceOutside(order: OrderRecord, terms: OrderTerms, { record, keepsPriority }: Replaced): Outcome {
    if (!keepsPriority) {
      record.waived.delete(order.orderId);
      record.deadlines.clear(order.orderId);
    }
    this.#changes.replace(order, terms, order.status, false);
    const cause = this.#judge(order, record);
    if (cause !== null) this.#hold(order, cause, record);
    else if (order.held !== null) this.release(order, record);
    return accepted(viewOf(order));
  }

  /** One order of those that are judged again. One that must not trade leaves its book; `settleBooks` follows. */
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

  /** What has left these books may let others trade (M7). */
  settleBooks(bookIds: Iterable<number>): void {
    this.#engine.beginSettling();
    for (const bookId of bookIds) {
      if (this.#pending.isQueued(bookId)) this.#pending.add(bookId, ['settle']);
      else this.#engine.settle(bookId);
    }
  }

  /** To be called at the end of each command that may have touched a security with transfer rules. */
  settle(): void {
    const { transfers } = this.#records;
    for (let record = transfers.takeTouched(); record !== undefined; record = transfers.takeTouched()) {
      // What is pending decides who has a seat: whoever performs the last of it touches the record again.
      if (this.#pending.has(record.securityId)) continue;
      this.#unseat(record);
      record.schedule(this.#now);
    }
  }

  /** What the order needs is set aside for it when it may trade. */
  #judge(order: Asked, record: TransferRecord): HoldCause | null {
    let cause = this.#ask(order, record);
    // What leaves may let others trade, and so change what this order was judged by.
    while (cause === null && this.#unseat(record)) cause = this.#ask(order, record);
    return cause;
  }

  #ask(order: Asked, record: TransferRecord): HoldCause | null {
    record.consider(order);
    const cause = record.holdOf(order, this.#now);
    if (cause === null) record.admit(order);
    return cause;
  }

  /** Bids that have lost their seat leave the book. Tells whether there were any. */
  #unseat(record: TransferRecord): boolean {
    let some = false;
    for (let bids = record.takeUnseated(); bids.length > 0; bids = record.takeUnseated()) {
      for (const bid of bids) this.#mark(bid, 'holder cap', record);
      this.#takeOut(bids, record);
      // The next question depends on what that has matched.
      this.#pending.finish(record.securityId);
      some = true;
    }
    return some;
  }

  #hold(order: OrderRecord, cause: HoldCause, record: TransferRecord): void {
    this.#mark(order, cause, record);
    this.#takeOut([order], record);
  }

  /** A marker goes at once; an order in the book is still to be taken out. */
  #mark(order: OrderRecord, cause: HoldCause, record: TransferRecord): void {
    if (order.ticket.type === 'RFQ') this.#markers.hide(order, this.#securityOf(order));
    record.hold(order, cause, this.#now);
    const text = holdText(cause, record.deadlines.get(order.orderId));
    if (this.#pending.fits(record.securityId)) this.#changes.hold(order, text);
    else this.#pending.add(record.securityId, ['held', order.orderId, text]);
  }

  #takeOut(orders: readonly OrderRecord[], { securityId }: TransferRecord): void {
    for (const { orderId } of orders) this.#engine.withdraw(orderId);
    this.settleBooks([securityId]);
  }

  #isInBook({ orderId }: OrderRecord): boolean {
    return this.#engine.remainingOf(orderId) > 0;
  }

  #securityOf({ ticket }: OrderRecord): SecurityRecord {
    return this.#records.securities.get(ticket.securityId) as SecurityRecord;
  }

  get #now(): number {
    return this.#records.counters.time;
  }
}
