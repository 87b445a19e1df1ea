import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountCreatedWebhook, accountStatusFields, accountStatusSchema } from './account-fields.ts';
import { creationParameters, newAccountOf } from './account-parameters.ts';
import { insertAccount } from './account-records.ts';

export function createAccount({ db, secrets, nowUs }: ModuleServices): Method {
  return defineMethod({
    name: 'createAccount',
    verb: 'PUT',
    group: 'Accounts',
    summary: 'Creates an account, to be linked to parties or entities',
    description: 'The account is Pending. Answers its id, A and digits, under which it places orders.',
    parameters: creationParameters,
    response: Type.Object({ accountDetails: Type.Array(accountStatusSchema) }),
    handler: async ({ client, values, ip }) => {
      const sent = { ...values, createdIpAddress: values.createdIpAddress ?? ip };
      const account = newAccountOf(sent, client.fieldPermissions.has('createAccount.syndicate'));
      const row = await insertAccount(db, secrets, client.clientId, account, nowUs());
      return {
        fields: { accountDetails: [accountStatusFields(row)] },
        webhook: accountCreatedWebhook(row, secrets),
      };
    },
  });
}
