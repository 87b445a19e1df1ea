import { BUY, type Engine, SELL } from '../../matching/index.ts';
import {
  following,
  type HoldCause,
  NO_ORDER,
  type OrderEnd,
  type OrderFilter,
  type OrderId,
  type OrderStatus,
  type OrderView,
  type SecurityId,
} from '../api/index.ts';
import {
  type Effect,
  type EndTerms,
  type Expiry,
  fitsFilter,
  isMeant,
  type OrderRecord,
  PASSED,
  type PendingEffects,
  type SecurityRecord,
  type SessionChange,
  type TransferRecord,
  type VenueRecords,
  type Walk,
  type Whose,
} from '../records/index.ts';
import type { BookReports } from './book-reports.ts';
import type { OrderChanges } from './order-changes.ts';
import type { TransferHolds } from './transfer-holds.ts';

/** Where walks by id start: below all orders, but not NO_ORDER, which is their end. */
const START = following(NO_ORDER);

/** Why many orders end at once. */
export interface MassCancel {
  readonly change: OrderEnd;
  readonly byClient: boolean;
  /** Default: the venue's text for such an end. */
  readonly reason?: string;
  /** The status of orders that await approval; by default the same as for other orders. */
  readonly unapproved?: OrderStatus;
}

/** The order desk's operations on one order of a mass change. */
export interface OrderActions {
  readonly engine: Engine;
  approve(order: OrderRecord, security: SecurityRecord, reason: string | null): OrderView;
  reconsider(order: OrderRecord, record: TransferRecord): boolean;
  place(order: OrderRecord, published: HoldCause | null, key: string | null): void;
  hide(order: OrderRecord): void;
}

interface MassParts {
  readonly changes: OrderChanges;
  readonly reports: BookReports;
  readonly holds: TransferHolds;
}

/** Changes of many orders at once, in slices (M17). Commands of the sequencer resume the pending part of a command. */
export class MassDesk {
  readonly #records: VenueRecords;
  readonly #pending: PendingEffects;
  readonly #orders: OrderActions;
  readonly #changes: OrderChanges;
  readonly #reports: BookReports;
  readonly #holds: TransferHolds;
  /** Begins or ends the session of one security. */
  onSession: (security: SecurityRecord, session: SessionChange) => void = () => {};
  /** Whether this command has taken the orders of an opening out of a book: they begin to enter within it. */
  #hasOpened = false;

