import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { shownAccountSchema } from './account-fields.ts';
import { listedAccounts } from './listed-accounts.ts';

export function getAllAccounts(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAllAccounts',
    verb: 'POST',
    group: 'Accounts',
    summary: 'All accounts of the client, newest first, at most 10,000; use GET /v3/accounts',
    description: 'Deleted accounts are left out. The list GET /v3/accounts has pages, filters and sorting.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ accountDetails: Type.Array(shownAccountSchema) }),
    handler: ({ client }) => listedAccounts(services, client),
  });
}
