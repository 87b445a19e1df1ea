/** What is subscribed of an offering in money (C96): a sum that is kept with the offering. */
import type { Db, OfferingRow } from '../../database/schema/index.ts';
import { nextTurn } from '../../http/methods/index.ts';
import { fromMillionths, priceOf, toMillionths } from '../shared/values/index.ts';

/** Trades read at a time where the sum is made. */
const PAGE = 500;

/** States of trades that hold no units (T5). */
export const GIVEN_BACK = ['CANCELED', 'UNWIND SETTLED'] as const;

type Sums = Pick<OfferingRow, 'sold_shares' | 'subscribed_amount' | 'subscribed_shares'>;

/**
 * The price of the units that trades hold, each at its own price and without fees, in millionths; undefined: the sum
 * was not made yet, or a release that does not know it has changed the sold shares since.
 */
export function subscribedAmount({ sold_shares, subscribed_amount, subscribed_shares }: Sums): bigint | undefined {
  if (subscribed_amount === null || subscribed_shares !== sold_shares) return undefined;
  return toMillionths(subscribed_amount);
}

export type Subscribed = OfferingRow & { readonly subscribed_amount: string };

/** The columns of the sums, as they are written. */
export function sums(sold: bigint, subscribed: bigint) {
  const sold_shares = fromMillionths(sold);
  return { sold_shares, subscribed_amount: fromMillionths(subscribed), subscribed_shares: sold_shares };
}

/** A locked offering with its sum, which is made from the trades where it is not known; the caller stores it. */
export async function withSubscribed(transaction: Db, offering: OfferingRow): Promise<Subscribed> {
  const known = subscribedAmount(offering) ?? (await addedUp(transaction, offering.offering_id));
  return { ...offering, subscribed_amount: fromMillionths(known), subscribed_shares: offering.sold_shares };
}

async function addedUp(transaction: Db, offeringId: number): Promise<bigint> {
  let sum = 0n;
  for (let last = 0; ; ) {
    const page = await transaction
      .selectFrom('trades')
      .select(['trade_id', 'unit_price', 'total_shares'])
      .where('offering_id', '=', offeringId)
      .where('trade_id', '>', last)
      .where('order_status', 'not in', GIVEN_BACK)
      .orderBy('trade_id')
      .limit(PAGE)
      .execute();
    for (const trade of page) sum += toMillionths(priceOf(trade.unit_price, trade.total_shares));
    if (page.length < PAGE) return sum;
    last = page.at(-1)?.trade_id ?? last;
    await nextTurn();
  }
}
