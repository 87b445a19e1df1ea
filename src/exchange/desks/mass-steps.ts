import { BUY, SELL } from '../../matching/index.ts';
import { type ActionId, following, NO_ORDER, type OrderId, REASONS, type SecurityId } from '../api/index.ts';
import {
  type Effect,
  type EffectHandlers,
  type EndTerms,
  fitsFilter,
  type HolderWalk,
  isMeant,
  isOfHolders,
  type OrderRecord,
  PASSED,
  type SecurityRecord,
  type SessionChange,
  type VenueRecords,
  type Walk,
} from '../records/index.ts';
import type { BlockNotices } from './block-notices.ts';
import type { BookReports } from './book-reports.ts';
import type { OrderChanges } from './order-changes.ts';
import type { OrderPlaces } from './order-places.ts';
import type { QuoteChanges, QuoteEnding } from './quote-changes.ts';
import type { TransferHolds } from './transfer-holds.ts';

export interface MassDeps {
  readonly changes: OrderChanges;
  readonly reports: BookReports;
  readonly holds: TransferHolds;
  readonly blocks: BlockNotices;
  readonly quotes: QuoteChanges;
}

/** The steps of a corporate action. */
export interface ActionSteps {
  readonly perform: (bookId: SecurityId, effect: Effect) => void;
  readonly adjust: (order: OrderRecord, actionId: ActionId) => void;
  /** The next of its holders. Returns what it cost; 0: none is left. */
  readonly reachNext: (bookId: SecurityId, walk: HolderWalk) => number;
}

/** Performs the effects of mass changes, and their walks step by step (M17). */
export class MassSteps implements EffectHandlers {
  readonly #records: VenueRecords;
  readonly #places: OrderPlaces;
  readonly #changes: OrderChanges;
  readonly #reports: BookReports;
  readonly #holds: TransferHolds;
  readonly #blocks: BlockNotices;
  readonly #quotes: QuoteChanges;
  /** Begins or ends the session of one security. */
  onSession: (security: SecurityRecord, session: SessionChange) => void = () => {};
  /** Goes on with the auction of a book, or ends it. */
  onAuction: (bookId: SecurityId, effect: Effect) => void = () => {};
  /** What a corporate action does (R2, R3). */
  onAction: ActionSteps = { perform: () => {}, adjust: () => {}, reachNext: () => 0 };
  /** Whether this command has taken the orders of an opening out of a book: they begin to enter within it. */
  hasOpened = false;

  constructor(records: VenueRecords, places: OrderPlaces, { changes, reports, holds, blocks, quotes }: MassDeps) {
    this.#records = records;
    this.#places = places;
    this.#changes = changes;
    this.#reports = reports;
    this.#holds = holds;
    this.#blocks = blocks;
    this.#quotes = quotes;
  }

  /** The transfer rules are applied again when their input is complete (M16). */
  onSlice(bookId: SecurityId): void {
    this.#records.transfers.touch(bookId);
  }

