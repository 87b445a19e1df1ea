/** What trades hold of an offering, in units and in money (C50); the offering is locked until the transaction ends. */
import { compiledOnce, executeDeferred, rowsHeld } from '../../database/queries/index.ts';
import type { Db, OfferingRow } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { holdRecord } from '../shared/record/index.ts';
import { fromMillionths, toMillionths } from '../shared/values/index.ts';
import { OFFERING } from './offering-records.ts';
import { type Subscribed, withSubscribed } from './offering-subscriptions.ts';
import { remainingShares, requireSellable, roomOf } from './offering-terms.ts';

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

/** What a trade holds of its offering, in millionths. */
export interface Holding {
  readonly units: bigint;
  /** The price of the units, without fees. */
  readonly amount: bigint;
}

export const NOTHING_HELD: Holding = { units: 0n, amount: 0n };

/** What a trade holds before a change of it and after. */
export interface HeldChange {
  readonly before: Holding;
  readonly after: Holding;
}

/**
 * Takes units of a locked offering, or gives them back, before the trade is written. Throws ApiError 106 naming `field`
 * when fewer units remain, when the price brings what is subscribed above maxAmount, or for parts of a unit that the
 * offering does not sell. What was sold before a rule forbade it can be given back.
 */
export async function takeShares(
  transaction: Db,
  stored: OfferingRow,
  { before, after }: HeldChange,
  field: string,
): Promise<void> {
  const offering = await withSubscribed(transaction, stored);
  const [units, amount] = [after.units - before.units, after.amount - before.amount];
  const sold = toMillionths(offering.sold_shares) + units;
  if (sold < 0n) throw new Error(`Offering ${offering.offering_id} would have a negative number of sold shares`);
  if (units !== 0n) requireSellable(offering, after.units, field);
  if (units > 0n && sold > toMillionths(offering.total_shares)) {
    throw malformedCall('method', field, `must not be above the remaining shares, ${remainingShares(offering)}`);
  }
  const room = roomOf(offering, offering.subscribed);
  if (amount > 0n && amount > room) throw malformedCall('method', field, aboveCap(offering, room));
  const { offering_id } = offering;
  if (units === 0n) return;
  const sold_shares = fromMillionths(sold);
  const update = compiledOnce(transaction, 'take shares', [sold_shares, offering_id], () =>
    transaction.updateTable('offerings').set({ sold_shares }).where('offering_id', '=', offering_id),
  );
  await executeDeferred(transaction, update);
}

function aboveCap({ max_amount }: OfferingRow, room: bigint): string {
  return `must not bring what is subscribed above maxAmount, ${max_amount}: ${fromMillionths(room)} dollars remain`;
}

/** As takeShares, for the offering of a trade, which may have ended or been deleted meanwhile. */
export async function moveShares(
  transaction: Db,
  offeringId: number,
  change: HeldChange,
  field: string,
): Promise<void> {
  const query = transaction.selectFrom('offerings').selectAll().where('offering_id', '=', offeringId);
  const offering = await rowsHeld(transaction, query).executeTakeFirstOrThrow();
  await takeShares(transaction, offering, change, field);
}

/** The offering of a trade, as it is in the transaction. */
export async function offeringOfTrade(transaction: Db, offeringId: number): Promise<Subscribed> {
  const query = transaction.selectFrom('offerings').selectAll().where('offering_id', '=', offeringId);
  return withSubscribed(transaction, await query.executeTakeFirstOrThrow());
}
