/** What the operator set of debits, as a payment is asked about it (T14, A9). */
import { ofClients } from '../../../../database/queries/index.ts';
import { toMillionths } from '../../../shared/values/index.ts';
import { allLimits, type RailLimits } from '../../../trades/index.ts';

/** Refuses debits of blocked accounts. */
export const notBlocked: RailLimits = async (transaction, payments) => {
  const rows = await transaction
    .selectFrom('ach_blocks')
    .select('account_id')
    .where('account_id', 'in', [...new Set(payments.map(({ account_id }) => account_id))])
    .execute();
  const blocked = new Set(rows.map(({ account_id }) => account_id));
  return ({ account_id }) => (blocked.has(account_id) ? { code: 773, reason: 'The account is blocked' } : undefined);
};

/** Refuses debits of blocked accounts, and of clients that may make none. */
export const debitPermission = allLimits(notBlocked, async (transaction, payments) => {
  const settings = await settingsOf(transaction, payments);
  return ({ client_id }) =>
    settings.get(client_id)?.enabled === 0 ? { code: 211, reason: 'The client may not make debits' } : undefined;
});

/** As debitPermission, and refuses debits above the largest that the operator set for the client. */
export const debitLimits = allLimits(debitPermission, async (transaction, payments) => {
  const settings = await settingsOf(transaction, payments);
  return ({ client_id, amount }) => {
    const most = settings.get(client_id)?.single_amount_max;
    return most !== undefined && amount > toMillionths(most)
      ? { code: 234, reason: `The amount is above the largest debit of the client, ${most}` }
      : undefined;
  };
});

async function settingsOf(...[transaction, payments]: Parameters<RailLimits>) {
  const rows = await transaction
    .selectFrom('ach_clients')
    .select(['client_id', 'enabled', 'single_amount_max'])
    .where(ofClients(payments.map(({ client_id }) => client_id)))
    .execute();
  return new Map(rows.map((row) => [row.client_id, row]));
}
