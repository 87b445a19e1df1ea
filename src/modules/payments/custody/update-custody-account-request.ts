import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ipAddress } from '../../shared/values/index.ts';
import { updatedRequestFields, updatedRequestSchema } from './account-request-fields.ts';
import { ASKED } from './account-request-lifecycle.ts';
import { moveRequest } from './account-request-records.ts';
import { GROUP } from './custody-parameters.ts';

/** updateCustodialAccountRequest is its older name. */
export function updateCustodyAccountRequest(services: ModuleServices): Method {
  return defineMethod({
    name: 'updateCustodyAccountRequest',
    deprecatedAliases: ['updateCustodialAccountRequest'],
    verb: 'POST',
    group: GROUP,
    summary: 'Says that information was added to a request, or asks for a new review',
    description:
      'New Info Added starts a new review. An open custody account stays open meanwhile; a closed one is 190.',
    refusals: [190, 404],
    parameters: {
      custAccRequestID: required(text({ description: 'custAccRequestID of the request', maxLength: 100 })),
      custAccRequestStatus: required(choice(ASKED)),
      notes: optional(text({ description: 'for the reviewer' })),
      updatedIpAddress: optional(ipAddress()),
    },
    response: Type.Object({ custodialAccountDetails: Type.Array(updatedRequestSchema) }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const row = await moveRequest(
        db,
        { clientId: client.clientId, id: values.custAccRequestID },
        {
          status: values.custAccRequestStatus,
          notes: values.notes,
          ip: values.updatedIpAddress ?? ip,
          nowUs: services.nowUs(),
        },
      );
      const fields = updatedRequestFields(row);
      return { fields: { custodialAccountDetails: [fields] }, webhook: fields };
    }),
  });
}
