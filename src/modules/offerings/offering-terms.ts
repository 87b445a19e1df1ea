/** The rules between the amounts of an offering. */
import { malformedCall } from '../../http/body/index.ts';
import { fromMillionths, toMillionths } from '../shared/values/index.ts';

/** Six-decimal texts; the unit price is above zero. */
export interface OfferingTerms {
  readonly target_amount: string;
  readonly max_amount: string;
  readonly unit_price: string;
  /** Units that trades hold; absent for a new offering. */
  readonly sold_shares?: string;
}

/** maxAmount / unitPrice (C50), rounded down at the sixth decimal, so that the shares never cost more than the cap. */
export function totalShares(terms: OfferingTerms): string {
  return fromMillionths((toMillionths(terms.max_amount) * 1_000_000n) / toMillionths(terms.unit_price));
}

/** Throws ApiError 106 naming the field when the target is not below the cap or more is sold than there would be. */
export function checkTerms(terms: OfferingTerms): void {
  if (toMillionths(terms.target_amount) >= toMillionths(terms.max_amount)) {
    throw malformedCall('method', 'targetAmount', 'must be below maxAmount');
  }
  const sold = toMillionths(terms.sold_shares ?? '0.000000');
  if (sold > toMillionths(totalShares(terms))) {
    throw malformedCall('method', 'maxAmount', 'divided by unitPrice would be less than the shares that are sold');
  }
}
