/** Debits that did not come back are settled (A16). */
import { bankDayBefore, lastCutOff } from '../../../../calendar/bank-days.ts';
import { inOneTransaction } from '../../../shared/change/index.ts';
import type { BatchServices } from './batch-services.ts';
import type { DebitRail } from './debit-rail.ts';

/** Found at once; each is settled in its own transaction. */
const AT_ONCE = 500;

/** Settles debits that went to the bank `settlementDays` bank business days before the newest cut-off, or earlier. */
export async function settleDue(services: BatchServices): Promise<void> {
  if (services.settlementDays === 0) return;
  const day = bankDayBefore(lastCutOff(services.nowUs()).date, services.settlementDays);
  for (const rail of services.debits) {
    for (;;) {
      const due = await rail.submittedUntil(services.db, day, AT_ONCE);
      for (const number of due) await settle(services, rail, number);
      if (due.length < AT_ONCE) break;
    }
  }
}

function settle(services: BatchServices, rail: DebitRail, number: number): Promise<void> {
  return inOneTransaction(services, async (db) => {
    const debit = await rail.hold(services, db, number);
    // The operator, or a return, was faster.
    if (debit?.status === 'Submitted') await debit.settle();
  });
}
