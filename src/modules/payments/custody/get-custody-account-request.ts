import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { requestFields, requestSchema } from './account-request-fields.ts';
import { ACCOUNT_REQUEST } from './account-request-kind.ts';
import { newestRequest } from './account-request-records.ts';
import { accountId, GROUP } from './custody-parameters.ts';

/** getCustodialAccountRequest is its older name. */
export function getCustodyAccountRequest({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getCustodyAccountRequest',
    deprecatedAliases: ['getCustodialAccountRequest'],
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the request for the custody account of an account',
    description: 'The one that counts, else the newest. An account without any is refused (404).',
    refusals: [148, 404],
    parameters: { accountId },
    response: Type.Object({ custodialAccountDetails: Type.Array(shownToSchema(requestSchema)) }),
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const row = found(ACCOUNT_REQUEST, await newestRequest(db, account.client_id, account.account_id));
      return {
        fields: { custodialAccountDetails: [shownTo(client, row, requestFields(row, account.approval_status))] },
      };
    },
  });
}
