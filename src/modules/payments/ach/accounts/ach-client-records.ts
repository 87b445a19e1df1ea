/** What the operator set of ACH: for a client, and of accounts that may not be debited. */
import type { AchClientRow, Db } from '../../../../database/schema/index.ts';
import { isUnauthorized } from '../../../../providers/bank/index.ts';
import { ownedBy } from '../../../shared/record/index.ts';

/** Largest trade total of a client for whom the operator set nothing (A9). */
const SINGLE_AMOUNT_MAX = '100000.000000';

/** The settings of a client, those of a new one where nothing was set. */
export async function achClient(db: Db, clientId: string): Promise<AchClientRow> {
  const row = await db.selectFrom('ach_clients').selectAll().where(ownedBy(clientId)).executeTakeFirst();
  return row ?? { client_id: clientId, enabled: 1, single_amount_max: SINGLE_AMOUNT_MAX, updated_at: 0 };
}

/** Changes what is sent of a client's settings, and answers them. */
export async function putAchClient(
  db: Db,
  clientId: string,
  changes: { readonly enabled?: number; readonly single_amount_max?: string },
  nowUs: number,
): Promise<AchClientRow> {
  const values = { ...changes, updated_at: nowUs };
  return db
    .insertInto('ach_clients')
    .values({ ...(await achClient(db, clientId)), ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Blocks an account; one that is blocked stays so for the first reason. */
export async function blockAccount(
  db: Db,
  account: { readonly account_id: string; readonly client_id: string },
  reason: string,
  nowUs: number,
): Promise<void> {
  const { account_id, client_id } = account;
  await db
    .insertInto('ach_blocks')
    .values({ account_id, client_id, reason, created_at: nowUs })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

/** Blocks the account of a debit that the bank returned because its payer did not authorise it (A9). */
export async function blockIfUnauthorized(
  db: Db,
  debit: { readonly account_id: string; readonly client_id: string; readonly errors: string | null },
  nowUs: number,
): Promise<void> {
  const reason = debit.errors ?? '';
  if (isUnauthorized(reason)) await blockAccount(db, debit, reason, nowUs);
}

export async function unblockAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('ach_blocks').where('account_id', '=', accountId).execute();
}
