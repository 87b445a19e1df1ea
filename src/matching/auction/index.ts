/** The price, the fills and the pairs of a call auction (docs/venue/auctions.md). */

export type { AuctionOrder, TimedOrder } from './auction-order.ts';
export { type CrossingBook, type CrossingSide, type Uncrossing, uncrossingFrom } from './auction-price.ts';
export { type AuctionResult, CallAuction, callAuction, indicationOf } from './call-auction.ts';
export type { AuctionMatch } from './pairing.ts';
export type { Computation } from './steps.ts';
