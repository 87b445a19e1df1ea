/** Exact sums of a trade, in six-decimal text (T6). */
import { malformedCall } from '../../../http/body/index.ts';
import { fromMillionths, priceOf, toMillionths } from '../../shared/values/index.ts';

/** T7, in millionths. */
const AMOUNT_MAX = 9n * 10n ** 18n;

/**
 * unitPrice times units plus fees. Throws ApiError 106 naming the field when it is zero or above the largest amount
 * (T7).
 */
export function totalAmount(
  { unitPrice, units, fees }: { readonly unitPrice: string; readonly units: string; readonly fees: string },
  field: string,
): string {
  const total = toMillionths(priceOf(unitPrice, units)) + toMillionths(fees);
  if (total === 0n) throw malformedCall('method', field, 'makes the trade come to nothing');
  if (total > AMOUNT_MAX) throw malformedCall('method', field, 'makes the trade larger than an amount can be');
  return fromMillionths(total);
}
