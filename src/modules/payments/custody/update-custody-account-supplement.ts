import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { optional } from '../../../http/parameters/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import { changeDetails, detailUpdate, sentDetails } from '../../shared/details/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ipAddress, MASKED, textsSchema } from '../../shared/values/index.ts';
import { noAccountSupplement } from './account-supplement-answers.ts';
import { ACCOUNT_SUPPLEMENT } from './account-supplement-kind.ts';
import { accountId, GROUP } from './custody-parameters.ts';

const { fields } = ACCOUNT_SUPPLEMENT;

export function updateCustodyAccountSupplement(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateCustodyAccountSupplement',
    verb: 'POST',
    group: GROUP,
    summary: 'Changes the supplement of an account; what is not sent keeps its value',
    description: 'The account must have a supplement (200). Answers ids only.',
    refusals: [148, 200],
    parameters: { accountId, ...detailUpdate(fields), createdIpAddress: optional(ipAddress()) },
    response: Type.Object({ accountDetails: textsSchema('clientID', 'developerAPIKey', 'accountId') }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const of = { clientId: client.clientId, id: account.account_id };
      const sent = { details: sentDetails(fields, values), ip: values.createdIpAddress ?? ip, nowUs: nowUs() };
      const row = await changeDetails({ db, secrets }, ACCOUNT_SUPPLEMENT, of, sent);
      if (row === undefined) throw noAccountSupplement();
      return {
        fields: { accountDetails: { clientID: MASKED, developerAPIKey: MASKED, accountId: row.account_id } },
      };
    }),
  });
}
