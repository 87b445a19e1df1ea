import type { Millionths } from '../api/index.ts';
import type { SecurityRecord } from './security-record.ts';
import type { VenueRecords } from './venue-records.ts';

/** The reference price of an auction (Q12); null: the security has no price yet. */
export function referenceOf(
  { risk }: Pick<VenueRecords, 'risk'>,
  { securityId, traded }: Pick<SecurityRecord, 'securityId' | 'traded'>,
): Millionths | null {
  return risk.prices.lastOf(securityId) ?? traded?.last ?? risk.prices.of(securityId);
}
