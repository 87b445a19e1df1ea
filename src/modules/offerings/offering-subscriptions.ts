/** What is subscribed of an offering in money (C50), from the ledger (B1). */
import type { Db, OfferingRow } from '../../database/schema/index.ts';
import { subscribedOf } from '../ledger/index.ts';

/** States of trades that hold no units (T5). */
export const GIVEN_BACK = ['CANCELED', 'UNWIND SETTLED'] as const;

export type Subscribed = OfferingRow & {
  /** The price of the units that trades hold, each at its own price and without fees, in millionths. */
  readonly subscribed: bigint;
};

export async function withSubscribed(db: Db, offering: OfferingRow): Promise<Subscribed> {
  const [one] = await allWithSubscribed(db, [offering]);
  return one as Subscribed;
}

export async function allWithSubscribed(db: Db, offerings: readonly OfferingRow[]): Promise<Subscribed[]> {
  const subscribed = await subscribedOf(
    db,
    offerings.map(({ offering_id }) => offering_id),
  );
  return offerings.map((row) => ({ ...row, subscribed: subscribed.get(row.offering_id) ?? 0n }));
}
