import { BUY, SELL } from '../matching/index.ts';
import type { BookReports } from './book-reports.ts';
import type { OrderEnd, OrderStatus } from './interface.ts';
import type { OrderChanges } from './order-changes.ts';
import type { OrderDesk } from './order-desk.ts';
import type { OrderRecord } from './order-record.ts';
import type { Effect, EndTerms, Entry, PendingEffects } from './pending-effects.ts';
import type { SecurityRecord } from './security-record.ts';
import type { TransferHolds } from './transfer-holds.ts';
import type { TransferRecord } from './transfer-record.ts';
import type { VenueRecords } from './venue-records.ts';

/** Why many orders end at once. */
export interface MassCancel {
  readonly change: OrderEnd;
  readonly byClient: boolean;
  /** By default what the venue says of such an end. */
  readonly reason?: string;
  /** The status of orders that await approval; by default that of the others. */
  readonly unapproved?: OrderStatus;
}

interface MassParts {
  readonly changes: OrderChanges;
  readonly reports: BookReports;
  readonly holds: TransferHolds;
}

/** Changes of many orders at once, in slices (M17): what one command leaves is performed by those that continue it. */
export class MassDesk {
  readonly #records: VenueRecords;
  readonly #pending: PendingEffects;
  readonly #orders: OrderDesk;
  readonly #changes: OrderChanges;
  readonly #reports: BookReports;
  readonly #holds: TransferHolds;

  constructor(records: VenueRecords, orders: OrderDesk, { changes, reports, holds }: MassParts) {
    this.#records = records;
    this.#pending = records.pending;
    this.#orders = orders;
    this.#changes = changes;
    this.#reports = reports;
    this.#holds = holds;
    this.#pending.handlers = {
      perform: (bookId, effect) => this.#perform(bookId, effect),
      // The transfer rules are settled again once all is known that they follow from (M16).
      onSlice: (bookId) => records.transfers.touch(bookId),
    };
  }

  /** Resumes what is pending: effects of earlier commands (M17), then retries and openings (M9). */
  resume(): void {
    this.#orders.engine.beginSettling();
    this.#pending.resume();
    this.resumeBooks();
  }

  /** Performs all effects of earlier commands, whatever that takes. Their retries have the work of one command (M9). */
  finish(): void {
    this.#orders.engine.beginSettling();
    this.#pending.finishAll();
  }

  /** M9. A book whose effects are pending waits: what it may match follows from them (M16). */
  resumeBooks(): void {
    this.#orders.engine.carryOn((bookId) => this.#pending.has(bookId));
  }

  #perform(bookId: number, effect: Effect): void {
    switch (effect[0]) {
      case 'matched': {
        const [, initiatorId, contraId, side, price, quantity, remaining, contraRemaining] = effect;
        this.#reports.performMatch(bookId, initiatorId, contraId, side, price, quantity, remaining, contraRemaining);
        return;
      }
      case 'cancelled':
        this.#reports.performCancel(effect[1], effect[2]);
        return;
      case 'top':
        this.#reports.performTop(bookId, effect[1]);
        return;
      case 'end':
        this.#performEnd(this.#known(effect[1]), effect[2], effect[3], effect[4], effect[5]);
        return;
      case 'consider':
      case 'judge':
        this.#holds.perform(effect[0], this.#known(effect[1]), this.#records.transfers.of(bookId));
        return;
      case 'settle':
        this.#orders.engine.settle(bookId);
        // A book of a snapshot knows its top, and not which one was published before the orders left.
        this.#reports.performTop(bookId, BUY);
        this.#reports.performTop(bookId, SELL);
        return;
      case 'held':
        this.#changes.hold(this.#known(effect[1]), effect[2]);
        return;
      case 'resume':
        this.#orders.engine.resumeEntry(bookId);
        return;
      default:
        this.#performEntry(bookId, effect);
    }
  }

  #performEntry(bookId: number, [type, orderId]: Entry): void {
    const order = this.#records.orders.get(orderId);
    // What entered before may have traded with it, or have had it held for another reason.
    if (order === undefined) return;
    if (type === 'approve') this.#orders.approve(order, this.#securityOf(order), null);
    else if (order.held !== null) this.#orders.reconsider(order, this.#records.transfers.of(bookId));
  }

  #known(orderId: number): OrderRecord {
    return this.#records.orders.get(orderId) as OrderRecord;
  }

  /** All that waited goes live, oldest first; this moment gives the priority. */
  approveAll(security: SecurityRecord): void {
    const waiting = [...security.orders].filter(({ status }) => status === 'Pending');
    this.#enterEach('approve', waiting, security.securityId);
  }

  /** Orders that are held go live where they may by now, oldest first (M16). */
  releaseAll({ held, securityId }: TransferRecord): void {
    this.#enterEach('release', held, securityId);
  }

  /** These orders enter one by one; those that do not fit into the slice enter later (M17). */
  #enterEach(type: Entry[0], orders: readonly OrderRecord[], securityId: number): void {
    for (const { orderId } of orders) {
      const entry = [type, orderId] as const;
      if (this.#pending.fits(securityId)) this.#performEntry(securityId, entry);
      else this.#pending.add(securityId, entry);
    }
  }

  /** M14: those for which it is time expire, all at once. */
  expire(security: SecurityRecord, isDue: (order: OrderRecord) => boolean): void {
    this.cancelAll([...security.orders].filter(isDue), { change: 'expired', byClient: false });
  }

  /** The offering was denied, closed, cancelled or deleted: no order of it stays. */
  endAll(security: SecurityRecord): void {
    this.cancelAll([...security.orders], { change: 'security ended', byClient: false, unapproved: 'Not Approved' });
  }

  /**
   * Ends all of these at once, in their order, so that none of them trades because another one left (M7). Those that do
   * not fit into the slice end later; until then nothing trades in their book (M17).
   * @param how byClient: whether the status is that of a cancel by the client (V8)
   */
  cancelAll(orders: readonly OrderRecord[], { change, byClient, reason, unapproved }: MassCancel): void {
    const terms = [change, byClient ? 'Cancelled' : null, unapproved ?? null, reason ?? null] as const;
    const books = new Set<number>();
    const later = new Map<number, number[]>();
    for (const order of orders) {
      const { securityId } = order.ticket;
      books.add(securityId);
      if (later.size === 0 && this.#pending.fits(securityId)) this.#performEnd(order, ...terms);
      else if (later.has(securityId)) later.get(securityId)!.push(order.orderId);
      else later.set(securityId, [order.orderId]);
    }
    for (const [securityId, orderIds] of later) this.#pending.add(securityId, ['ends', orderIds.reverse(), ...terms]);
    this.#holds.settleBooks(books);
  }

  #performEnd(order: OrderRecord, ...[change, status, unapproved, reason]: EndTerms): void {
    const byDefault = status ?? (order.status === 'Pending' ? unapproved : null);
    this.#orders.hide(order);
    this.#changes.end(order, change, byDefault ?? undefined, reason ?? undefined);
    this.#orders.engine.withdraw(order.orderId);
  }

  #securityOf({ ticket }: OrderRecord): SecurityRecord {
    return this.#records.securities.get(ticket.securityId) as SecurityRecord;
  }
}
