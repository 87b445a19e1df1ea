/** Orders, price levels, sides and tables of ids as records in one buffer, and the types of orders and events. */

export { DOUBLES, WORDS } from './arena.ts';
export { BookTable } from './book-table.ts';
export { byTime } from './by-time.ts';
export type { ContingentNode, Supply } from './contingent-index.ts';
export { EntryQueue } from './entry-queue.ts';
export { HalfBook, ownCrossing } from './half-book.ts';
export type { BookId, Brand, OrderId, Price, Shares } from './ids.ts';
export { BOOK } from './layout.ts';
export { PagePool } from './level-pages.ts';
export {
  type BookListener,
  BY_COMMAND,
  type CancelCause,
  IMMEDIATE_REMAINDER,
  NO_BOOK,
  POST_ONLY_CROSSED,
  RejectReason,
  SELF_TRADE,
} from './listener.ts';
export {
  ALL_OR_NONE,
  type BookContingency,
  type BookSide,
  BUY,
  CANCEL_BOTH,
  CANCEL_NEWEST,
  CANCEL_OLDEST,
  type Guards,
  keepsPriority,
  MINIMUM,
  NO_PREVENTION,
  NOBODY,
  NONE,
  POST_ONLY,
  QUANTITY_MAX,
  rankOf,
  SELL,
  type SelfTradeMode,
  termsOf,
} from './order.ts';
export { OrderIndex } from './order-index.ts';
export { type PriceLevels, WALK_MAX } from './price-levels.ts';
export { Records, type Ref } from './records.ts';
export { type RestingOrder, restingOrder } from './resting-order.ts';
export { cancelledOf, mustNotTrade } from './self-trade.ts';
export { type Depth, type ShownLevel, type SideTop, updateTop } from './top-of-book.ts';
