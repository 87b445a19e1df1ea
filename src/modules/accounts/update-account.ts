import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { found, updateParameters, valuesOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ipAddress, textOrNull } from '../shared/values/index.ts';
import { ACCOUNT_FIELDS } from './account-fields.ts';
import { ACCOUNT } from './account-kind.ts';
import { changeAccount } from './account-records.ts';
import { accountUpdatedWebhook } from './account-webhooks.ts';
import { syndicateOf } from './syndicate.ts';

export function updateAccount(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateAccount',
    verb: ['PUT', 'POST'],
    group: 'Accounts',
    summary: 'Changes an account; what is not sent keeps its value',
    description: 'Reviews set the KYC and AML statuses; a status that a client sends is stored as sent.',
    refusals: [148],
    parameters: {
      ...updateParameters(ACCOUNT_FIELDS, 'requiredByPermission'),
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      updatedIpAddress: optional(ipAddress()),
    },
    response: Type.Object({
      accountDetails: Type.Array(
        Type.Object({ accountId: Type.String(), suitabilityScore: textOrNull(), approvalStatus: Type.String() }),
      ),
    }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const syndicate = syndicateOf(client, 'updateAccount', values.syndicate);
      const changes = valuesOf(ACCOUNT_FIELDS, { ...values, syndicate });
      const of = { clientId: client.clientId, accountId: values.accountId };
      const at = { nowUs: nowUs(), ip: values.updatedIpAddress ?? ip, always: true };
      const { row, webhooks } = found(ACCOUNT, await changeAccount({ db, secrets }, of, changes, at));
      const details = {
        accountId: row.account_id,
        suitabilityScore: row.suitability_score === null ? null : String(row.suitability_score),
        approvalStatus: row.approval_status,
      };
      const webhook = accountUpdatedWebhook(row, secrets);
      return { fields: { accountDetails: [details] }, webhook, alsoFires: webhooks };
    }),
  });
}
