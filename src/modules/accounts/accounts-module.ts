import Type from 'typebox';
import type { Client } from '../../http/client.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { required, text } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import { defineItem, defineList, itemsOf, shownSchema } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountArchiveMethod } from './account-archive.ts';
import { accountChangeMethods } from './account-change-methods.ts';
import { AccountDirectory } from './account-directory.ts';
import { accountDocumentMethods } from './account-documents.ts';
import {
  accountCreatedWebhook,
  accountFields,
  accountSchema,
  accountStatusFields,
  accountStatusSchema,
} from './account-fields.ts';
import { accountNoteMethods } from './account-notes.ts';
import { accountOwner } from './account-owner.ts';
import { creationParameters, newAccountOf } from './account-parameters.ts';
import { accountChange } from './account-patch.ts';
import { changeAccount, findAccount, insertAccount } from './account-records.ts';
import { accountResource } from './account-resource.ts';
import { accountSuitabilityMethods } from './account-suitability.ts';

/** Accounts: those who invest and trade. */
export function accountsModule(
  services: ModuleServices,
  directory: AccountDirectory = new AccountDirectory(services.db),
): Method[] {
  const { db, secrets } = services;
  const accounts = accountResource(services);
  const owner = accountOwner(services);
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

    defineList(accounts, {
      name: 'listAccounts',
      path: '/v3/accounts',
      key: 'accounts',
      group: 'Accounts',
      summary: 'Lists accounts, newest first',
      description: 'Fields above the PII level of the scope come back as REDACTED.',
      source: 'spec/3 Accounts, spec/4 0.3 and 8',
    }),

    defineItem(accounts, {
      name: 'readAccount',
      path: '/v3/accounts/:accountId',
      key: 'account',
      group: 'Accounts',
      summary: 'Reads an account',
      description: 'Fields above the PII level of the scope come back as REDACTED.',
      source: 'spec/3 Accounts',
    }),

    defineMethod({
      name: 'changeAccount',
      verb: 'PATCH',
      path: '/v3/accounts/:accountId',
      style: 'resource',
      scope: 'account.write',
      group: 'Accounts',
      summary: 'Changes fields of an account',
      description: [
        'Answers HTTP 304 without a body where every value is already that of the account, else the account as it then is',
        '(redacted to the level of account.read that the key has).',
      ].join(' '),
      source: 'spec/3 Accounts, spec/4 8',
      parameters: {
        accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
        account: required(accountChange()),
      },
      response: Type.Object({ account: shownSchema(accounts) }),
      handler: async ({ client, values, ip }) => {
        const { syndicate, ...change } = values.account;
        const changed = await changeAccount(
          db,
          secrets,
          { clientId: client.clientId, accountId: values.accountId },
          { ...change, ...syndicateOf(client, syndicate) },
          { now: services.now(), ip },
        );
        if (changed === undefined) throw new ApiError(1404);
        if (!changed.changed) return { http: 304 };
        const [account] = await itemsOf(accounts, [changed.row], client);
        return { fields: { account } };
      },
    }),

    ...accountChangeMethods(services, directory),
    ...accountSuitabilityMethods(services, owner),
    ...accountDocumentMethods(services, owner),
    ...accountNoteMethods(services, owner),
    accountArchiveMethod(services, owner),
  ];
}

/** The word itself where the key has the field, whatever was sent; otherwise it stays as it is (spec/3 GET /v3/accounts). */
function syndicateOf({ fieldPermissions }: Client, sent: string | undefined): { readonly syndicate?: string } {
  if (sent === undefined || !fieldPermissions.has('createAccount.syndicate')) return {};
  return { syndicate: sent === '' ? '' : 'syndicate' };
}
