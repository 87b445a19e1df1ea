/** The units that trades hold of an offering (C50); the offering is locked until the transaction ends. */
import { compiledOnce, executeDeferred, rowsHeld } from '../../database/queries/index.ts';
import type { Db, OfferingRow } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { holdRecord } from '../shared/record/index.ts';
import { fromMillionths, toMillionths } from '../shared/values/index.ts';
import { OFFERING } from './offering-records.ts';

export const CLOSED = 'closed';

/** Statuses, in lower case, in which an offering takes no investments (T4). */
const REFUSING: ReadonlySet<string> = new Set([CLOSED, 'cancelled', 'canceled', 'denied']);

/** The client's offering, locked until the transaction ends; undefined as in findOffering. */
export function holdOffering(
  transaction: Db,
  of: { readonly clientId: string; readonly offeringId: number },
): Promise<OfferingRow | undefined> {
  return holdRecord(transaction, OFFERING, { clientId: of.clientId, id: of.offeringId });
}

/** Throws ApiError 106 naming the offering when it takes no investments (T4). */
export function requireAccepting({ offering_status, status_before_end }: OfferingRow): void {
  // Its raise was closed before it was Approved (C51).
  const isAdmitted = status_before_end === CLOSED;
  if (!isAdmitted && !REFUSING.has(offering_status.toLowerCase())) return;
  const status = isAdmitted ? 'admitted to trading' : offering_status;
  throw malformedCall('method', 'offeringId', `takes no investments: the offering is ${status}`);
}

/**
 * Takes units of a locked offering, or gives them back when they are negative; millionths. Returns the offering after
 * that. Throws ApiError 106 naming `field` when fewer units remain.
 */
export async function takeShares(
  transaction: Db,
  offering: OfferingRow,
  units: bigint,
  field: string,
): Promise<OfferingRow> {
  const sold = toMillionths(offering.sold_shares) + units;
  if (sold < 0n) throw new Error(`Offering ${offering.offering_id} would have a negative number of sold shares`);
  const remaining = toMillionths(offering.total_shares) - toMillionths(offering.sold_shares);
  if (units > remaining && units > 0n) {
    throw malformedCall('method', field, `must not be above the remaining shares, ${fromMillionths(remaining)}`);
  }
  const sold_shares = fromMillionths(sold);
  const { offering_id } = offering;
  const update = compiledOnce(transaction, 'take shares', [sold_shares, offering_id], () =>
    transaction.updateTable('offerings').set({ sold_shares }).where('offering_id', '=', offering_id),
  );
  await executeDeferred(transaction, update);
  return { ...offering, sold_shares };
}

/** As takeShares, for the offering of a trade, which may have ended or been deleted meanwhile. */
export async function moveShares(
  transaction: Db,
  offeringId: number,
  units: bigint,
  field: string,
): Promise<OfferingRow> {
  const query = transaction.selectFrom('offerings').selectAll().where('offering_id', '=', offeringId);
  const offering = await rowsHeld(transaction, query).executeTakeFirstOrThrow();
  return takeShares(transaction, offering, units, field);
}

/** The offering of a trade, as it is in the transaction. */
export function offeringOfTrade(transaction: Db, offeringId: number): Promise<OfferingRow> {
  return transaction
    .selectFrom('offerings')
    .selectAll()
    .where('offering_id', '=', offeringId)
    .executeTakeFirstOrThrow();
}
