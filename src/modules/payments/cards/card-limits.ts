/** The most that one payment by card may come to (K5). */
import { Decimal } from 'decimal.js';
import Type from 'typebox';
import { ofClients, ownedBy } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { clientId, positiveAmount, sixDecimals, toMillionths } from '../../shared/values/index.ts';
import type { RailLimits } from '../../trades/index.ts';
import { LINKED_CARD } from './card-records.ts';
import type { CardDeps } from './cards-deps.ts';

/**
 * Refuses payments without a linked card, and above the largest of the client: what the operator set, otherwise `usual`
 * dollars; absent: none.
 */
export function cardLimits(usual?: number): RailLimits {
  return async (transaction, payments) => {
    const cards = await transaction
      .selectFrom('linked_cards')
      .select('account_id')
      .where('account_id', 'in', [...new Set(payments.map(({ account_id }) => account_id))])
      .where('deleted_at', 'is', null)
      .execute();
    const withCard = new Set(cards.map(({ account_id }) => account_id));
    const rows = await transaction
      .selectFrom('card_limits')
      .select(['client_id', 'amount_max'])
      .where(ofClients(payments.map(({ client_id }) => client_id)))
      .execute();
    const stored = new Map(rows.map(({ client_id, amount_max }) => [client_id, new Decimal(amount_max)]));
    return ({ account_id, client_id, amount }) => {
      if (!withCard.has(account_id)) return { code: LINKED_CARD.unknown, reason: 'The account has no linked card' };
      const most = stored.get(client_id) ?? (usual === undefined ? undefined : new Decimal(usual));
      if (most === undefined || amount <= toMillionths(sixDecimals(most))) return undefined;
      return { code: 234, reason: `at most ${most.toFixed(2)} dollars by card` };
    };
  };
}

/** Dollars, of a client: what the operator set, otherwise `usual`. */
export async function cardMaximumOf(db: Db, clientId: string, usual: number): Promise<string> {
  const query = db.selectFrom('card_limits').select('amount_max').where(ownedBy(clientId));
  return (await query.executeTakeFirst())?.amount_max ?? sixDecimals(new Decimal(usual));
}

async function setCardLimitOf(db: Db, clientId: string, amountMax: Decimal, nowUs: number): Promise<void> {
  const values = { amount_max: sixDecimals(amountMax), updated_at: nowUs };
  await db
    .insertInto('card_limits')
    .values({ client_id: clientId, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute();
}

export function setCardLimit(deps: CardDeps): Method {
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
    handler: change(deps, async ({ values }, db) => {
      await setCardLimitOf(db, values.clientId, values.amountMax, deps.nowUs());
      return { fields: { clientId: values.clientId, amountMax: sixDecimals(values.amountMax) } };
    }),
  });
}
