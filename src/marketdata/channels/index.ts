/** The channels to subscribe to: top, depth, trades, market, own orders; their state and their cursors (S21 to S36). */

export type { AccountLookup, StreamLog, Venue } from './channel.ts';
export { Channels } from './channels.ts';
export type { MarketItem, NoticeItem, PastRange, StreamHistory, TradeItem } from './history.ts';
export { noticeOf } from './market-channel.ts';
export { Pace, type Paced } from './pace.ts';
export { Subscriptions } from './subscriptions.ts';
export { amendmentOf, tradeOf } from './trades-channel.ts';
