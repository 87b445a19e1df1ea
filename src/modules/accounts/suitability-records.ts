import type { AccountSuitabilityRow, Db } from '../../database/schema/index.ts';
import { inTransaction, ownedBy } from '../shared/record/index.ts';
import type { Answers } from './suitability-fields.ts';

export function findAnswers(db: Db, clientId: string, accountId: string): Promise<AccountSuitabilityRow | undefined> {
  return db
    .selectFrom('account_suitabilities')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .executeTakeFirst();
}

interface AccountOfClient {
  readonly clientId: string;
  readonly accountId: string;
}

export async function putAnswers(
  db: Db,
  { clientId, accountId }: AccountOfClient,
  sent: Answers,
  nowUs: number,
): Promise<void> {
  const answers = JSON.stringify(sent);
  await db
    .insertInto('account_suitabilities')
    .values({ account_id: accountId, client_id: clientId, answers, created_at: nowUs, updated_at: null })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ answers, updated_at: nowUs }))
    .execute();
}

/** False when there is nothing to change. */
export function mergeAnswers(
  db: Db,
  { clientId, accountId }: AccountOfClient,
  sent: Answers,
  nowUs: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const write = (values: Partial<AccountSuitabilityRow>) =>
      transaction
        .updateTable('account_suitabilities')
        .set(values)
        .where('account_id', '=', accountId)
        .where(ownedBy(clientId))
        .returning('answers')
        .executeTakeFirst();
    // The first write holds the row on PostgreSQL.
    const stored = await write({ updated_at: nowUs });
    if (stored === undefined) return false;
    await write({ answers: JSON.stringify({ ...(JSON.parse(stored.answers) as Answers), ...sent }) });
    return true;
  });
}

export async function deleteAnswers(db: Db, clientId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_suitabilities')
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
