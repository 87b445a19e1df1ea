/** Schedules of fees, and the fees of orders with amended matches, as lines of a snapshot. */
import type { EventSeq, FeeScope, FeeVersion, OrderId } from '../api/index.ts';
import type { AmendedOrder, FeeBook } from './fee-book.ts';
import type { LineLoaders } from './limits/risk-lines.ts';

export type FeeLine =
  | readonly ['feeSchedule', FeeScope, readonly FeeVersion[]]
  | readonly ['amendedFees', OrderId, AmendedOrder]
  | readonly ['forgottenFees', EventSeq];

export function* feeLines(fees: FeeBook): Generator<FeeLine> {
  for (const { scope, versions } of fees.allSchedules()) yield ['feeSchedule', scope, versions];
  for (const [orderId, of] of fees.allAmended()) yield ['amendedFees', orderId, of];
  if (fees.forgottenUpTo > 0) yield ['forgottenFees', fees.forgottenUpTo];
}

/** The inverse. */
export const FEE_LOADERS: LineLoaders<FeeLine> = {
  feeSchedule: ({ fees }, [, scope, versions]) => fees.restore(scope, versions),
  amendedFees: ({ fees }, [, orderId, of]) => fees.amend(orderId, of),
  forgottenFees: ({ fees }, [, eventSeq]) => {
    fees.forgottenUpTo = eventSeq;
  },
};
