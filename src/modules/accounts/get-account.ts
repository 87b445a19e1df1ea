import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { sendWebhookOfRead } from '../shared/change/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountFields, shownAccount, shownAccountSchema } from './account-fields.ts';
import { ACCOUNT } from './account-kind.ts';
import { findAccount } from './account-records.ts';

export function getAccount(services: ModuleServices): Method {
  const { db, secrets } = services;
  return defineMethod({
    name: 'getAccount',
    verb: 'POST',
    group: 'Accounts',
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