  perform(bookId: SecurityId, effect: Effect): void {
    switch (effect[0]) {
      case 'matched':
        // By index: a pattern iterates, which allocates for each item until V8 has compiled the function.
        // biome-ignore format: in the order of the parameters
        this.#reports.performMatch(bookId,
          effect[1], effect[2], effect[3], effect[4], effect[5], effect[6], effect[7], effect[8]);
        return;
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
        this.#places.engine.settle(bookId);
        this.#performTops(bookId);
        return;
      case 'held': {
        const [, orderId, reason] = effect;
        this.#changes.hold(this.#records.orders.known(orderId), reason);
        return;
      }
      case 'place': {
        const [, orderId, published, key] = effect;
        this.#places.place(this.#records.orders.known(orderId), published, key);
        return;
      }
      case 'resume':
        this.#places.engine.resumeSuspended(bookId);
        return;
      case 'uncross':
      case 'auctionOver':
      case 'auctionClosed':
        this.onAuction(bookId, effect);
        return;
      case 'takeAllOut':
      case 'judgeAll':
      case 'actionOver':
        this.onAction.perform(bookId, effect);
        return;
    }
  }

  /** Changes the next order of a walk if the walk applies to it. Returns the cost; 0: no order is left. */
  step(bookId: SecurityId, walk: Walk): number {
    if (walk.session !== undefined) return this.#changeSessionOf(bookId, walk, walk.session);
    if (walk.type === 'move') return this.#move(bookId);
    if (walk.type === 'block') return this.#cancelBlock(bookId, walk);
    if (walk.type === 'quote') return this.#endQuote(bookId, walk);
    if (walk.type === 'massQuote') return this.#quote(walk);
    if (isOfHolders(walk)) return this.onAction.reachNext(bookId, walk);
    if (walk.type === 'unseat') return this.#holds.unseatNext(this.#records.transfers.of(bookId)) ? 1 : 0;
    const order = this.#nextOf(bookId, walk);
    if (order === undefined) return this.#stopCounting(bookId, walk);
    const byId = walk.type === 'approve' || walk.type === 'release' || isAtAuction(walk);
    const after = walk.ofClient ? order.clientAfter : order.entryAfter;
    walk.next = byId ? following(order.orderId) : (after?.orderId ?? NO_ORDER);
    if (walk.type === 'adjust') {
      this.onAction.adjust(order, walk.actionId ?? 0);
      return 1;
    }
    if (!isMeant(order, walk) || this.#records.transfers.get(bookId)?.held.isHeldMeanwhile(order)) return PASSED;
    return this.#change(order, walk) ? 1 : PASSED;
  }

  /** Walks over its orders follow. */
  #changeSessionOf(bookId: SecurityId, walk: Walk, session: SessionChange): number {
    if (walk.next === NO_ORDER) return 0;
    walk.next = NO_ORDER;
    this.onSession(this.#records.securities.known(bookId), session);
    return PASSED;
  }

  #cancelBlock(securityId: SecurityId, walk: Walk): number {
    const { clientId = '', filter = {}, terms } = walk;
    const block = this.#records.blocks.nextOf(clientId, securityId, walk.next);
    if (block === undefined) return 0;
    walk.next = block.blockId as number as OrderId;
    if (!fitsFilter(block.ticket, filter)) return PASSED;
    const [change, , , reason] = terms as EndTerms;
    this.#blocks.end(block, { status: 'Cancelled', reason: reason ?? REASONS[change].says, matchId: null });
    return 1;
  }

  /** V41: the next quote on an order that has ended, or of a client whose quotes end. */
  #endQuote(securityId: SecurityId, walk: Walk): number {
    const { clientId, filter = {}, orderId, ending } = walk;
    const isOnOrder = clientId === undefined && orderId !== undefined;
    const scope = isOnOrder ? { orderId } : { clientId: clientId ?? '', securityId };
    const quote = this.#records.quotes.nextOf(scope, walk.next as number);
    if (quote === undefined) return 0;
    walk.next = quote.quoteId as number as OrderId;
    if (!fitsFilter(quote.ticket, filter) || (orderId !== undefined && orderId !== quote.orderId)) return PASSED;
    this.#quotes.end(quote, ending as QuoteEnding);
    this.#list(quote.quoteId as number as OrderId, walk);
    return 1;
  }

  #list(id: OrderId, { ended, key }: Walk): void {
    ended?.push(id);
    if (key !== undefined) this.#records.idempotency.recount(key);
  }

  /** Y4: the next part of a mass quote. */
  #quote(walk: Walk): number {
    const { quoting, results = [] } = walk;
    const [place, entry, reserved = null] = quoting?.entries[walk.next - 1] ?? [];
    if (quoting === undefined || place === undefined || entry === undefined) return 0;
    walk.next = following(walk.next);
    results[place] = this.#quotes.perform(entry, quoting, reserved);
    return 1;
  }

  /** The orders of a first limit are summed up now. */
  #stopCounting(bookId: SecurityId, { limits }: Walk): 0 {
    if (limits !== undefined) this.#records.risk.limits.find(limits)?.uncounted.delete(bookId);
    return 0;
  }

  #move(bookId: SecurityId): number {
    const { engine } = this.#places;
    if (engine.moveNext(bookId)) return PASSED;
    this.hasOpened ||= engine.isOpen(bookId);
    this.#performTops(bookId);
    return 0;
  }

  /** A snapshot of 0.1.0 has the tops of a book, but not which of them were published before the orders left. */
  #performTops(bookId: SecurityId): void {
    this.#reports.performTop(bookId, BUY);
    this.#reports.performTop(bookId, SELL);
  }

  #nextOf(bookId: SecurityId, walk: Walk): OrderRecord | undefined {
    const { type, next } = walk;
    const { orders, securities, transfers } = this.#records;
    if (isAtAuction(walk)) return securities.known(bookId).auctions?.orders.after(preceding(next), 1)[0];
    // Its first order may have ended before its turn came.
    if (type === 'end' && next === START) {
      const first = walk.ofClient ? orders.firstOf(walk.clientId ?? '', bookId) : securities.known(bookId).orders.first;
      return first ?? undefined;
    }
    if (type === 'approve') return orders.get(securities.known(bookId).pending.first ?? NO_ORDER);
    return type === 'release' ? transfers.of(bookId).held.nextToRelease(next) : orders.get(next);
  }

  /** Returns whether it counts as an effect. */
  #change(order: OrderRecord, walk: Walk): boolean {
    const { type, terms, limits } = walk;
    const { risk, transfers } = this.#records;
    const { securityId } = order.ticket;
    if (type === 'release') return this.#places.reconsider(order, transfers.of(securityId));
    if (type === 'approve') this.#places.approve(order, this.#records.securities.known(order.ticket.securityId), null);
    else if (type === 'join') this.#places.takeToAuction(order);
    else if (type === 'end') {
      this.end(order, ...(terms as EndTerms));
      this.#list(order.orderId, walk);
    } else if (limits !== undefined) risk.limits.find(limits)?.exposure.hold(order);
    else if (type === 'consider' || type === 'judge') this.#holds.perform(type, order, transfers.of(securityId));
    return type !== 'sum';
  }

  end(order: OrderRecord, ...[change, status, unapproved, reason]: EndTerms): void {
    const byDefault = status ?? (order.status === 'Pending' ? unapproved : null);
    this.#places.hide(order);
    this.#changes.end(order, change, byDefault ?? undefined, reason ?? undefined);
    this.#places.engine.withdraw(order.orderId);
  }
}

/**
 * Below all orders, but not NO_ORDER, which is the end of a walk: where walks by id begin, and in place of the first
 * order of a walk before whose turn others may end.
 */
export const START = following(NO_ORDER);

/** Whether it visits the orders that trade at an auction only (Q9). */
function isAtAuction({ type, atAuction }: Walk): boolean {
  return type === 'join' || atAuction === true;
}

function preceding(orderId: OrderId): OrderId {
  return (orderId - 1) as OrderId;
}
