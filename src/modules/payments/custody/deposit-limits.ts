/** The most that one deposit of a client may come to (U9). */
import { Decimal } from 'decimal.js';
import Type from 'typebox';
import { ofClients, ownedBy } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';
import type { Method } from '../../../http/methods/index.ts';
import { decimal, required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { clientId, sixDecimals, toMillionths } from '../../shared/values/index.ts';
import type { RailLimits } from '../../trades/index.ts';

/** Dollars; nobody's limit is above it. */
const DEPOSIT_MAX = '100000.000000';

/** Refuses deposits above the largest of the client. */
export const depositMaximum: RailLimits = async (transaction, payments) => {
  const rows = await transaction
    .selectFrom('custody_deposit_limits')
    .select(['client_id', 'amount'])
    .where(ofClients(payments.map(({ client_id }) => client_id)))
    .execute();
  const stored = new Map(rows.map(({ client_id, amount }) => [client_id, amount]));
  return ({ client_id, amount }) => {
    const most = stored.get(client_id) ?? DEPOSIT_MAX;
    if (amount <= toMillionths(most)) return undefined;
    const dollars = new Decimal(most).toFixed(2);
    const reason = `The amount is above the largest deposit of the client, ${dollars}`;
    return { code: 234, reason, detail: `amount: must be at most ${dollars}` };
  };
};

/** Dollars, of a client. */
export async function depositMaximumOf(db: Db, clientId: string): Promise<string> {
  const query = db.selectFrom('custody_deposit_limits').select('amount').where(ownedBy(clientId));
  return (await query.executeTakeFirst())?.amount ?? DEPOSIT_MAX;
}

async function setDepositLimitOf(db: Db, clientId: string, amountMax: Decimal, nowUs: number): Promise<void> {
  const values = { amount: sixDecimals(amountMax), updated_at: nowUs };
  await db
    .insertInto('custody_deposit_limits')
    .values({ client_id: clientId, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute();
}

export function setCustodyDepositLimit(deps: ModuleDeps): Method {
  return operatorMethod({
    name: 'setCustodyDepositLimit',
    summary: 'Sets the most that one deposit of a client into a custody account may come to',
    description: 'For operators. Clients without a separate limit have the default, 100,000.00 dollars (U9).',
    fourEyes: true,
    parameters: {
      clientId: required(clientId()),
      amountMax: required(
        decimal({ description: 'dollars, at most 100,000.00', exclusiveMinimum: 0, maximum: DEPOSIT_MAX }),
      ),
    },
    response: Type.Object({ clientId: Type.String(), amountMax: Type.String() }),
    handler: change(deps, async ({ values }, db) => {
      await setDepositLimitOf(db, values.clientId, values.amountMax, deps.nowUs());
      return { fields: { clientId: values.clientId, amountMax: sixDecimals(values.amountMax) } };
    }),
  });
}
