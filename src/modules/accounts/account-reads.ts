import Type from 'typebox';
import type { AccountRow } from '../../database/schema/index.ts';
import { type Client, defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { sendWebhookOfRead } from '../shared/change/index.ts';
import { longList } from '../shared/list/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { ACCOUNT, accountFields, shownAccount, shownAccountSchema } from './account-fields.ts';
import { accountsAfter, findAccount } from './account-records.ts';

export function getAccount(services: ModuleServices): Method {
  const { db, secrets } = services;
  return defineMethod({
    name: 'getAccount',
    summary: 'Reads an account',
    description: 'The tax id is masked for keys without account.read.pii_high. Deleted accounts are unknown (148).',
    refusals: [148],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits' })) },
    response: Type.Object({ accountDetails: shownAccountSchema }),
    handler: async (call) => {
      const { client, values } = call;
      const row = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      await sendWebhookOfRead(services, call, () => accountFields(row, secrets));
      return { fields: { accountDetails: shownAccount(row, secrets, client) } };
    },
  });
}

export function getAllAccounts(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAllAccounts',
    summary: 'All accounts of the client, newest first, at most 10,000; use GET /v3/accounts',
    description: 'Deleted accounts are left out. The list GET /v3/accounts has pages, filters and sorting.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ accountDetails: Type.Array(shownAccountSchema) }),
    handler: ({ client }) => listedAccounts(services, client),
  });
}

/** The accounts of the caller; with a word only those that contain it. */
async function listedAccounts(services: ModuleServices, client: Client, word?: string) {
  const reader = readerOf(client);
  const accountDetails = await longList<AccountRow, object>(
    services,
    (db, after, size) => accountsAfter(db, reader, { after, size, ...(word === undefined ? {} : { word }) }),
    (piece) => piece.map((row) => shownAccount(row, services.secrets, client)),
  );
  return { fields: { accountDetails } };
}

export function searchAccount(services: ModuleServices): Method {
  return defineMethod({
    name: 'searchAccount',
    summary: 'Accounts by id, or by part of the name, newest first, at most 10,000; use GET /v3/accounts',
    description: 'Case is ignored. The list GET /v3/accounts has pages, filters and sorting.',
    deprecated: true,
    parameters: { searchKeyword: required(line('an account id, or part of an account name')) },
    response: Type.Object({ accountDetails: Type.Array(shownAccountSchema) }),
    handler: ({ client, values }) => listedAccounts(services, client, values.searchKeyword),
  });
}
