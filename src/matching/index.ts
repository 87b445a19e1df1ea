export { Book } from './book/index.ts';
export { Engine } from './engine.ts';
export { SEARCH_LIMITS, type SearchLimits } from './search/index.ts';
export { EngineParts, type PendingWork } from './shared/index.ts';
export {
  ALL_OR_NONE,
  type BookContingency,
  type BookListener,
  type BookSide,
  BUY,
  BY_COMMAND,
  CANCEL_BOTH,
  CANCEL_NEWEST,
  CANCEL_OLDEST,
  type CancelCause,
  type Depth,
  IMMEDIATE_REMAINDER,
  keepsPriority,
  MINIMUM,
  NO_BOOK,
  NO_PREVENTION,
  NOBODY,
  NONE,
  QUANTITY_MAX,
  RejectReason,
  type RestingOrder,
  SELF_TRADE,
  SELL,
  type SelfTradeMode,
  type ShownLevel,
  type SideTop,
} from './store/index.ts';
