export { Book } from './book.ts';
export type { DueWork } from './due-work.ts';
export { Engine } from './engine.ts';
export { EngineParts } from './engine-parts.ts';
export {
  type BookListener,
  BY_COMMAND,
  type CancelCause,
  IMMEDIATE_REMAINDER,
  NO_BOOK,
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
  keepsPriority,
  MINIMUM,
  NO_PREVENTION,
  NOBODY,
  NONE,
  QUANTITY_MAX,
  SELL,
  type SelfTradeMode,
} from './order.ts';
export type { RestingOrder } from './resting-order.ts';
export { SEARCH_LIMITS, type SearchLimits } from './search-limits.ts';
export type { Depth, SideTop } from './top-of-book.ts';
