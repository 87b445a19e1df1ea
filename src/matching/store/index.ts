/** Orders, price levels, sides and tables of ids as records in one buffer, and the types of orders and events. */

export { DOUBLES, WORDS } from './arena.ts';
export type { AuctionOutcome, AuctionTerms } from './auction.ts';
export { BookTable } from './book-table.ts';
export { byPriority } from './by-priority.ts';
export { byTime } from './by-time.ts';
export type { ContingentNode, Supply } from './contingent-index.ts';
export { EntryQueue } from './entry-queue.ts';
export { HalfBook } from './half-book.ts';
export type { BookId, Brand, OrderId, Price, Shares } from './ids.ts';
export { BOOK } from './layout.ts';
export { PagePool } from './level-pages.ts';
export * from './listener.ts';
export * from './order.ts';
export { OrderIndex } from './order-index.ts';
export { ownCrossing } from './own-crossing.ts';
export { type PriceLevels, WALK_MAX } from './price-levels.ts';
export { Records, type Ref } from './records.ts';
export { type Displayed, type RestingOrder, replaceableTerms, restingOrders } from './resting-order.ts';
export { cancelledOf, mustNotTrade } from './self-trade.ts';
export { type Depth, type ShownLevel, type SideTop, type Unpublished, updateTop } from './top-of-book.ts';
