import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { optional } from '../../../http/parameters/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import { detailCreation, insertDetails, sentDetails } from '../../shared/details/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ipAddress } from '../../shared/values/index.ts';
import { accountSupplementAnswer, accountSupplementFields } from './account-supplement-answers.ts';
import { ACCOUNT_SUPPLEMENT } from './account-supplement-kind.ts';
import { accountId, GROUP } from './custody-parameters.ts';

const { fields } = ACCOUNT_SUPPLEMENT;

/** addCustodyAccountSupplement is its older name. */
export function createCustodyAccountSupplement(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createCustodyAccountSupplement',
    deprecatedAliases: ['addCustodyAccountSupplement'],
    verb: 'POST',
    group: GROUP,
    summary: 'Stores what a custodian needs to know of an IRA account',
    description: 'An account has one supplement; a second is refused (116).',
    refusals: [116, 148],
    parameters: { accountId, ...detailCreation(fields), createdIpAddress: optional(ipAddress()) },
    response: accountSupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const of = { clientId: client.clientId, id: account.account_id };
      const sent = { details: sentDetails(fields, values), ip: values.createdIpAddress ?? ip, nowUs: nowUs() };
      const row = await insertDetails({ db, secrets }, ACCOUNT_SUPPLEMENT, of, sent);
      if (row === undefined) throw new ApiError(116, undefined, { statusDesc: 'The account already has a supplement' });
      return { statusDesc: 'Account added successfully.', fields: accountSupplementFields(secrets, client, row) };
    }),
  });
}
