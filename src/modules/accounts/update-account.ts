import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { textOrNull } from '../shared/answers.ts';
import { change } from '../shared/change.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountUpdatedWebhook } from './account-fields.ts';
import { ACCOUNT } from './account-kind.ts';
import { accountChangeOf, updateParameters } from './account-parameters.ts';
import { changeAccount } from './account-records.ts';

export function updateAccount(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateAccount',
    verb: ['PUT', 'POST'],
    group: 'Accounts',
    summary: 'Changes an account; what is not sent keeps its value',
    description: 'Statuses of KYC and AML are those of reviews; what a client sends of them is kept as it is sent.',
    refusals: [148],
    parameters: updateParameters,
    response: Type.Object({
      accountDetails: Type.Array(
        Type.Object({ accountId: Type.String(), suitabilityScore: textOrNull(), approvalStatus: Type.String() }),
      ),
    }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const change = accountChangeOf(values, client.fieldPermissions.has('updateAccount.syndicate'));
      const of = { clientId: client.clientId, accountId: values.accountId };
      const at = { nowUs: nowUs(), ip: values.updatedIpAddress ?? ip, always: true };
      const { row } = found(ACCOUNT, await changeAccount(db, secrets, of, change, at));
      const details = {
        accountId: row.account_id,
        suitabilityScore: row.suitability_score === null ? null : String(row.suitability_score),
        approvalStatus: row.approval_status,
      };
      return { fields: { accountDetails: [details] }, webhook: accountUpdatedWebhook(row, secrets) };
    }),
  });
}
