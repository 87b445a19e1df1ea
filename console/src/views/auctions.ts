/** Plans of auctions, and words for auctions, as several places have them. */
import type { Answer } from '../client/index.ts';

export type PlanVersion = Answer<'getAuctionPlan'>['auctionPlan'];
export type AuctionPlan = PlanVersion['plan'];
type AuctionKind = NonNullable<Answer<'getAuction'>['auction']['call']>['kind'];

/** Of its auctions. */
const KINDS: Readonly<Record<AuctionKind, string>> = {
  ...{ Open: 'at the open', Close: 'at the close', Time: 'at a time of the day', Halt: 'after a halt' },
};

export const auctionKindWords = (kind: AuctionKind): string => KINDS[kind];

export const hasAuctions = ({ auctions, afterHalt }: AuctionPlan): boolean =>
  auctions.length > 0 || afterHalt !== undefined;
