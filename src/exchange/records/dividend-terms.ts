/** The terms of live orders on the ex date of a cash dividend (R9). */
import { type Millionths, type SecurityReference, tickAt } from '../api/index.ts';
import { displayOf, type OrderRecord } from './order-record.ts';
import type { AdjustedTerms, Unfit } from './split-terms.ts';

/** null: the order stays as it is: an offer, an order without a limit, or one that says doNotReduce. */
export function termsAfterDividend(
  order: OrderRecord,
  amount: Millionths,
  { tickSizes }: SecurityReference = {},
): AdjustedTerms | Unfit | null {
  const { price, quantity, minimum, ticket } = order;
  if (ticket.side === 'sell' || price === 0 || ticket.optional?.doNotReduce) return null;
  const reduced = price - amount;
  const tick = tickAt(tickSizes, reduced) ?? 1;
  const rounded = reduced - (reduced % tick);
  if (rounded < 1) return 'no price is left of its limit';
  return { price: rounded, quantity, minimum, display: displayOf(order) };
}
