import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { AccountDirectory } from './account-directory.ts';
import { ACCOUNT } from './account-kind.ts';
import { removeAccount } from './account-records.ts';

export function deleteAccount(services: ModuleServices, directory: AccountDirectory): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'deleteAccount',
    verb: 'POST',
    group: 'Accounts',
    summary: 'Deletes an account virtually; it can place no more orders',
    description: 'The record is kept and no longer shown, and its links are deleted; its live orders stay.',
    refusals: [148],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({}),
    handler: change(services, async ({ client, values }, db) => {
      found(ACCOUNT, await removeAccount(db, client.clientId, values.accountId, nowUs()));
      return { afterCommit: () => directory.forget(values.accountId) };
    }),
  });
}
