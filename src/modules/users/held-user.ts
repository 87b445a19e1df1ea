import { rowsHeld } from '../../database/queries/index.ts';
import type { Db, UserRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';

/** The user, locked until the transaction ends. Throws 404. */
export async function holdUser(transaction: Db, userId: string): Promise<UserRow> {
  const query = transaction.selectFrom('users').selectAll().where('user_id', '=', userId);
  const row = await rowsHeld(transaction, query).executeTakeFirst();
  if (row === undefined) throw new ApiError(404, 'there is no such user');
  return row;
}

/** Ends the sessions of a user: all, or those of an account at a provider. */
export async function endSessionsOf(
  db: Db,
  userId: string,
  nowUs: number,
  account?: { readonly issuer: string; readonly subject: string },
): Promise<void> {
  const live = db.updateTable('user_sessions').set({ ended_at: nowUs }).where('user_id', '=', userId);
  const meant =
    account && live.where('provider_issuer', '=', account.issuer).where('provider_subject', '=', account.subject);
  await (meant ?? live).where('ended_at', 'is', null).execute();
}
