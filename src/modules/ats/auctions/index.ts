/** The plans of call auctions, their calls and results. */

export { getAuctionPlan, setAuctionPlan } from './auction-plan.ts';
export { getAuction, getAuctions } from './auctions.ts';
