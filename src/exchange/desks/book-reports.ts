import { violated } from '../../invariant.ts';
import {
  type AuctionOutcome,
  type BookContingency,
  type BookListener,
  type BookSide,
  BUY,
  BY_COMMAND,
  type CancelCause,
  IMMEDIATE_REMAINDER,
  POST_ONLY_CROSSED,
  SELF_TRADE,
} from '../../matching/index.ts';
import {
  type FeeChange,
  type Fill,
  idOf,
  type MatchId,
  type MatchView,
  type Millionths,
  type OrderEnd,
  type OrderId,
  type SecurityId,
  type Shares,
} from '../api/index.ts';
import {
  bookContingencyOf,
  countPrice,
  type EventPublisher,
  type OrderRecord,
  type PendingEffects,
  type VenueRecords,
} from '../records/index.ts';
import type { OrderChanges } from './order-changes.ts';
import type { TopOfBookPublisher } from './top-of-book-publisher.ts';

/** Why an order that its book cancelled has ended. */
const ENDS: Readonly<Record<CancelCause, OrderEnd>> = {
  [BY_COMMAND]: 'cancelled',
  [IMMEDIATE_REMAINDER]: 'immediate remainder cancelled',
  [SELF_TRADE]: 'self-trade prevented',
  [POST_ONLY_CROSSED]: 'post-only crossed',
};

/**
 * Applies the reports of the books to the orders and publishes them. A report that does not fit into the slice of its
 * command waits for a later slice (M17).
 */
export class BookReports implements BookListener {
  readonly #records: VenueRecords;
  readonly #events: EventPublisher;
  readonly #changes: OrderChanges;
  readonly #tops: TopOfBookPublisher;
  readonly #pending: PendingEffects;
  /** What an auction has found (Q6). */
  onUncrossed: (securityId: SecurityId, outcome: AuctionOutcome) => void = () => {};

  constructor(records: VenueRecords, events: EventPublisher, changes: OrderChanges, tops: TopOfBookPublisher) {
    this.#records = records;
    this.#events = events;
    this.#changes = changes;
    this.#tops = tops;
    this.#pending = records.pending;
  }

  accepted(): void {
    // The order's entry was published when its record was made.
  }

  matched(
    bookId: SecurityId,
    initiatorId: OrderId,
    contraId: OrderId,
    initiatorSide: BookSide,
    price: Millionths,
    quantity: Shares,
    initiatorRemaining: Shares,
    contraRemaining: Shares,
    contraDisplayed?: Shares,
  ): void {
    if (this.#pending.fits(bookId)) {
      this.performMatch(
        bookId,
        initiatorId,
        contraId,
        initiatorSide,
        price,
        quantity,
        initiatorRemaining,
        contraRemaining,
        contraDisplayed,
      );
      return;
    }
    // Without spreading: iterators allocate, and an opening queues a match for each order.
    // biome-ignore format: in the order of the fields
    const values = ['matched', initiatorId, contraId, initiatorSide, price, quantity,
      initiatorRemaining, contraRemaining] as const;
    this.#pending.add(bookId, contraDisplayed === undefined ? values : [...values, contraDisplayed]);
  }

  performMatch(
    bookId: SecurityId,
    initiatorId: OrderId,
    contraId: OrderId,
    initiatorSide: BookSide,
    price: Millionths,
    quantity: Shares,
    initiatorRemaining: Shares,
    contraRemaining: Shares,
    contraDisplayed?: Shares,
  ): void {
    const { auctions, counters, limits, orders, securities, shard, transfers } = this.#records;
    const initiator = orders.known(initiatorId);
    const contra = orders.known(contraId);
    const matchId = idOf<MatchId>(++counters.matches, shard);
    const buy = initiatorSide === BUY ? initiator : contra;
    const sell = initiatorSide === BUY ? contra : initiator;
    const fill = { matchId, price, quantity };
    this.#records.risk.matched(buy, sell, fill);
    transfers.touch(bookId)?.traded(buy, sell, quantity, counters.time);
    if (limits?.blockSeconds !== undefined) countPrice(securities.known(bookId), price);
    const auction = auctions.auctionOf(bookId);
    const fees = this.#feesOf(initiator, contra, fill, auction !== undefined);
    let match: MatchView | null = null;
    if (this.#events.hasListeners) {
      match = {
        matchId,
        securityId: bookId,
        time: counters.time,
        price,
        quantity,
        buyOrderId: buy.orderId,
        sellOrderId: sell.orderId,
        buyClientId: buy.ticket.clientId,
        sellClientId: sell.ticket.clientId,
        initiatorOrderId: initiatorId,
      };
      if (initiator.ticket.type === 'Block') match = { ...match, block: true };
      if (auction !== undefined) match = { ...match, auction };
      if (fees !== undefined) match = { ...match, ...feeFieldsOf(match, fees) };
    }
    this.#events.match(match, fees);
    this.#changes.fill(initiator, initiatorRemaining, paidFill(fill, initiator, fees), true);
    if (contraDisplayed !== undefined) contra.displayed = contraDisplayed;
    this.#changes.fill(contra, contraRemaining, paidFill(fill, contra, fees), false);
  }

