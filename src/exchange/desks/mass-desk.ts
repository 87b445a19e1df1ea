import {
  type ActionId,
  FIRST_OF_TURN_SINCE,
  NO_ORDER,
  type OrderEnd,
  type OrderFilter,
  type OrderId,
  type OrderStatus,
  type SecurityId,
} from '../api/index.ts';
import {
  type Effect,
  type EndTerms,
  type Expiry,
  fitsFilter,
  type HolderWalk,
  type OrderRecord,
  type PendingEffects,
  type SecurityRecord,
  type SessionChange,
  type TransferRecord,
  type VenueRecords,
  type WaitingCancel,
  type Walk,
  type Whose,
} from '../records/index.ts';
import { type MassDeps, MassSteps, START } from './mass-steps.ts';
import type { OrderPlaces } from './order-places.ts';
import type { TransferHolds } from './transfer-holds.ts';

const SETTLE: Effect = ['settle'];

/** Why many orders end at once. */
export interface MassCancel {
  readonly change: OrderEnd;
  readonly byClient: boolean;
  /** Default: the venue's text for such an end. */
  readonly reason?: string;
  /** The status of orders that await approval; by default the same as for other orders. */
  readonly unapproved?: OrderStatus;
}

/** Changes of many orders at once, in slices (M17). Commands of the sequencer resume the pending part of a command. */
export class MassDesk {
  readonly #records: VenueRecords;
  readonly #pending: PendingEffects;
  readonly #places: OrderPlaces;
  readonly #holds: TransferHolds;
  readonly #steps: MassSteps;

  constructor(records: VenueRecords, places: OrderPlaces, deps: MassDeps) {
    this.#records = records;
    this.#pending = records.pending;
    this.#places = places;
    this.#holds = deps.holds;
    this.#steps = new MassSteps(records, places, deps);
    this.#pending.handlers = this.#steps;
  }

  /** Begins or ends the session of one security. */
  set onSession(change: MassSteps['onSession']) {
    this.#steps.onSession = change;
  }

  /** Goes on with the auction of a book, or ends it. */
  set onAuction(perform: MassSteps['onAuction']) {
    this.#steps.onAuction = perform;
  }

  /** What a corporate action does to orders and holders, one by one. */
  set onAction(steps: MassSteps['onAction']) {
    this.#steps.onAction = steps;
  }

  /** Resumes pending effects of earlier commands (M17), then retries and openings (M9). */
  resume(): void {
    this.#places.engine.beginSettling();
    this.#pending.resume();
    this.resumeBooks();
  }

  /**
   * Performs all pending effects of earlier commands, and starts openings that waited for them, in one slice. Their
   * retries get the search work of one command (M9).
   */
  finish(): void {
    const { engine } = this.#places;
    engine.matchesMax = Infinity;
    engine.beginSettling();
    this.#pending.finishAll();
    this.resumeBooks();
  }

  /** M9. A book with pending effects waits, because they change what it may match (M16). */
  resumeBooks(): void {
    this.#steps.hasOpened = false;
    this.#places.engine.resume((bookId) => this.#pending.mustWait(bookId as SecurityId));
  }

