import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { required, text } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import type { ModuleServices } from '../shared/services.ts';
import {
  accountCreatedWebhook,
  accountFields,
  accountSchema,
  accountStatusFields,
  accountStatusSchema,
} from './account-fields.ts';
import { creationParameters, newAccountOf } from './account-parameters.ts';
import { findAccount, insertAccount } from './account-records.ts';

/** Accounts: those who invest and trade. */
export function accountsModule(services: ModuleServices): Method[] {
  const { db, secrets } = services;
  return [
    defineMethod({
      name: 'createAccount',
      verb: 'PUT',
      group: 'Accounts',
      summary: 'Creates an account, to be linked to parties or entities',
      source: 'spec/3 Accounts, spec/4 8',
      parameters: creationParameters,
      response: Type.Object({ accountDetails: Type.Array(accountStatusSchema) }),
      handler: async ({ client, values }) => {
        const account = newAccountOf(values, client.fieldPermissions.has('createAccount.syndicate'));
        const row = await insertAccount(db, secrets, client.clientId, account, services.now());
        return {
          fields: { accountDetails: [accountStatusFields(row)] },
          webhook: accountCreatedWebhook(row, secrets),
        };
      },
    }),

    defineMethod({
      name: 'getAccount',
      verb: 'POST',
      group: 'Accounts',
      summary: 'Reads an account',
      source: 'spec/4 8',
      parameters: { accountId: required(text({ description: 'A and 6 to 10 digits' })) },
      response: Type.Object({ accountDetails: accountSchema }),
      handler: async ({ client, values }) => {
        const row = await findAccount(db, client.clientId, values.accountId);
        if (row === undefined) throw new ApiError(148);
        const fields = accountFields(row, secrets);
        return { fields: { accountDetails: fields }, webhook: fields };
      },
    }),
  ];
}
