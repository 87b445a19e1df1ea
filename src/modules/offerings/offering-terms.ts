/** The rules between the amounts of an offering. */
import { malformedCall } from '../../http/body/index.ts';
import { fromMillionths, toMillionths } from '../shared/values/index.ts';
import type { Subscribed } from './offering-subscriptions.ts';

const MILLION = 1_000_000n;

/** Six-decimal texts; the unit price is above zero. */
export interface OfferingTerms {
  readonly target_amount: string;
  readonly max_amount: string;
  readonly unit_price: string;
  /** No: whole units only. Null, of an offering from before the field: as Yes. */
  readonly fractional_units: string | null;
}

/** maxAmount / unitPrice (C50), rounded down, so that the shares never cost more than the cap. */
export function totalShares(terms: OfferingTerms): string {
  return fromMillionths(unitsFor(toMillionths(terms.max_amount), terms));
}

/** What an investment can still take (C50): unsold shares, as far as the cap has room for their price. */
export function remainingShares(offering: Subscribed): string {
  const unsold = toMillionths(offering.total_shares) - toMillionths(offering.sold_shares);
  const room = unitsFor(roomOf(offering, offering.subscribed), offering);
  return fromMillionths(sellable(room < unsold ? room : unsold, offering));
}

/** The dollars that can still be subscribed, in millionths. */
export function roomOf({ max_amount }: Pick<OfferingTerms, 'max_amount'>, subscribed: bigint): bigint {
  const room = toMillionths(max_amount) - subscribed;
  return room < 0n ? 0n : room;
}

/** The units that an amount buys, rounded down. */
function unitsFor(amount: bigint, terms: OfferingTerms): bigint {
  return sellable((amount * MILLION) / toMillionths(terms.unit_price), terms);
}

function sellable(units: bigint, { fractional_units }: OfferingTerms): bigint {
  return fractional_units === 'No' ? units - (units % MILLION) : units;
}

/** Throws ApiError 106 naming `field` when an offering that sells whole units only would sell a part of one. */
export function requireSellable(terms: OfferingTerms, units: bigint, field: string): void {
  if (sellable(units, terms) === units) return;
  throw malformedCall(
    'method',
    field,
    'must be a whole number of units: the offering sells no parts (fractionalUnits)',
  );
}

/** Throws ApiError 106 naming the field when the target is not below the cap, or the cap below the price of a unit. */
export function checkTerms(terms: OfferingTerms): void {
  if (toMillionths(terms.target_amount) >= toMillionths(terms.max_amount)) {
    throw malformedCall('method', 'targetAmount', 'must be below maxAmount');
  }
  if (terms.fractional_units === 'No' && totalShares(terms) === fromMillionths(0n)) {
    throw malformedCall('method', 'unitPrice', 'must not be above maxAmount, or not one unit could be sold');
  }
}

/** As checkTerms, of terms that change; and more is sold than there would be, in units or in money. */
export function checkChange(before: OfferingTerms, after: Subscribed): void {
  checkTerms(after);
  if (toMillionths(after.sold_shares) > toMillionths(totalShares(after))) {
    throw malformedCall('method', 'maxAmount', 'divided by unitPrice would be less than the shares that are sold');
  }
  const isLower = toMillionths(after.max_amount) < toMillionths(before.max_amount);
  const { subscribed } = after;
  if (!isLower || subscribed <= toMillionths(after.max_amount)) return;
  throw malformedCall('method', 'maxAmount', `must not be below what is subscribed, ${fromMillionths(subscribed)}`);
}
