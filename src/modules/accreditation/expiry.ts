/** Approvals end with their last date (I3). */
import { easternDate } from '../../calendar/eastern-time.ts';
import type { AccreditationRequestRow, Db } from '../../database/schema/index.ts';
import { ACCOUNT } from '../accounts/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { findRecord, holdRecord, writeRecord } from '../shared/record/index.ts';
import { ACCREDITATION_REQUEST, NEW_REQUEST_VIEW } from './accreditation-fields.ts';
import { APPROVED, EXPIRED, PENDING, VERIFIED } from './accreditation-records.ts';

export type ExpiryDeps = Pick<ModuleDeps, 'db' | 'nowUs' | 'outbox'>;

/** The most requests of one read. */
const BATCH = 100;

/**
 * Ends the approvals whose last date is over, in US Eastern time, each in its own transaction; returns their number.
 * An ended approval is not found again, so a crash in between loses and repeats nothing.
 */
export async function expireAccreditations(deps: ExpiryDeps): Promise<number> {
  let ended = 0;
  for (;;) {
    const today = easternDate(deps.nowUs());
    const due = await dueBefore(deps.db, today);
    for (const row of due) {
      await deps.db.transaction().execute((transaction) => expire(deps, transaction, row, today));
    }
    ended += due.length;
    if (due.length < BATCH) return ended;
  }
}

function dueBefore(db: Db, today: string): Promise<AccreditationRequestRow[]> {
  return db
    .selectFrom('accreditation_requests')
    .selectAll()
    .where('request_status', '=', APPROVED)
    .where('valid_until', '<', today)
    .where('deleted_at', 'is', null)
    .orderBy('valid_until')
    .limit(BATCH)
    .execute();
}

async function expire(
  { nowUs, outbox }: ExpiryDeps,
  db: Db,
  row: AccreditationRequestRow,
  today: string,
): Promise<void> {
  const of = { clientId: row.client_id, id: row.request_id };
  const stored = await holdRecord(db, ACCREDITATION_REQUEST, of);
  // A reviewer decided again in the meantime.
  if (stored?.request_status !== APPROVED || stored.valid_until === null || stored.valid_until >= today) return;
  const changes = { request_status: EXPIRED, updated_at: nowUs() };
  const request = (await writeRecord(db, ACCREDITATION_REQUEST, of, changes)) ?? stored;
  const account = await findRecord(db, ACCOUNT, row.client_id, row.account_id);
  if (account === undefined) return;
  // An account that a later approval, or its client, has given another date keeps its status.
  const rests = account.accredited_status === VERIFIED && account.accredited_investor_date === stored.valid_until;
  const ended = { accredited_status: PENDING, updated_at: nowUs() };
  const after = rests
    ? ((await writeRecord(db, ACCOUNT, { clientId: row.client_id, id: row.account_id }, ended)) ?? account)
    : account;
  const fields = NEW_REQUEST_VIEW.show({ request, account: after });
  await outbox.add(db, { clientId: row.client_id, method: 'updateAiVerification', fields });
}