  /** Starts the openings of the command (M13). Call it at the end of each command. */
  enterOpened(): void {
    if (this.#steps.hasOpened) this.resumeBooks();
  }

  /** Begins or ends the session of a security that shares its hours with others. */
  changeSession({ securityId }: SecurityRecord, { action, date, dayOver }: SessionChange): void {
    this.#perform(securityId, { type: 'session', next: START, session: { action, date, dayOver } });
  }

  /** Opens or closes a book: orders leave it to enter again, or return to it, one by one (M12, M13). */
  changeMarket(bookId: SecurityId, open: boolean): void {
    if (this.#places.engine.beginMarket(bookId, open)) this.#perform(bookId, newMove());
    else this.#steps.hasOpened ||= open;
  }

  /** All waiting orders go live, oldest first; this moment gives their priority. */
  approveAll({ securityId }: SecurityRecord): void {
    this.#perform(securityId, { type: 'approve', next: START });
  }

  /** Q9: a call begins, and the orders that trade at an auction only take their places, oldest first. */
  joinAll({ auctions, securityId }: SecurityRecord): void {
    if (auctions?.orders.first !== undefined) this.#perform(securityId, { type: 'join', next: START });
  }

  /** Q9: those orders end with the call. */
  endAtAuction({ auctions, securityId }: SecurityRecord): void {
    if (auctions?.orders.first === undefined) return;
    this.#places.engine.beginSettling();
    const terms = termsOf({ change: 'expired', byClient: false });
    this.#perform(securityId, { type: 'end', next: START, terms, atAuction: true }, SETTLE);
  }

  /** R2: all orders leave the book, which is closed, get other terms, and come back as they had joined. */
  adjustAll({ orders, securityId }: SecurityRecord, actionId: ActionId): void {
    const next = orders.first?.orderId ?? NO_ORDER;
    const [out, back] = [newMove(), newMove()];
    this.#perform(securityId, ['takeAllOut'], out, { type: 'adjust', next, actionId }, back);
  }

  /** R3, R9, R14: a corporate action reaches the holders, one after another. */
  reachAll(securityId: SecurityId, walk: Omit<HolderWalk, 'next'>): void {
    this.#perform(securityId, { ...walk, next: NO_ORDER });
  }

  /** Ends an order that a walk over the orders of a closed book has come to. */
  end(order: OrderRecord, change: OrderEnd, reason: string): void {
    this.#steps.end(order, ...termsOf({ change, byClient: false, reason }));
  }

  /** Held orders that may trade now go live, oldest first (M16). */
  releaseAll(record: TransferRecord): void {
    record.beginRelease();
    this.#perform(record.securityId, { type: 'release', next: START });
  }

  /** The transfer rules or the register of a security changed: its orders are checked again, oldest first (M16). */
  judgeAll({ securityId, orders }: SecurityRecord, record: TransferRecord): void {
    record.reset();
    const next = orders.first?.orderId ?? NO_ORDER;
    this.#places.engine.beginSettling();
    this.#perform(securityId, { type: 'consider', next }, { type: 'judge', next }, SETTLE);
  }

  /** Adds the live orders of a client or account to the sums of its first limits (V49). */
  sumAll(limits: Whose): void {
    const { clientId, accountId } = limits;
    const filter = accountId === null ? {} : { accountId };
    for (const [securityId, next] of this.#firstsOf(clientId, undefined)) {
      this.#perform(securityId, { type: 'sum', next, ofClient: true, filter, limits: { clientId, accountId } });
    }
  }

  /** M14: orders that expire now end together. */
  expire(security: SecurityRecord, expiry: Expiry): void {
    if (security.orders.expiring > 0) this.#endOf(security, { change: 'expired', byClient: false }, { expiry });
  }

  /** M14: orders whose expiration time has come end together. */
  expireListed(orderIds: readonly OrderId[]): void {
    this.#places.engine.beginSettling();
    const { orders } = this.#records;
    const live = orderIds.flatMap((orderId) => orders.get(orderId) ?? []);
    this.#endAtOnce(live, { change: 'expired', byClient: false });
  }

  /** The offering was denied, closed, cancelled or deleted: all its orders end. */
  endAll(security: SecurityRecord): void {
    this.#endOf(security, { change: 'security ended', byClient: false, unapproved: 'Not Approved' }, {});
  }

  #endOf({ securityId, orders }: SecurityRecord, how: MassCancel, which: Pick<Walk, 'expiry'>): void {
    this.#places.engine.beginSettling();
    const from = this.#startOf(securityId, orders.first?.orderId ?? NO_ORDER);
    this.#perform(securityId, { type: 'end', ...from, terms: termsOf(how), ...which }, SETTLE);
  }

  /**
   * Cancels the blocks that wait, those that do not fit into the slice later (M17).
   * @param clientId that reported them; empty: of all clients
   */
  cancelBlocks(clientId: string, filter: OrderFilter, how: MassCancel): void {
    const { blocks } = this.#records;
    const { securityId: only } = filter;
    for (const securityId of only === undefined ? blocks.securitiesOf(clientId) : [only]) {
      this.#perform(securityId, { type: 'block', next: NO_ORDER, terms: termsOf(how), filter, clientId });
    }
  }

  /**
   * Ends orders so that none of them trades because another one left (M7). Orders that do not fit into the slice end
   * later; until then their books do not trade (M17).
   * @param clientId whose orders; empty: the orders of all clients
   * @param except securities whose orders stay (Q10)
   * @returns their ids; orders that end later are added to the list
   */
  cancelAll(clientId: string, filter: OrderFilter, how: MassCancel, except?: ReadonlySet<SecurityId>): OrderId[] {
    const { orders } = this.#records;
    const count = clientId === '' ? orders.size : orders.countOfClient(clientId);
    this.#places.engine.beginSettling();
    if (filter.securityId === undefined && this.#pending.fitAll(count)) {
      const all = [...(clientId === '' ? orders.values() : orders.ofClient(clientId))];
      return this.#endAtOnce(
        all.filter(({ ticket }) => fitsFilter(ticket, filter) && !except?.has(ticket.securityId)),
        how,
      );
    }
    const { key } = this.#pending;
    const ended: OrderId[] = [];
    const ofClient = clientId !== '';
    const keyed = key === undefined ? {} : { key };
    for (const [securityId, next] of this.#firstsOf(clientId, filter.securityId)) {
      if (except?.has(securityId)) continue;
      const from = this.#startOf(securityId, next, clientId);
      const terms = termsOf(how);
      this.#perform(securityId, { type: 'end', ...from, terms, ofClient, filter, ...keyed, ended }, SETTLE);
    }
    return ended;
  }

