/** Deposits go to the bank at 18:00 Eastern of each bank business day (U10). */
import { lastCutOff } from '../../calendar/bank-days.ts';
import type { ModuleServices } from '../shared/services.ts';
import { moveDeposit } from './fund-move-records.ts';

const BATCH = 100;

export type BatchServices = Pick<ModuleServices, 'db' | 'nowUs'>;

/** Submits what was Pending at the last cut-off, each in a transaction of its own; what is done is not found again. */
export async function submitDeposits({ db, nowUs }: BatchServices): Promise<number> {
  let submitted = 0;
  for (;;) {
    const due = await db
      .selectFrom('custody_fund_moves')
      .select(['client_id', 'reference_number'])
      .where('status', '=', 'Pending')
      .where('created_at', '<', lastCutOff(nowUs()).time)
      .orderBy('reference_number')
      .limit(BATCH)
      .execute();
    for (const { client_id, reference_number: id } of due) {
      const at = { nowUs: nowUs() };
      await db
        .transaction()
        .execute((transaction) => moveDeposit(transaction, { clientId: client_id, id }, 'submit', at));
    }
    submitted += due.length;
    if (due.length < BATCH) return submitted;
  }
}
