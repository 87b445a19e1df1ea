/** How offerings end and come back (spec/1, Offering; spec/4 2). */
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { OfferingRow } from '../../database/tables/reference.ts';
import { malformedCall } from '../../http/validation.ts';
import { rewriteOffering } from './offering-records.ts';
import { openTrade } from './offering-trades.ts';

/** What an offering of an unknown past goes back to. */
const REOPENED = 'Approved';

const ENDED: ReadonlySet<string> = new Set(['closed', 'cancelled', 'canceled']);

export type Ending = (
  db: Kysely<Schema>,
  clientId: string,
  offeringId: number,
  now: number,
) => Promise<OfferingRow | undefined>;

/** Throws ApiError 106 naming the first trade that is still open. */
export const closeOffering: Ending = (db, clientId, offeringId, now) =>
  rewriteOffering(db, clientId, offeringId, now, async (stored, transaction) => {
    const open = await openTrade(transaction, offeringId);
    if (open !== undefined) {
      throw malformedCall(
        'method',
        'offeringId',
        `cannot be closed: trade ${open} is neither paid, unwound nor canceled`,
      );
    }
    return ended(stored, 'closed');
  });

export const cancelOffering: Ending = (db, clientId, offeringId, now) =>
  rewriteOffering(db, clientId, offeringId, now, (stored) => ended(stored, 'cancelled'));

/** Throws ApiError 106 when the offering is neither closed nor cancelled. */
export const reopenOffering: Ending = (db, clientId, offeringId, now) =>
  rewriteOffering(db, clientId, offeringId, now, (stored) => {
    if (!isEnded(stored)) throw malformedCall('method', 'offeringId', 'is neither closed nor cancelled');
    return { ...stored, offering_status: stored.status_before_end ?? REOPENED, status_before_end: null };
  });

export const deleteOffering: Ending = (db, clientId, offeringId, now) =>
  rewriteOffering(db, clientId, offeringId, now, (stored) => ({ ...stored, deleted_at: now }));

/** A cancelled offering that is closed goes back, when it is reopened, to what it was before it was cancelled. */
function ended(stored: OfferingRow, status: string): OfferingRow {
  const status_before_end = isEnded(stored) ? stored.status_before_end : stored.offering_status;
  return { ...stored, offering_status: status, status_before_end };
}

function isEnded({ offering_status }: OfferingRow): boolean {
  return ENDED.has(offering_status.toLowerCase());
}
