/** Entries that did not come back are settled (A16). */
import { bankDayBefore, lastCutOff } from '../../../../calendar/bank-days.ts';
import { inOneTransaction } from '../../../shared/change/index.ts';
import type { BatchDeps } from './batch-deps.ts';
import type { EntryRail } from './entry-rail.ts';

/** Found at once; each is settled in its own transaction. */
const AT_ONCE = 500;

/** Settles entries that went to the bank `settlementDays` bank business days before the newest cut-off, or earlier. */
export async function settleDue(deps: BatchDeps): Promise<void> {
  if (deps.settlementDays === 0) return;
  const day = bankDayBefore(lastCutOff(deps.nowUs()).date, deps.settlementDays);
  for (const rail of deps.rails) {
    for (;;) {
      const due = await rail.submittedUntil(deps.db, day, AT_ONCE);
      for (const number of due) await settle(deps, rail, number);
      if (due.length < AT_ONCE) break;
    }
  }
}

function settle(deps: BatchDeps, rail: EntryRail, number: number): Promise<void> {
  return inOneTransaction(deps, async (db) => {
    const entry = await rail.hold(deps, db, number);
    // The operator, or a return, was faster.
    if (entry?.status === 'Submitted') await entry.settle();
  });
}
