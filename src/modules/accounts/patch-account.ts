import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { itemsOf, shownSchema } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountChange } from './account-patch.ts';
import { changeAccount } from './account-records.ts';
import { accountResource } from './account-resource.ts';
import { syndicateOf } from './syndicate.ts';

export function patchAccount(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  const accounts = accountResource(services);
  return defineMethod({
    name: 'changeAccount',
    verb: 'PATCH',
    path: '/v3/accounts/:accountId',
    style: 'resource',
    scope: 'account.write',
    group: 'Accounts',
    summary: 'Changes fields of an account',
    refusals: [1404],
    otherAnswers: [{ http: 304, description: 'The account already has every value; the response has no body' }],
    description: [
      'Returns HTTP 304 without a body when the account already has every value, else the account as it ' + 'then is',
      '(redacted to the level of account.read that the key has; ids, kinds, states and times are always shown).',
    ].join(' '),
    parameters: {
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      account: required(accountChange()),
    },
    response: Type.Object({ account: shownSchema(accounts) }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const change = values.account;
      const syndicate = syndicateOf(client, 'createAccount', change.syndicate);
      const changed = await changeAccount(
        { db, secrets },
        { clientId: client.clientId, accountId: values.accountId },
        { ...change, syndicate },
        { nowUs: nowUs(), ip },
      );
      if (changed === undefined) throw new ApiError(1404);
      if (!changed.changed) return { http: 304 };
      const [account] = await itemsOf(accounts, [changed.row], client, 'none');
      return { fields: { account }, alsoFires: changed.webhooks };
    }),
  });
}
