import type { Db } from '../../../../database/schema/index.ts';
import type { CorrectedDetails } from '../../../../providers/bank/index.ts';
import { holdAccount } from '../../../accounts/index.ts';
import { externalAccountFields, findExternalAccount, openDetails, putExternalAccount } from '../accounts/index.ts';
import type { BatchServices, HeldDebit } from '../batch/index.ts';

/**
 * Writes what the bank asks for into the bank account that a debit was made of, unless that has other details by now;
 * the debit keeps those that it went out with. Answers what was done.
 */
export async function correctDetails(
  services: BatchServices,
  db: Db,
  debit: HeldDebit,
  corrected: CorrectedDetails,
): Promise<string> {
  const { secrets } = services;
  if (Object.keys(corrected).length === 0) return 'nothing to correct';
  const { client_id: clientId, account_id: accountId } = debit;
  // Whoever changes the bank account holds its owner first.
  const isHeld = await holdAccount(db, { clientId, accountId });
  const account = isHeld ? await findExternalAccount(db, clientId, accountId) : undefined;
  if (account === undefined) return 'no bank account any more';
  const sent = debit.numbers;
  const kept = openDetails(secrets, 'external_accounts', account.external_account_id, account);
  const isSame = sent.routingNumber === kept.routingNumber && sent.accountNumber === kept.accountNumber;
  if (!isSame) return 'changed since';
  const values = {
    ...kept,
    accountType: account.account_type === 'Savings' ? ('Savings' as const) : ('Checking' as const),
    fullName: account.full_name,
    nickname: account.nickname,
    bankName: account.bank_name,
    linkedAt: account.linked_at,
    ip: account.updated_ip_address,
    ...corrected,
  };
  const owner = { types: 'Account' as const, ownerId: account.owner_id, clientId: account.client_id };
  const under = { id: account.external_account_id, owner, nowUs: services.nowUs() };
  const row = await putExternalAccount(db, secrets, values, under);
  const fields = externalAccountFields(row, secrets);
  await services.outbox.add(db, { clientId: row.client_id, method: 'updateExternalAccount', fields });
  return 'corrected';
}
