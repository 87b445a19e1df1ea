import type { AuctionOutcome, AuctionTerms } from '../../matching/index.ts';
import type { AuctionResult, CallTerms } from '../api/index.ts';
import { referenceOf, type SecurityRecord, type VenueRecords } from '../records/index.ts';

/** Of a collar, in the price. */
const COLLAR_PARTS = 10_000n;

/** Q12: the reference price of an auction, and the prices at which it may trade. */
export function auctionTermsOf(security: SecurityRecord, records: VenueRecords): AuctionTerms {
  const reference = referenceOf(records, security);
  const collar = security.auctions?.plan?.collar ?? null;
  if (reference === null || collar === null) return { reference, low: null, high: null };
  // Price times collar need not be a safe integer.
  const price = BigInt(reference) * COLLAR_PARTS;
  const distance = BigInt(reference) * BigInt(collar);
  return {
    reference,
    low: Number((price - distance + COLLAR_PARTS - 1n) / COLLAR_PARTS),
    high: Number((price + distance) / COLLAR_PARTS),
  };
}

/** Of a planned auction without its days. */
export function termsOf({ callSeconds, noCancelSeconds, randomEndSeconds }: CallTerms): CallTerms {
  return { callSeconds, noCancelSeconds, randomEndSeconds };
}

export function resultOf({ price, volume, surplus }: AuctionOutcome): AuctionResult {
  return { price, volume, surplus };
}
