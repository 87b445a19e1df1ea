import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { change } from '../shared/change/index.ts';
import { creationParameters } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ACCOUNT_FIELDS, accountStatusFields, accountStatusSchema } from './account-fields.ts';
import { insertAccount } from './account-records.ts';
import { accountCreatedWebhook } from './account-webhooks.ts';
import { syndicateOf } from './syndicate.ts';

export function createAccount(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createAccount',
    verb: 'PUT',
    group: 'Accounts',
    summary: 'Creates an account, to be linked to parties or entities',
    description: 'The account is Pending. Returns its id, A and digits, which orders name.',
    parameters: creationParameters(ACCOUNT_FIELDS),
    response: Type.Object({ accountDetails: Type.Array(accountStatusSchema) }),
    handler: change(
      services,
      async ({ client, values, ip }, db) => {
        const createdIpAddress = values.createdIpAddress ?? ip;
        const syndicate = syndicateOf(client, 'createAccount', values.syndicate);
        const sent = { ...values, createdIpAddress, syndicate };
        const row = await insertAccount({ db, secrets }, client.clientId, sent, nowUs());
        return {
          fields: { accountDetails: [accountStatusFields(row)] },
          webhook: accountCreatedWebhook(row, secrets),
        };
      },
      { ids: ['account'] },
    ),
  });
}
