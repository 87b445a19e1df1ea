/** The most that one payment by card may come to (K5). */
import { Decimal } from 'decimal.js';
import Type from 'typebox';
import type { Db } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { clientId, positiveAmount, sixDecimals } from '../../shared/values/index.ts';
import type { CardServices } from './cards-services.ts';

/** Dollars; `usual` for a client that the operator set nothing for. */
export async function cardLimitOf(db: Db, clientId: string, usual: number): Promise<Decimal> {
  const limit = await db.selectFrom('card_limits').select('amount_max').where(ownedBy(clientId)).executeTakeFirst();
  return new Decimal(limit?.amount_max ?? usual);
}

async function setCardLimitOf(db: Db, clientId: string, amountMax: Decimal, nowUs: number): Promise<void> {
  const values = { amount_max: sixDecimals(amountMax), updated_at: nowUs };
  await db
    .insertInto('card_limits')
    .values({ client_id: clientId, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute();
}

export function setCardLimit(services: CardServices): Method {
  return defineMethod({
    name: 'setCardLimit',
    path: '/v3/admin/setCardLimit',
    group: 'Administration',
    summary: 'Sets the most that one payment by card of a client may come to',
    description: 'For operators. Clients without a separate limit have CARD_AMOUNT_MAX (K5).',
    operator: true,
    fourEyes: true,
    parameters: {
      clientId: required(clientId()),
      amountMax: required(positiveAmount('dollars')),
    },
    response: Type.Object({ clientId: Type.String(), amountMax: Type.String() }),
    handler: change(services, async ({ values }, db) => {
      await setCardLimitOf(db, values.clientId, values.amountMax, services.nowUs());
      return { fields: { clientId: values.clientId, amountMax: sixDecimals(values.amountMax) } };
    }),
  });
}
