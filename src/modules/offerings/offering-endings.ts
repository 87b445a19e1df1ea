/** How offerings end, are reopened, and are admitted to trading (C51). */
import type { Db, OfferingRow } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { changedOffering, type OfferingChanges, type OfferingOf, rewriteOffering } from './offering-records.ts';
import { CLOSED } from './offering-shares.ts';
import { openTrade } from './offering-trades.ts';

/** The status of a reopened offering whose previous status is unknown. */
const REOPENED = 'Approved';

const ENDED: ReadonlySet<string> = new Set([CLOSED, 'cancelled', 'canceled']);

export type Ending = (db: Db, clientId: string, offeringId: number, nowUs: number) => Promise<OfferingRow | undefined>;

/** Throws ApiError 106 naming the first trade that is still open. */
export const closeOffering: Ending = (db, clientId, offeringId, nowUs) =>
  rewriteOffering(db, { clientId, offeringId }, nowUs, async (stored, transaction) => {
    await requireNoOpenTrade(transaction, offeringId);
    return ended(stored, CLOSED);
  });

export const cancelOffering: Ending = (db, clientId, offeringId, nowUs) =>
  rewriteOffering(db, { clientId, offeringId }, nowUs, (stored) => ended(stored, 'cancelled'));

/** Throws ApiError 106 when the offering is neither closed nor cancelled. */
export const reopenOffering: Ending = (db, clientId, offeringId, nowUs) =>
  rewriteOffering(db, { clientId, offeringId }, nowUs, (stored) => {
    if (!hasEndingStatus(stored)) throw malformedCall('method', 'offeringId', 'is neither closed nor cancelled');
    return { ...stored, offering_status: stored.status_before_end ?? REOPENED, status_before_end: null };
  });

/** Throws ApiError 106 when the offering is not closed. */
export const admitOffering: Ending = (db, clientId, offeringId, nowUs) =>
  rewriteOffering(db, { clientId, offeringId }, nowUs, (stored) => {
    if (stored.offering_status.toLowerCase() !== CLOSED) throw malformedCall('method', 'offeringId', 'is not closed');
    return { ...stored, offering_status: 'Approved', status_before_end: CLOSED };
  });

export const deleteOffering: Ending = (db, clientId, offeringId, nowUs) =>
  rewriteOffering(db, { clientId, offeringId }, nowUs, (stored) => ({ ...stored, deleted_at: nowUs }));

/**
 * A status that ends an offering when updateOffering sets it: the method that does the same, and the word of its
 * webhook.
 */
export interface NamedEnding {
  readonly method: 'closeOffering' | 'cancelOffering';
  readonly reported: 'CLOSED' | 'CANCELED';
}

/** The ending of a status, in any case of the letters; undefined for other statuses and without one. */
export function endingNamed(status: string | undefined): NamedEnding | undefined {
  const folded = status?.toLowerCase();
  if (folded === CLOSED) return { method: 'closeOffering', reported: 'CLOSED' };
  return folded !== undefined && ENDED.has(folded) ? { method: 'cancelOffering', reported: 'CANCELED' } : undefined;
}

type EndingChanges = OfferingChanges & { readonly offering_status: string };

/**
 * As changeOffering, with a status that ends the offering: applies the rule of that ending, and keeps the previous
 * status for reopenOffering.
 */
export function changeAndEndOffering(
  db: Db,
  of: OfferingOf,
  { changes, ending }: { readonly changes: EndingChanges; readonly ending: NamedEnding },
  nowUs: number,
): Promise<OfferingRow | undefined> {
  return rewriteOffering(db, of, nowUs, async (stored, transaction) => {
    if (ending.method === 'closeOffering') await requireNoOpenTrade(transaction, of.offeringId);
    return changedOffering(transaction, ended(stored, changes.offering_status), changes);
  });
}

async function requireNoOpenTrade(db: Db, offeringId: number): Promise<void> {
  const open = await openTrade(db, offeringId);
  if (open === undefined) return;
  throw malformedCall('method', 'offeringId', `cannot be closed: trade ${open} is neither paid, unwound nor canceled`);
}

/** A cancelled offering that is then closed is reopened with the status from before it was cancelled. */
function ended(stored: OfferingRow, status: string): OfferingRow {
  const status_before_end = hasEndingStatus(stored) ? stored.status_before_end : stored.offering_status;
  return { ...stored, offering_status: status, status_before_end };
}

/** Whether Pending payments end with the status: a Denied offering takes no money, although it can be Approved. */
export function endsPayments(status: string): boolean {
  return endingNamed(status) !== undefined || status.toLowerCase() === 'denied';
}

function hasEndingStatus({ offering_status }: Pick<OfferingRow, 'offering_status'>): boolean {
  return ENDED.has(offering_status.toLowerCase());
}
