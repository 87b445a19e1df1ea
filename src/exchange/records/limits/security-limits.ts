/** Whether an order meets the rules of its security (V68): one check for each of them. */
import {
  type LimitBreach,
  type LimitValue,
  type Millionths,
  type OrderTerms,
  type SecurityLimitName,
  type SecurityReference,
  type Shares,
  tickAt,
} from '../../api/index.ts';
import { type Asked, isFurther } from './limit-checks.ts';

/** A new order, the new terms of one that is live, or a quote on one. */
export interface AskedOfSecurity extends Pick<Asked, 'price' | 'quantity' | 'isFirm'> {
  /** 0: the order has no contingency with a minimum. */
  readonly minimum: Shares;
  /** Of a replacement: the order before it. */
  readonly before: Pick<OrderTerms, 'price' | 'quantity' | 'minimum'> | null;
  readonly beyondCollar: boolean;
  /** A quote on all that remains of its order: there may be less of it than orders must have. */
  readonly isRemainder?: boolean;
}

type Exceeded = { readonly value: LimitValue; readonly order: number; readonly used?: number } | undefined;
/** @param reference the price around which the collar lies; null: the security has no such price */
type Check = (rules: SecurityReference, asked: AskedOfSecurity, reference: Millionths | null) => Exceeded;

/**
 * A replacement is checked only for the terms that it changes. A quantity or price outside of its range may be changed
 * to one that is nearer to the range.
 */
const CHECKS: { readonly [K in SecurityLimitName]: Check } = {
  tickSize: ({ tickSizes }, { price, isFirm, before }) => {
    const tick = isFirm && price !== before?.price ? tickAt(tickSizes, price) : undefined;
    return tick === undefined || price % tick === 0 ? undefined : { value: tick, order: price };
  },
  lotSize: ({ lotSize = 1 }, { quantity, minimum, before, isRemainder }) => {
    if (!isRemainder && quantity !== before?.quantity && quantity % lotSize !== 0) {
      return { value: lotSize, order: quantity };
    }
    return minimum !== before?.minimum && minimum % lotSize !== 0 ? { value: lotSize, order: minimum } : undefined;
  },
  minimumQuantity: ({ minimumQuantity = 0 }, { quantity, before, isRemainder }) =>
    !isRemainder && quantity < Math.min(minimumQuantity, before?.quantity ?? Infinity)
      ? { value: minimumQuantity, order: quantity }
      : undefined,
  maximumQuantity: ({ maximumQuantity = Infinity }, { quantity, before }) =>
    quantity > Math.max(maximumQuantity, before?.quantity ?? 0)
      ? { value: maximumQuantity, order: quantity }
      : undefined,
  priceCollar: ({ priceCollar }, asked, reference) =>
    priceCollar !== undefined && !asked.beyondCollar && isFurther(priceCollar, asked, reference)
      ? { value: priceCollar, order: asked.price, used: reference as number }
      : undefined,
};

const ENTRIES = Object.entries(CHECKS) as [SecurityLimitName, Check][];

export function breachOfSecurity(
  rules: SecurityReference,
  asked: AskedOfSecurity,
  reference: Millionths | null,
): LimitBreach | undefined {
  for (const [limit, check] of ENTRIES) {
    const exceeded = check(rules, asked, reference);
    if (exceeded !== undefined) return { limit, of: 'security', ...exceeded };
  }
  return undefined;
}
