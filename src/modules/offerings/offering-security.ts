import type { Db, OfferingRow } from '../../database/schema/index.ts';
import type { Called, SecurityCommand, SecurityId, SecurityStatus, SecurityView } from '../../exchange/api/index.ts';
import type { Venue } from '../shared/deps.ts';

/** The data that the venue needs about an offering, which is a security with the same id (V1). */
export type OfferingSecurity = Required<
  Pick<SecurityCommand, 'type' | 'securityId' | 'issuerId' | 'ownerClientId' | 'name' | 'status' | 'revision'>
> &
  Pick<SecurityCommand, 'admitted'>;

/** The columns of that data. */
export const SECURITY_COLUMNS = [
  'offering_id',
  'client_id',
  'issuer_id',
  'issue_name',
  'offering_status',
  'status_before_end',
  'deleted_at',
  'revision',
] as const satisfies readonly (keyof OfferingRow)[];

type SecurityColumns = Pick<OfferingRow, (typeof SECURITY_COLUMNS)[number]>;

export function securityOf(offering: SecurityColumns): OfferingSecurity {
  return {
    type: 'security',
    securityId: offering.offering_id as SecurityId,
    issuerId: offering.issuer_id,
    ownerClientId: offering.client_id,
    name: offering.issue_name,
    status: securityStatus(offering),
    revision: offering.revision,
    ...(isAdmitted(offering) ? { admitted: true } : {}),
  };
}

/** Whether its raise was closed before it was Approved (C51). */
function isAdmitted({ offering_status, status_before_end }: AdmittedColumns): boolean {
  return offering_status.toLowerCase() === 'approved' && status_before_end === 'closed';
}

type AdmittedColumns = Pick<OfferingRow, 'offering_status' | 'status_before_end'>;

const ENDED: ReadonlySet<string> = new Set(['denied', 'closed', 'cancelled', 'canceled', 'deleted']);

/** Statuses are stored as sent, so their case is ignored; an unknown status does not trade (V1). */
function securityStatus(offering: SecurityColumns): SecurityStatus {
  const status = offering.offering_status.toLowerCase();
  if (offering.deleted_at !== null || ENDED.has(status)) return 'ended';
  return status === 'approved' ? 'trading' : 'awaiting';
}

/** Sends a security to the venue. Rejects with VenueUnavailable when the venue takes no commands. */
export async function submitSecurity(venue: Venue, security: SecurityCommand & Called): Promise<void> {
  const outcome = await venue.submit(security);
  // The command is always complete, so the venue has no reason to refuse it.
  if (!outcome.ok) throw new Error(`The venue refused security ${security.securityId}: ${outcome.refusal}`);
}

/** The most offerings of one read, and the most commands that wait for the venue at a time. */
const PAGE = 200;

/**
 * At the start: sends the venue each offering that it does not have or that differs from the database (the process
 * ended, or the venue failed, between the two writes). Returns the number of sent offerings. Rejects with
 * VenueUnavailable when the venue takes no commands.
 */
export async function reconcileSecurities(db: Db, venue: Venue): Promise<number> {
  const known = new Map(venue.securities().map((security) => [security.securityId, security]));
  let sent = 0;
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('offerings')
      .select(SECURITY_COLUMNS)
      .where('offering_id', '>', after)
      .orderBy('offering_id')
      .limit(PAGE)
      .execute();
    const different = page.map(securityOf).filter((security) => differs(security, known.get(security.securityId)));
    await Promise.all(different.map((security) => submitSecurity(venue, security)));
    sent += different.length;
    if (page.length < PAGE) return sent;
    after = page[page.length - 1]!.offering_id;
  }
}

function differs(security: OfferingSecurity, known: SecurityView | undefined): boolean {
  return (
    known === undefined ||
    known.issuerId !== security.issuerId ||
    known.ownerClientId !== security.ownerClientId ||
    known.name !== security.name ||
    known.status !== security.status
  );
}
