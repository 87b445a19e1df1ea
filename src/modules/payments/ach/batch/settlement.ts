/** Debits that did not come back are settled (A16). */
import { bankDayBefore, lastCutOff } from '../../../../calendar/bank-days.ts';
import { inOneTransaction } from '../../../shared/change.ts';
import type { BatchServices } from './batch-services.ts';
import type { DebitSource } from './debit-source.ts';

/** Looked for at once; each is settled in a transaction of its own. */
const AT_ONCE = 500;

/** Settles what went to the bank so many bank business days before the newest cut-off, or earlier. */
export async function settleDue(services: BatchServices): Promise<void> {
  if (services.settlementDays === 0) return;
  const day = bankDayBefore(lastCutOff(services.nowUs()).date, services.settlementDays);
  for (const source of services.debits) {
    for (;;) {
      const due = await source.submittedUntil(services.db, day, AT_ONCE);
      for (const number of due) await settle(services, source, number);
      if (due.length < AT_ONCE) break;
    }
  }
}

function settle(services: BatchServices, source: DebitSource, number: number): Promise<void> {
  return inOneTransaction(services, async (db) => {
    const debit = await source.hold(services, db, number);
    // The operator, or a return, was faster.
    if (debit?.status === 'Submitted') await debit.settle();
  });
}
