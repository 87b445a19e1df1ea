import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { optional } from '../../../http/parameters/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import { findRecord } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ipAddress } from '../../shared/values/index.ts';
import { createdRequestFields, createdRequestSchema } from './account-request-fields.ts';
import { insertRequest } from './account-request-records.ts';
import { ATTESTATION } from './attestation-kind.ts';
import { accountId, GROUP } from './custody-parameters.ts';

/** requestCustodialAccount is its older name. */
export function createCustodyAccountRequest(services: ModuleServices): Method {
  return defineMethod({
    name: 'createCustodyAccountRequest',
    deprecatedAliases: ['requestCustodialAccount'],
    verb: 'POST',
    group: GROUP,
    summary: 'Requests a custody account for an account',
    description:
      'The custody agreement must be attested before (404). An account has one request: a second is refused ' +
      '(116), unless the first was rejected or its custody account closed.',
    refusals: [116, 148, 404],
    parameters: { accountId, createdIpAddress: optional(ipAddress()) },
    response: Type.Object({ custodialAccountDetails: Type.Array(createdRequestSchema) }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const of = { clientId: client.clientId, accountId: account.account_id };
      if ((await findRecord(db, ATTESTATION, of.clientId, of.accountId)) === undefined) {
        throw new ApiError(404, undefined, { statusDesc: 'The custody agreement was not attested' });
      }
      const at = { nowUs: services.nowUs(), ip: values.createdIpAddress ?? ip };
      const row = await insertRequest(db, of, at);
      if (row === undefined) {
        throw new ApiError(116, undefined, { statusDesc: 'The account already has a request for a custody account' });
      }
      const fields = createdRequestFields(row, account.approval_status);
      return { fields: { custodialAccountDetails: [fields] }, webhook: fields };
    }),
  });
}
