/** The most that one deposit of a client may come to (U9). */
import { Decimal } from 'decimal.js';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../database/schema/index.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { sixDecimals } from '../../shared/values/index.ts';

/** Dollars; nobody's limit is above it. */
export const DEPOSIT_MAX = '100000';

export async function depositLimitOf(db: Kysely<Schema>, clientId: string): Promise<Decimal> {
  const limit = await db
    .selectFrom('custody_deposit_limits')
    .select('amount')
    .where(ownedBy(clientId))
    .executeTakeFirst();
  return new Decimal(limit?.amount ?? DEPOSIT_MAX);
}

export async function setDepositLimitOf(
  db: Kysely<Schema>,
  clientId: string,
  amountMax: Decimal,
  nowUs: number,
): Promise<void> {
  const values = { amount: sixDecimals(amountMax), updated_at: nowUs };
  await db
    .insertInto('custody_deposit_limits')
    .values({ client_id: clientId, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute();
}
