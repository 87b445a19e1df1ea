/** Local copies of books, and events, as the stream brings them. */
export type { AuctionView } from './auction-rules.ts';
export type { BookView, Conflation } from './book-channel.ts';
export { crc32 } from './crc32.ts';
export type { DepthParameters, DepthView } from './depth-rules.ts';
export type { Gap } from './event-channel.ts';
export { FeedOverflow } from './feed-iterator.ts';
export * from './stream.ts';
export type { TopView } from './top-rules.ts';
