import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { shownAccountSchema } from './account-fields.ts';
import { listedAccounts } from './listed-accounts.ts';

export function searchAccount(services: ModuleServices): Method {
  return defineMethod({
    name: 'searchAccount',
    verb: 'POST',
    group: 'Accounts',
    summary: 'Accounts by id, or by part of the name, newest first, at most 10,000; use GET /v3/accounts',
    description: 'Case is ignored. The list GET /v3/accounts has pages, filters and sorting.',
    deprecated: true,
    parameters: { searchKeyword: required(line('an account id, or part of an account name')) },
    response: Type.Object({ accountDetails: Type.Array(shownAccountSchema) }),
    handler: ({ client, values }) => listedAccounts(services, client, values.searchKeyword),
  });
}