  /** Those of both orders that pay, the initiator's first (X4); undefined where neither does. */
  #feesOf(
    initiator: OrderRecord,
    contra: OrderRecord,
    fill: Fill,
    isInAuction: boolean,
  ): readonly FeeChange[] | undefined {
    const { counters, fees } = this.#records;
    if (fees.isEmpty) return undefined;
    const shared = initiator.ticket.type === 'Block' ? 'block' : isInAuction ? 'auction' : undefined;
    const first = fees.execute(initiator, shared ?? 'initiator', fill, counters);
    const second = fees.execute(contra, shared ?? 'contra', fill, counters);
    const paid = [first, second].filter((one) => one !== undefined);
    return paid.length === 0 ? undefined : paid;
  }

  cancelled(bookId: SecurityId, orderId: OrderId, _remaining: Shares, cause: CancelCause): void {
    // The venue removed the order and publishes the removal itself.
    if (cause === BY_COMMAND) return;
    if (this.#pending.fits(bookId)) this.performCancel(orderId, cause);
    else this.#pending.add(bookId, ['cancelled', orderId, cause]);
  }

  /** The remainder of an immediate order, or an order that the book ends (M15, M18). */
  performCancel(orderId: OrderId, cause: CancelCause): void {
    const order = this.#records.orders.get(orderId);
    if (order === undefined) return;
    this.#changes.end(order, ENDS[cause]);
  }

  /** The replacement was published when the record was changed: here both must agree. Its matches follow. */
  replaced(
    _bookId: SecurityId,
    orderId: OrderId,
    price: Millionths,
    quantity: Shares,
    remaining: Shares,
    contingency: BookContingency,
    minimum: Shares,
  ): void {
    const order = this.#records.orders.known(orderId);
    const isSame = order.price === price && order.quantity === quantity && order.remaining === remaining;
    if (!isSame || bookContingencyOf(order.contingency) !== contingency || order.minimum !== minimum) {
      violated('M10', `order ${orderId} has other terms in its book`);
    }
  }

  rejected(_bookId: SecurityId, orderId: OrderId, reason: number): void {
    // Every command is checked before it reaches the book: a rejection means that venue and book disagree.
    violated('M1', `the book rejected order ${orderId} for reason ${reason}`);
  }

  suspended(bookId: SecurityId): void {
    this.#pending.add(bookId, ['resume']);
  }

  uncrossed(bookId: SecurityId, outcome: AuctionOutcome): void {
    this.onUncrossed(bookId, outcome);
  }

  topOfBookChanged(bookId: SecurityId, side: BookSide): void {
    if (this.#pending.isQueued(bookId)) this.#pending.add(bookId, ['top', side]);
    else this.performTop(bookId, side);
  }

  performTop(bookId: SecurityId, side: BookSide): void {
    this.#tops.touch(this.#records.securities.known(bookId), side);
  }
}

function paidFill(fill: Fill, { orderId }: OrderRecord, fees: readonly FeeChange[] | undefined): Fill {
  const paid = fees?.find((one) => one.orderId === orderId);
  return paid === undefined ? fill : { ...fill, fee: paid.fee };
}

function feeFieldsOf({ buyOrderId }: MatchView, fees: readonly FeeChange[]): Pick<MatchView, 'buyFee' | 'sellFee'> {
  return Object.fromEntries(fees.map(({ orderId, fee }) => [orderId === buyOrderId ? 'buyFee' : 'sellFee', fee]));
}