  /** Q10: the orders end that there were when the cancel was due. */
  cancelDue(securityId: SecurityId, { clientId, change, upTo }: WaitingCancel): void {
    const terms = termsOf({ change, byClient: false });
    this.#places.engine.beginSettling();
    for (const [, next] of this.#firstsOf(clientId, securityId)) {
      const from = this.#startOf(securityId, next, clientId);
      this.#perform(securityId, { type: 'end', ...from, terms, ofClient: true, upTo }, SETTLE);
    }
  }

  /** Oldest first across all books, so that the result does not depend on how orders are stored (M11). */
  #endAtOnce(orders: OrderRecord[], how: MassCancel): OrderId[] {
    orders.sort((a, b) => a.orderId - b.orderId);
    for (const order of orders) this.#steps.end(order, ...termsOf(how));
    this.#holds.settleBooks(new Set(orders.map(({ ticket }) => ticket.securityId)));
    return orders.map(({ orderId }) => orderId);
  }

  /** Where a walk begins. @param clientId of whose orders; absent: of those of all clients */
  #startOf(securityId: SecurityId, first: OrderId, clientId?: string): Pick<Walk, 'next' | 'clientId'> {
    const mayEndBefore = this.#pending.has(securityId) && (this.#records.counters.rules ?? 1) >= FIRST_OF_TURN_SINCE;
    if (!mayEndBefore) return { next: first };
    return clientId === undefined ? { next: START } : { next: START, clientId };
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
  #perform(securityId: SecurityId, ...effects: readonly (Effect | Walk)[]): void {
    for (const effect of effects) this.#pending.add(securityId, effect);
    this.#pending.perform(securityId);
  }
}

function newMove(): Walk {
  return { type: 'move', next: NO_ORDER };
}

function termsOf({ change, byClient, reason, unapproved }: MassCancel): EndTerms {
  return [change, byClient ? 'Cancelled' : null, unapproved ?? null, reason ?? null];
}
