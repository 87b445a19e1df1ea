import type { AuctionOutcome } from './auction.ts';
import type { BookId, OrderId, Price, Shares } from './ids.ts';
import type { BookContingency, BookSide } from './order.ts';

/**
 * Why an order left the book without a match: a cancel command (0), the rest of an immediate order (1), an order of
 * the same owner that it must not trade with (2, M15), or a post-only order that would have crossed (3, M18).
 */
export const BY_COMMAND = 0;
export const IMMEDIATE_REMAINDER = 1;
export const SELF_TRADE = 2;
export const POST_ONLY_CROSSED = 3;
export type CancelCause = typeof BY_COMMAND | typeof IMMEDIATE_REMAINDER | typeof SELF_TRADE | typeof POST_ONLY_CROSSED;

/** Why a command was refused. A refused command changed nothing. */
export const RejectReason = {
  UNKNOWN_BOOK: 1,
  UNKNOWN_ORDER: 2,
  /** The order id is not a positive safe integer. */
  INVALID_ID: 3,
  /** An order with this id is in a book. */
  DUPLICATE_ID: 4,
  INVALID_SIDE: 5,
  /** The price is not a positive safe integer. */
  INVALID_PRICE: 6,
  /** The quantity is not an integer from 1 to 2^31 - 1. */
  INVALID_QUANTITY: 7,
  INVALID_CONTINGENCY: 8,
  /** The minimum of a MINIMUM order is not an integer from 1 to its quantity. */
  INVALID_MINIMUM: 9,
  /** A replacement's quantity does not exceed what is filled (M10). */
  QUANTITY_NOT_ABOVE_FILLED: 10,
  /** The owner is not 0 or a positive safe integer, or the mode of self-trade prevention does not exist. */
  INVALID_OWNER: 11,
  /** The display quantity is not an integer from 0 to 2^31 - 1, or of an order that must not have one (M19). */
  INVALID_DISPLAY: 12,
} as const;
export type RejectReason = (typeof RejectReason)[keyof typeof RejectReason];

/** The bookId of a rejection that concerns no book: the order is unknown. */
export const NO_BOOK = -1;

/**
 * The reports of a book. Events come in the order of their causes, during the command that causes them; all
 * arguments are numbers and flags, so that nothing is allocated for them. A listener must not throw and must not give
 * commands to the engine that calls it; it may read, but sees the book in the middle of a command.
 *
 * Prices are whole millionths of a dollar, quantities shares.
 */
export interface BookListener {
  /** The order is taken into the book and will now be tried as an initiator (M6). */
  accepted(
    bookId: BookId,
    orderId: OrderId,
    side: BookSide,
    price: Price,
    quantity: Shares,
    contingency: BookContingency,
    minimum: Shares,
  ): void;
  /**
   * One match of an execution, at the limit of the order that was in the book first (M5).
   * @param contraDisplayed what the contra then displays, where it has a display quantity and rests on (M19)
   */
  matched(
    bookId: BookId,
    initiatorId: OrderId,
    contraId: OrderId,
    initiatorSide: BookSide,
    price: Price,
    quantity: Shares,
    initiatorRemaining: Shares,
    contraRemaining: Shares,
    contraDisplayed?: Shares,
  ): void;
  /** @param side that of the order, @param price its limit: so a listener need not remember its orders */
  cancelled(
    bookId: BookId,
    orderId: OrderId,
    remaining: Shares,
    cause: CancelCause,
    side: BookSide,
    price: Price,
  ): void;
  /** M10. `quantity` is the new total; when priority is lost, the matches of the new entry follow. */
  replaced(
    bookId: BookId,
    orderId: OrderId,
    price: Price,
    quantity: Shares,
    remaining: Shares,
    contingency: BookContingency,
    minimum: Shares,
    keptPriority: boolean,
  ): void;
  rejected(bookId: BookId, orderId: OrderId, reason: RejectReason): void;
  /**
   * M17, where Engine.matchesMax is set: the order that enters has made the matches of one command. Whoever gives
   * commands must call `resumeEntry` before any other command of this book.
   */
  suspended?(bookId: BookId): void;
  /** What an auction has found (Engine.beginAuction): once, before any of its cancels and matches (Q6). */
  uncrossed?(bookId: BookId, outcome: AuctionOutcome): void;
  /**
   * The visible top of a side differs from what it was before the command. At most once a side and command, the bid
   * first, after the command's other events; `topOfBook` then gives the new one.
   */
  topOfBookChanged(bookId: BookId, side: BookSide): void;
}
