/** The most that one payment by card may come to (K5). */
import { Decimal } from 'decimal.js';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../database/schema/index.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { sixDecimals } from '../../shared/values/index.ts';

/** Dollars; `usual` for a client that the operator set nothing for. */
export async function cardLimitOf(db: Kysely<Schema>, clientId: string, usual: number): Promise<Decimal> {
  const limit = await db.selectFrom('card_limits').select('amount_max').where(ownedBy(clientId)).executeTakeFirst();
  return new Decimal(limit?.amount_max ?? usual);
}

export async function setCardLimitOf(
  db: Kysely<Schema>,
  clientId: string,
  amountMax: Decimal,
  nowUs: number,
): Promise<void> {
  const values = { amount_max: sixDecimals(amountMax), updated_at: nowUs };
  await db
    .insertInto('card_limits')
    .values({ client_id: clientId, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute();
}
