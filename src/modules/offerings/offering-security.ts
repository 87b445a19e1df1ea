import type { OfferingRow } from '../../database/schema/index.ts';
import type { SecurityCommand, SecurityStatus } from '../../exchange/api/index.ts';

/** The data that the venue needs about an offering, which is a security with the same id (V1). */
export type OfferingSecurity = Required<
  Pick<SecurityCommand, 'type' | 'securityId' | 'issuerId' | 'ownerClientId' | 'name' | 'status' | 'revision'>
>;

/** The columns of that data. */
export const SECURITY_COLUMNS = [
  'offering_id',
  'client_id',
  'issuer_id',
  'issue_name',
  'offering_status',
  'deleted_at',
  'revision',
] as const satisfies readonly (keyof OfferingRow)[];

type SecurityColumns = Pick<OfferingRow, (typeof SECURITY_COLUMNS)[number]>;

export function securityOf(offering: SecurityColumns): OfferingSecurity {
  return {
    type: 'security',
    securityId: offering.offering_id,
    issuerId: offering.issuer_id,
    ownerClientId: offering.client_id,
    name: offering.issue_name,
    status: securityStatus(offering),
    revision: offering.revision,
  };
}

const ENDED: ReadonlySet<string> = new Set(['denied', 'closed', 'cancelled', 'canceled', 'deleted']);

/** Statuses are stored as sent, so their case is ignored; an unknown status does not trade (V1). */
function securityStatus(offering: SecurityColumns): SecurityStatus {
  const status = offering.offering_status.toLowerCase();
  if (offering.deleted_at !== null || ENDED.has(status)) return 'ended';
  return status === 'approved' ? 'trading' : 'awaiting';
}
