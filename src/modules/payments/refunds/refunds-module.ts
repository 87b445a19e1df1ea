import { inGroup, type Method } from '../../../http/methods/index.ts';
import type { RefundDeps } from './choose-refund.ts';
import { getRefunds } from './get-refunds.ts';
import { performRefund } from './perform-refund.ts';
import { REFUND_LEVELS } from './refund-fields.ts';
import { updateRefundStatus } from './update-refund-status.ts';

/** Money that goes back to investors: what is to be given back, what is, and what was. */
export function refundsModule(deps: RefundDeps): Method[] {
  return inGroup({ group: 'Payments', levels: REFUND_LEVELS }, [
    performRefund(deps),
    updateRefundStatus(deps),
    getRefunds(deps),
  ]);
}
