/** Debits that did not come back are settled (A16). */
import type { Kysely } from 'kysely';
import { bankDayBefore, lastCutOff } from '../../calendar/bank-days.ts';
import type { Schema } from '../../database/schema.ts';
import { inOneTransaction } from '../shared/change.ts';
import type { BatchServices } from './batch-services.ts';
import { holdAnyFundMove, moveFunds } from './fund-move-records.ts';
import { movedWebhooks } from './fund-move-webhooks.ts';

/** Looked for at once; each is settled in a transaction of its own. */
const AT_ONCE = 500;

/** Settles what went to the bank so many bank business days before the newest cut-off, or earlier. */
export async function settleDue(services: BatchServices): Promise<void> {
  if (services.settlementDays === 0) return;
  const day = bankDayBefore(lastCutOff(services.nowUs()).date, services.settlementDays);
  for (;;) {
    const due = await submittedUntil(services.db, day);
    for (const refNum of due) await settle(services, refNum);
    if (due.length < AT_ONCE) return;
  }
}

async function submittedUntil(db: Kysely<Schema>, day: string): Promise<number[]> {
  const rows = await db
    .selectFrom('ach_fund_moves')
    .select('ref_num')
    .where('fund_status', '=', 'Submitted')
    .where('batch_day', '<=', day)
    .orderBy('ref_num')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ ref_num }) => ref_num);
}

function settle(services: BatchServices, refNum: number): Promise<void> {
  return inOneTransaction(services, async (db) => {
    const move = await holdAnyFundMove(db, refNum);
    // The operator, or a return, was faster.
    if (move?.fund_status !== 'Submitted') return;
    const moved = await moveFunds(db, move, 'settle', services.nowUs(), { errors: null });
    for (const webhook of movedWebhooks(moved)) await services.outbox.add(db, webhook);
  });
}