  constructor(records: VenueRecords, orders: OrderActions, { changes, reports, holds }: MassParts) {
    this.#records = records;
    this.#pending = records.pending;
    this.#orders = orders;
    this.#changes = changes;
    this.#reports = reports;
    this.#holds = holds;
    this.#pending.handlers = {
      perform: (bookId, effect) => this.#perform(bookId, effect),
      step: (bookId, walk) => this.#step(bookId, walk),
      // The transfer rules are applied again when their input is complete (M16).
      onSlice: (bookId) => records.transfers.touch(bookId),
    };
  }

  /** Resumes pending effects of earlier commands (M17), then retries and openings (M9). */
  resume(): void {
    this.#orders.engine.beginSettling();
    this.#pending.resume();
    this.resumeBooks();
  }

  /**
   * Performs all pending effects of earlier commands, and starts openings that waited for them, in one slice. Their
   * retries get the search work of one command (M9).
   */
  finish(): void {
    const { engine } = this.#orders;
    engine.matchesMax = Infinity;
    engine.beginSettling();
    this.#pending.finishAll();
    this.resumeBooks();
  }

  /** M9. A book with pending effects waits, because they change what it may match (M16). */
  resumeBooks(): void {
    this.#hasOpened = false;
    this.#orders.engine.resume((bookId) => this.#pending.has(bookId as SecurityId));
  }

  /** Starts the openings of the command (M13). Call it at the end of each command. */
  enterOpened(): void {
    if (this.#hasOpened) this.resumeBooks();
  }

  /** Begins or ends the session of a security that shares its hours with others. */
  changeSession({ securityId }: SecurityRecord, { action, date, dayOver }: SessionChange): void {
    this.#pending.add(securityId, { type: 'session', next: START, session: { action, date, dayOver } });
    this.#pending.perform(securityId);
  }

  /** Opens or closes a book: orders leave it to enter again, or return to it, one by one (M12, M13). */
  changeMarket(bookId: SecurityId, open: boolean): void {
    if (this.#orders.engine.beginMarket(bookId, open)) {
      this.#pending.add(bookId, { type: 'move', next: NO_ORDER });
      this.#pending.perform(bookId);
    } else this.#hasOpened ||= open;
  }

  #perform(bookId: SecurityId, effect: Effect): void {
    switch (effect[0]) {
      case 'matched': {
        const [, initiatorId, contraId, side, price, quantity, remaining, contraRemaining] = effect;
        this.#reports.performMatch(bookId, initiatorId, contraId, side, price, quantity, remaining, contraRemaining);
        return;
      }
      case 'cancelled': {
        const [, orderId, cause] = effect;
        this.#reports.performCancel(orderId, cause);
        return;
      }
      case 'top': {
        const [, side] = effect;
        this.#reports.performTop(bookId, side);
        return;
      }
      case 'settle':
        this.#orders.engine.settle(bookId);
        this.#performTops(bookId);
        return;
      case 'held': {
        const [, orderId, reason] = effect;
        this.#changes.hold(this.#known(orderId), reason);
        return;
      }
      case 'place': {
        const [, orderId, published, key] = effect;
        this.#orders.place(this.#known(orderId), published, key);
        return;
      }
      case 'resume':
        this.#orders.engine.resumeSuspended(bookId);
        return;
    }
  }

  /** Changes the next order of a walk if the walk applies to it. Returns the cost; 0: no order is left. */
  #step(bookId: SecurityId, walk: Walk): number {
    if (walk.session !== undefined) return this.#changeSessionOf(bookId, walk, walk.session);
    if (walk.type === 'move') return this.#move(bookId);
    if (walk.type === 'unseat') return this.#holds.unseatNext(this.#records.transfers.of(bookId)) ? 1 : 0;
    const order = this.#nextOf(bookId, walk);
    if (order === undefined) return this.#end(bookId, walk);
    const byId = walk.type === 'approve' || walk.type === 'release';
    const after = walk.ofClient ? order.clientAfter : order.entryAfter;
    walk.next = byId ? following(order.orderId) : (after?.orderId ?? NO_ORDER);
    if (!isMeant(order, walk) || this.#records.transfers.get(bookId)?.held.isHeldMeanwhile(order)) return PASSED;
    return this.#change(order, walk) ? 1 : PASSED;
  }

  /** Walks over its orders follow. */
  #changeSessionOf(bookId: SecurityId, walk: Walk, session: SessionChange): number {
    if (walk.next === NO_ORDER) return 0;
    walk.next = NO_ORDER;
    this.onSession(this.#records.securities.get(bookId) as SecurityRecord, session);
    return PASSED;
  }

  #end(bookId: SecurityId, { limits }: Walk): 0 {
    if (limits !== undefined) this.#records.risk.limits.find(limits)?.uncounted.delete(bookId);
    return 0;
  }

  #move(bookId: SecurityId): number {
    const { engine } = this.#orders;
    if (engine.moveNext(bookId)) return PASSED;
    this.#hasOpened ||= engine.isOpen(bookId);
    this.#performTops(bookId);
    return 0;
  }

  /** A book from a snapshot knows its tops, but not which of them were published before the orders left. */
  #performTops(bookId: SecurityId): void {
    this.#reports.performTop(bookId, BUY);
    this.#reports.performTop(bookId, SELL);
  }

  #nextOf(bookId: SecurityId, { type, next }: Walk): OrderRecord | undefined {
    const { orders, securities, transfers } = this.#records;
    if (type === 'approve') return securities.get(bookId)?.pending.firstFrom(next);
    return type === 'release' ? transfers.of(bookId).held.nextToRelease(next) : orders.get(next);
  }

  /** Returns whether it counts as an effect. */
  #change(order: OrderRecord, { type, terms, ended, limits }: Walk): boolean {
    const { risk, transfers } = this.#records;
    const { securityId } = order.ticket;
    if (type === 'release') return this.#orders.reconsider(order, transfers.of(securityId));
    if (type === 'approve') this.#orders.approve(order, this.#securityOf(order), null);
    else if (type === 'end') {
      this.#performEnd(order, ...(terms as EndTerms));
      ended?.push(order.orderId);
    } else if (limits !== undefined) risk.limits.find(limits)?.exposure.hold(order);
    else if (type === 'consider' || type === 'judge') this.#holds.perform(type, order, transfers.of(securityId));
    return type !== 'sum';
  }

  #known(orderId: OrderId): OrderRecord {
    return this.#records.orders.get(orderId) as OrderRecord;
  }

  /** All waiting orders go live, oldest first; this moment gives their priority. */
  approveAll({ securityId }: SecurityRecord): void {
    this.#pending.add(securityId, { type: 'approve', next: START });
    this.#pending.perform(securityId);
  }

  /** Held orders that may trade now go live, oldest first (M16). */
  releaseAll(record: TransferRecord): void {
    record.beginRelease();
    this.#pending.add(record.securityId, { type: 'release', next: START });
    this.#pending.perform(record.securityId);
  }

  /** The transfer rules or the register of a security changed: its orders are checked again, oldest first (M16). */
  judgeAll({ securityId, orders }: SecurityRecord, record: TransferRecord): void {
    record.reset();
    const next = orders.first?.orderId ?? NO_ORDER;
    this.#orders.engine.beginSettling();
    this.#begin(securityId, { type: 'consider', next }, { type: 'judge', next });
  }

  /** Adds the live orders of a client or account to the sums of its first limits (V49). */
  sumAll(limits: Whose): void {
    const { clientId, accountId } = limits;
    const filter = accountId === null ? {} : { accountId };
    for (const [securityId, next] of this.#firstsOf(clientId, undefined)) {
      this.#pending.add(securityId, { type: 'sum', next, ofClient: true, filter, limits: { clientId, accountId } });
      this.#pending.perform(securityId);
    }
  }

  /** M14: orders that expire now end together. */
  expire(security: SecurityRecord, expiry: Expiry): void {
    if (security.orders.expiring > 0) this.#endOf(security, { change: 'expired', byClient: false }, { expiry });
  }

  /** The offering was denied, closed, cancelled or deleted: all its orders end. */
  endAll(security: SecurityRecord): void {
    this.#endOf(security, { change: 'security ended', byClient: false, unapproved: 'Not Approved' }, {});
  }

  #endOf({ securityId, orders }: SecurityRecord, how: MassCancel, which: Pick<Walk, 'expiry'>): void {
    this.#orders.engine.beginSettling();
    const next = orders.first?.orderId ?? NO_ORDER;
    this.#begin(securityId, { type: 'end', next, terms: termsOf(how), ...which });
  }

  /**
   * Ends orders so that none of them trades because another one left (M7). Orders that do not fit into the slice end
   * later; until then their books do not trade (M17).
   * @param clientId whose orders; empty: the orders of all clients
   * @returns their ids; orders that end later are added to the list
   */
  cancelAll(clientId: string, filter: OrderFilter, how: MassCancel): OrderId[] {
    const { orders } = this.#records;
    const count = clientId === '' ? orders.size : orders.countOfClient(clientId);
    this.#orders.engine.beginSettling();
    if (filter.securityId === undefined && this.#pending.fitAll(count)) {
      const all = [...(clientId === '' ? orders.values() : orders.ofClient(clientId))];
      return this.#endAtOnce(
        all.filter((order) => fitsFilter(order, filter)),
        how,
      );
    }
    const { key } = this.#pending;
    const ended: OrderId[] = [];
    const ofClient = clientId !== '';
    const keyed = key === undefined ? {} : { key };
    for (const [securityId, next] of this.#firstsOf(clientId, filter.securityId)) {
      this.#begin(securityId, { type: 'end', next, terms: termsOf(how), ofClient, filter, ...keyed, ended });
    }
    return ended;
  }

  /** Oldest first across all books, so that the result does not depend on how orders are stored (M11). */
  #endAtOnce(orders: OrderRecord[], how: MassCancel): OrderId[] {
    orders.sort((a, b) => a.orderId - b.orderId);
    for (const order of orders) this.#performEnd(order, ...termsOf(how));
    this.#holds.settleBooks(new Set(orders.map(({ ticket }) => ticket.securityId)));
    return orders.map(({ orderId }) => orderId);
  }

  /** The oldest order of a client, or of all clients, in one security or in each. */
  *#firstsOf(
    clientId: string,
    only: SecurityId | undefined,
  ): Generator<readonly [securityId: SecurityId, orderId: OrderId]> {
    const { orders, securities } = this.#records;
    const all = clientId === '' ? [...securities.keys()] : orders.securitiesOf(clientId);
    for (const securityId of only === undefined ? all : [only]) {
      const first = clientId === '' ? securities.get(securityId)?.orders.first : orders.firstOf(clientId, securityId);
      if (first) yield [securityId, first.orderId];
    }
  }

  /** Changes orders of a book one by one: as many now as fit into the slice, the rest later (M17). */
  #begin(securityId: SecurityId, ...walks: readonly Walk[]): void {
    for (const walk of walks) this.#pending.add(securityId, walk);
    this.#pending.add(securityId, ['settle']);
    this.#pending.perform(securityId);
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

function termsOf({ change, byClient, reason, unapproved }: MassCancel): EndTerms {
  return [change, byClient ? 'Cancelled' : null, unapproved ?? null, reason ?? null];
}
