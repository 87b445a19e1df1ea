import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { findDetails } from '../../shared/details/index.ts';
import { found, readerOf } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { accountSupplementAnswer, accountSupplementFields, noAccountSupplement } from './account-supplement-answers.ts';
import { ACCOUNT_SUPPLEMENT } from './account-supplement-kind.ts';
import { accountId, GROUP } from './custody-parameters.ts';

export function getCustodyAccountSupplement({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getCustodyAccountSupplement',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the supplement of an account',
    description: 'Numbers of accounts are masked, unless the key has the highest level of account.read.',
    refusals: [148, 200],
    parameters: { accountId },
    response: accountSupplementAnswer,
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const row = await findDetails(db, ACCOUNT_SUPPLEMENT, account.client_id, account.account_id);
      if (row === undefined) throw noAccountSupplement();
      return { fields: accountSupplementFields(secrets, client, row) };
    },
  });
}
