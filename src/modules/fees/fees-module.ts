import { inGroup, type Method } from '../../http/methods/index.ts';
import type { FeeDeps } from './fee-deps.ts';
import { getFeeSchedule, setFeeSchedule } from './fee-schedules.ts';
import { getFeeInvoice } from './get-fee-invoice.ts';
import { getFees } from './get-fees.ts';

/** What orders pay, and what they paid. */
export function feesModule(deps: FeeDeps): Method[] {
  return inGroup('ATS', [setFeeSchedule(deps), getFeeSchedule(deps), getFees(deps), getFeeInvoice(deps)]);
}
